//! The members of one object, and the diagnostics about what is not as OpenAPI wants it.

use std::borrow::Cow;

use super::{Lowering, complaint};
use crate::diagnostic::{Code, Diagnostic, Mark, Severity, nearest};
use crate::document::{Node, Object, Value};
use crate::hidden::misleading;
use crate::model::Location;
use crate::source::Span;

/// The members of one object of the description.
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

    /// Returns the place of the name of a member, or of the object if it has no such member.
    pub(super) fn name_span(&self, name: &str) -> Span {
        self.object.name_span(name).unwrap_or(self.span)
    }

    /// Returns the place of the value of a member, or of the object if it has no such member.
    pub(super) fn value_span(&self, name: &str) -> Span {
        self.get(name).map_or(self.span, |node| node.span)
    }
}

impl<'d> Lowering<'d, '_> {
    /// Returns whether the part at `span` has been left out because of an error since `mark`, which
    /// is a warning then. If the description as a whole cannot be used, nothing changes.
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
        // Extensions of this name may be others' as well.
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
        let mut diagnostic = complaint::lacking(fields, name);
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

    /// The name of a header field or of a cookie is a token (RFC 9110 §5.1, RFC 6265 §4.1.1):
    /// anything else could end the line, or begin another field.
    pub(super) fn field_name(&mut self, span: Span, name: &str, what: &str) {
        if !is_token(name) {
            let message = format!("`{}` is not a valid name for {what}", name.escape_debug());
            let expected = "a token (RFC 9110 §5.6.2): letters, digits and !#$%&'*+-.^_`|~";
            self.invalid(span, message, expected);
        }
    }

    /// The same for a `name` that is sent in a header field or a cookie, if it is.
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

    /// A value that is not one of a few words.
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

    /// Names what no target can express, at its place.
    pub(super) fn unsupported(&mut self, span: Span, message: impl Into<String>, made: &str) {
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, span, message);
        self.diagnostics.push(diagnostic.label(made));
    }

    /// Returns what a name is probably meant to be. Bombs made of wrong names get no advice on
    /// each.
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

    /// Warns of members that an extension of ours does not know.
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

    /// Names and identifiers must look like what they are (CVE-2021-42574).
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

/// A name without a value in YAML is null, and an empty map is a list for some languages.
pub(super) fn is_left_empty(node: &Node) -> bool {
    match &node.value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// Fields that hold maps, and what says nothing if it is empty. A security requirement is not among
/// them: an empty one opens what it is at.
pub(super) fn may_be_empty(what: &str) -> bool {
    const THINGS: &[&str] = &["a media type", "a path", "a response", "a schema"];
    !what.contains(' ') || THINGS.contains(&what)
}

/// Names of fields are in quotes, words such as "a schema" do not.
pub(super) fn quoted(what: &str) -> Cow<'_, str> {
    if what.contains([' ', '`']) {
        what.into()
    } else {
        format!("`{what}`").into()
    }
}

/// Returns what stands there, for messages: short values as they are written.
pub(super) fn found(node: &Node) -> String {
    match &node.value {
        Value::Number(text) if text.len() < 30 => text.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) if text.len() < 30 => format!("the string \"{text}\""),
        _ => node.describe().to_owned(),
    }
}
