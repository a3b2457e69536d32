//! Complaints that are made in more than one place, in the same words, so that each is made once.

use super::reader::{Fields, found, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::source::Span;

/// Words as a sentence lists them.
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [several @ .., last] if !several.is_empty() => {
            format!("{} or {last}", several.join(", "))
        }
        _ => words.concat(),
    }
}

/// A value of another type than is needed, as a warning.
pub(super) fn wrong_type(node: &Node, what: &str, expected: &str) -> Diagnostic {
    let message = format!("{} must be {expected}, not {}", quoted(what), found(node));
    let diagnostic = Diagnostic::warning(Code::WrongType, node.span, message);
    diagnostic.label(format!("expected {expected}"))
}

/// Nothing stands there, or what other programs write for an object without members.
pub(super) fn left_empty(node: &Node, what: &str, expected: &str) -> Diagnostic {
    let message = format!("{} must be {expected}, not {}", quoted(what), found(node));
    Diagnostic::warning(Code::WrongType, node.span, message)
        .label("read as an empty one")
        .help(format!("write {expected}, or leave it out"))
}

/// A required field without which the rest can be used anyway.
pub(super) fn lacking(fields: &Fields<'_>, name: &str) -> Diagnostic {
    let message = format!("{} has no `{name}`", quoted(fields.what));
    let diagnostic = Diagnostic::warning(Code::MissingField, fields.span, message);
    diagnostic.label(format!("`{name}` is required here"))
}

/// With what a missing field is probably called.
pub(super) fn meant(diagnostic: Diagnostic, near: Option<&str>, name: &str) -> Diagnostic {
    match near {
        Some(near) => diagnostic.help(format!("is `{near}` meant to be `{name}`?")),
        None => diagnostic,
    }
}

/// A field that OpenAPI does not know here: mostly it is misspelt.
pub(super) fn unknown_field(what: &str, name: &str, span: Span, near: Option<&str>) -> Diagnostic {
    let message = format!("{} has no field `{name}` in OpenAPI", quoted(what));
    let diagnostic = Diagnostic::warning(Code::UnknownField, span, message).label("ignored");
    match near {
        Some(candidate) => diagnostic.help(format!("did you mean `{candidate}`?")),
        None => diagnostic.help("remove it, or begin its name with `x-`"),
    }
}
