//! Paths and their templates, as keys of stored items.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The number of segments of a path that can name items. Each item has the path before it as its
/// key, so that more of them would cost as much as the square of their number.
const DEEPEST: usize = 64;

/// A segment of a path template that can name items.
#[derive(Debug)]
pub(crate) struct Level<'t> {
    pub(crate) segment: &'t str,
    /// The template up to the end of the segment.
    pub(crate) template: &'t str,
}

/// Returns the segments of a path template that can name items; the first one is empty.
pub(crate) fn levels(template: &str) -> impl Iterator<Item = Level<'_>> {
    let path = path_of(template);
    let segments = path.split('/').scan(0, move |begin, segment| {
        let end = *begin + segment.len();
        *begin = end + 1;
        Some(Level {
            segment,
            template: &path[..end],
        })
    });
    segments.take(DEEPEST)
}

/// Returns the path of a template, without query and fragment.
pub(crate) fn path_of(template: &str) -> &str {
    template.split(['?', '#']).next().unwrap_or_default()
}

/// Returns the path of an item in a collection.
pub(crate) fn below(collection: &str, text: &str) -> String {
    let mut path = collection.to_owned();
    go_below(&mut path, text);
    path
}

/// Adds a segment to a path.
pub(crate) fn go_below(path: &mut String, text: &str) {
    path.push('/');
    path.extend(utf8_percent_encode(text, NON_ALPHANUMERIC));
}

/// Returns the key of a collection: its path, and the variable of its items.
pub(crate) fn collection(path: &str, variable: &str) -> String {
    format!("{path}/{{{variable}}}")
}

/// Returns the key of a kind of item: the template up to it, with its variable if there is other
/// text in the segment.
pub(crate) fn kind_of(template: &str, variable: &str) -> String {
    if template.ends_with(&format!("/{{{variable}}}")) {
        template.to_owned()
    } else {
        format!("{template} {variable}")
    }
}
