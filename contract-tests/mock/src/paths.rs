//! Paths and their templates, as keys of stored items.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Returns the path of a template, without query and fragment.
pub(crate) fn path_of(template: &str) -> &str {
    template.split(['?', '#']).next().unwrap_or_default()
}

/// Returns the path of an item in a collection.
pub(crate) fn below(collection: &str, text: &str) -> String {
    format!(
        "{collection}/{}",
        utf8_percent_encode(text, NON_ALPHANUMERIC)
    )
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
