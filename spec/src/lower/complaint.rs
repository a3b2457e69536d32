//! Diagnostics that several places report in the same words, so that each is reported once.

use super::reader::{Fields, found, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::source::Span;

/// Lists words in a sentence.
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [several @ .., last] if !several.is_empty() => {
            format!("{} or {last}", several.join(", "))
        }
        _ => words.concat(),
    }
}

/// Warns about a value of the wrong type.
pub(super) fn wrong_type(node: &Node, what: &str, expected: &str) -> Diagnostic {
    let message = format!("{} must be {expected}, not {}", quoted(what), found(node));
    let diagnostic = Diagnostic::warning(Code::WrongType, node.span, message);
    diagnostic.label(format!("expected {expected}"))
}

/// Warns about an empty value, or about what other programs write for an empty object.
pub(super) fn left_empty(node: &Node, what: &str, expected: &str) -> Diagnostic {
    let message = format!("{} must be {expected}, not {}", quoted(what), found(node));
    Diagnostic::warning(Code::WrongType, node.span, message)
        .label("read as an empty one")
        .help(format!("write {expected}, or leave it out"))
}

/// Reports a missing field, without which the rest can still be used.
pub(super) fn missing_field(fields: &Fields<'_>, name: &str) -> Diagnostic {
    let message = format!("{} has no `{name}`", quoted(fields.what));
    let diagnostic = Diagnostic::warning(Code::MissingField, fields.span, message);
    diagnostic.label(format!("`{name}` is required here"))
}

/// Adds the probable misspelling of a missing field.
pub(super) fn meant(diagnostic: Diagnostic, near: Option<&str>, name: &str) -> Diagnostic {
    match near {
        Some(near) => diagnostic.help(format!("is `{near}` meant to be `{name}`?")),
        None => diagnostic,
    }
}

/// Reports a field that OpenAPI does not define here, which is usually misspelled.
pub(super) fn unknown_field(what: &str, name: &str, span: Span, near: Option<&str>) -> Diagnostic {
    let message = format!("{} has no field `{name}` in OpenAPI", quoted(what));
    let diagnostic = Diagnostic::warning(Code::UnknownField, span, message).label("ignored");
    match near {
        Some(candidate) => diagnostic.help(format!("did you mean `{candidate}`?")),
        None => diagnostic.help("remove it, or begin its name with `x-`"),
    }
}
