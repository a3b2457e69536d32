//! Paths and their templates, as keys of what is kept.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Returns the path of a template, without query and fragment.
pub(crate) fn path_of(template: &str) -> &str {
    template.split(['?', '#']).next().unwrap_or_default()
}

/// The path of an item of a collection.
pub(crate) fn below(collection: &str, text: &str) -> String {
    format!(
        "{collection}/{}",
        utf8_percent_encode(text, NON_ALPHANUMERIC)
    )
}

/// What a collection is kept by: its path, and the variable that names its things.
pub(crate) fn collection(path: &str, variable: &str) -> String {
    format!("{path}/{{{variable}}}")
}

/// The template that a kind of thing is known by: that of the path up to it, and its variable where
/// other text is beside it in the segment.
pub(crate) fn kind_of(template: &str, variable: &str) -> String {
    if template.ends_with(&format!("/{{{variable}}}")) {
        template.to_owned()
    } else {
        format!("{template} {variable}")
    }
}
