//! Reads the fields of an object, and reports those that OpenAPI does not allow.

use std::borrow::Cow;

use super::{Lowering, complaint};
use crate::diagnostic::{Code, Diagnostic, Mark, Severity, nearest};
use crate::document::{Node, Object, Value};
use crate::hidden::misleading;
use crate::model::Location;
use crate::source::Span;

/// The fields of one object in the description.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'d> {
    object: &'d Object,
    pub(super) span: Span,
    pub(super) what: &'static str,
}

impl<'d> Fields<'d> {
    pub(super) const fn new(object: &'d Object, span: Span, what: &'static str) -> Self {
        Self { object, span, what }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'d Node> {
        self.object.get(name)
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (&'d str, &'d Node)> + use<'d> {
        self.object.iter()
    }

    pub(super) fn spans(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'d str, Span, &'d Node)> + use<'d> {
        self.object.spans()
    }

    /// Returns the place of a field's name, or of the object if it has no such field.
    pub(super) fn name_span(&self, name: &str) -> Span {
        self.object.name_span(name).unwrap_or(self.span)
    }

    /// Returns the place of a field's value, or of the object if it has no such field.
    pub(super) fn value_span(&self, name: &str) -> Span {
        self.get(name).map_or(self.span, |node| node.span)
    }
}

impl<'d> Lowering<'d, '_> {
    /// Returns whether the part at `span` must be left out because of an error since `mark`, which
    /// becomes a warning. Nothing changes if the complete description is unusable.
    pub(super) fn contain(&mut self, mark: Mark, span: Span, outcome: &str) -> bool {
        self.diagnostics.contain(mark, span, outcome)
    }

    pub(super) fn fields(&mut self, node: &'d Node, what: &'static str) -> Option<Fields<'d>> {
        let object = match node.as_object() {
            Some(object) => object,
            None if is_left_empty(node) && may_be_empty(what) => {
                self.take_for_empty(node, what, "an object");
                Object::EMPTY
            }
            None => {
                self.wrong_type(node, what, "an object");
                return None;
            }
        };
        self.raise_faults(node);
        Some(Fields::new(object, node.span, what))
    }

    pub(super) fn wrong_type(&mut self, node: &Node, what: &str, expected: &str) {
        let mut diagnostic = complaint::wrong_type(node, what, expected);
        // Other tools may use an extension with this name.
        if what.starts_with("x-") {
            diagnostic = diagnostic.label("ignored");
        } else {
            diagnostic.severity = Severity::Error;
        }
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn take_for_empty(&mut self, node: &Node, what: &str, expected: &str) {
        let diagnostic = complaint::left_empty(node, what, expected);
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn missing(&mut self, fields: &Fields<'d>, name: &str) {
        let mut diagnostic = complaint::missing_field(fields, name);
        diagnostic.severity = Severity::Error;
        let near = self.advise(name, fields.iter().map(|(name, _)| name));
        self.diagnostics
            .push(complaint::meant(diagnostic, near, name));
    }

    pub(super) fn invalid(&mut self, span: Span, message: String, expected: &str) {
        let diagnostic = Diagnostic::error(Code::InvalidValue, span, message);
        self.diagnostics
            .push(diagnostic.label(format!("expected {expected}")));
    }

    /// Checks the name of a header field or cookie, which must be a token (RFC 9110 §5.1, RFC 6265
    /// §4.1.1): anything else could end the line, or begin another field.
    pub(super) fn field_name(&mut self, span: Span, name: &str, what: &str) {
        if !is_token(name) {
            let message = format!("`{}` is not a valid name for {what}", name.escape_debug());
            let expected = "a token (RFC 9110 §5.6.2): letters, digits and !#$%&'*+-.^_`|~";
            self.invalid(span, message, expected);
        }
    }

    /// Checks a `name` in the same way if it is sent in a header field or a cookie.
    pub(super) fn carried_name(&mut self, fields: &Fields<'d>, name: &str, location: Location) {
        let what = match location {
            Location::Header => "a header field",
            Location::Cookie => "a cookie",
            Location::Path | Location::Query => return,
        };
        if fields
            .get("name")
            .is_some_and(|node| node.as_str().is_some())
        {
            self.field_name(fields.value_span("name"), name, what);
        }
    }

    /// Reports a value that is not one of a few words.
    pub(super) fn no_such_word(
        &mut self,
        span: Span,
        message: String,
        word: &str,
        words: &[&'static str],
    ) {
        let list = complaint::listed(words);
        let near = self.advise(word, words.iter().copied());
        let diagnostic =
            Diagnostic::error(Code::InvalidValue, span, message).label(format!("expected {list}"));
        self.diagnostics.push(match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }

    /// Reports a construct that no target can express, at its place.
    pub(super) fn unsupported(&mut self, span: Span, message: impl Into<String>, made: &str) {
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, span, message);
        self.diagnostics.push(diagnostic.label(made));
    }

    /// Returns what a name probably stands for. The number of suggestions is limited against
    /// malicious descriptions.
    pub(super) fn advise<'c>(
        &mut self,
        name: &str,
        candidates: impl Iterator<Item = &'c str>,
    ) -> Option<&'c str> {
        const MOST_ADVICE: usize = 200;
        const MOST_CANDIDATES: usize = 500;
        self.advised += 1;
        let worthwhile = self.advised <= MOST_ADVICE;
        nearest(
            name,
            candidates.take(MOST_CANDIDATES).filter(|_| worthwhile),
        )
    }

    /// Warns about unknown fields of one of our extensions.
    pub(super) fn warn_of_unknown(&mut self, fields: &Fields<'d>, known: &[&'static str]) {
        if self.diagnostics.is_full() {
            return;
        }
        for (name, span, _) in fields.spans() {
            if name.starts_with("x-") || name == "<<" || known.contains(&name) {
                continue;
            }
            let near = self.advise(name, known.iter().copied());
            let diagnostic = complaint::unknown_field(fields.what, name, span, near);
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports names with hidden characters: names must look like what they are (CVE-2021-42574).
    pub(super) fn refuse_hidden(&mut self, span: Span, text: &str, what: &str) {
        if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control()) {
            return;
        }
        let Some(character) = misleading(text) else {
            return;
        };
        let code = character as u32;
        let message = format!("{what} has the invisible character U+{code:04X}");
        let diagnostic = Diagnostic::warning(Code::HiddenCharacter, span, message);
        self.diagnostics.push(
            diagnostic
                .label("looks like a different name")
                .help("remove it"),
        );
    }
}

/// Returns whether a text is a token (RFC 9110 §5.6.2).
pub(super) fn is_token(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_sign)
}

/// Returns whether a value is empty: in YAML, a name without a value is null, and some languages
/// write an empty map as a list.
pub(super) fn is_left_empty(node: &Node) -> bool {
    match &node.value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// Returns whether a field is a map that means nothing when empty. An empty security requirement
/// does mean something: it allows access without credentials.
pub(super) fn may_be_empty(what: &str) -> bool {
    const THINGS: &[&str] = &["a media type", "a path", "a response", "a schema"];
    !what.contains(' ') || THINGS.contains(&what)
}

/// Returns the name of a field in quotes; words such as "a schema" have none.
pub(super) fn quoted(what: &str) -> Cow<'_, str> {
    if what.contains([' ', '`']) {
        what.into()
    } else {
        format!("`{what}`").into()
    }
}

/// Returns the found value for messages: short values as they are written.
pub(super) fn found(node: &Node) -> String {
    match &node.value {
        Value::Number(text) if text.len() < 30 => text.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) if text.len() < 30 => format!("the string \"{text}\""),
        _ => node.describe().to_owned(),
    }
}
