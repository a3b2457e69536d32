//! Typed access to the tree: what is not as OpenAPI wants it is reported where it stands.

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Object, Value};
use crate::model::Extensions;
use crate::source::Span;

/// The members of one object of the description.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'d> {
    object: &'d Object,
    pub(super) span: Span,
    what: &'static str,
}

impl<'d> Fields<'d> {
    pub(super) fn get(&self, name: &str) -> Option<&'d Node> {
        self.object.get(name)
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (&'d str, &'d Node)> + use<'d> {
        self.object.iter()
    }

    /// Where the name of a member stands, or the object where there is none.
    pub(super) fn name_span(&self, name: &str) -> Span {
        self.object.name_span(name).unwrap_or(self.span)
    }
}

impl<'d> Lowering<'d, '_> {
    pub(super) fn wrong_type(&mut self, node: &Node, what: &str, expected: &str) {
        let found = node.describe();
        self.diagnostics.push(
            Diagnostic::error(
                Code::WrongType,
                node.span,
                format!("{what} must be {expected}, not {found}"),
            )
            .label(format!("expected {expected}")),
        );
    }

    pub(super) fn missing(&mut self, fields: &Fields<'d>, name: &str) {
        let message = format!("{} has no `{name}`", fields.what);
        let diagnostic = Diagnostic::error(Code::MissingField, fields.span, message)
            .label(format!("`{name}` is required here"));
        self.diagnostics.push(diagnostic);
    }

    /// A required field without which the rest can be used all the same.
    pub(super) fn lacking(&mut self, fields: &Fields<'d>, name: &str) {
        let message = format!("{} has no `{name}`", fields.what);
        let diagnostic = Diagnostic::warning(Code::MissingField, fields.span, message)
            .label(format!("`{name}` is required here"));
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn invalid(&mut self, span: Span, message: String, expected: &str) {
        let diagnostic = Diagnostic::error(Code::InvalidValue, span, message);
        self.diagnostics
            .push(diagnostic.label(format!("expected {expected}")));
    }

    /// Names what no target can express, at its place.
    pub(super) fn unsupported(&mut self, span: Span, message: impl Into<String>, made: &str) {
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, span, message);
        self.diagnostics.push(diagnostic.label(made));
    }

    pub(super) fn fields(&mut self, node: &'d Node, what: &'static str) -> Option<Fields<'d>> {
        let Some(object) = node.as_object() else {
            self.wrong_type(node, what, "an object");
            return None;
        };
        let span = node.span;
        Some(Fields { object, span, what })
    }

    pub(super) fn object(&mut self, parent: &Fields<'d>, name: &'static str) -> Option<Fields<'d>> {
        self.fields(parent.get(name)?, name)
    }

    pub(super) fn required_object(
        &mut self,
        parent: &Fields<'d>,
        name: &'static str,
    ) -> Option<Fields<'d>> {
        if parent.get(name).is_none() {
            self.missing(parent, name);
        }
        self.object(parent, name)
    }

    /// The members of an object that holds named things, vendor extensions left out.
    pub(super) fn entries(
        &mut self,
        parent: &Fields<'d>,
        name: &'static str,
    ) -> Vec<(&'d str, &'d Node)> {
        let Some(fields) = self.object(parent, name) else {
            return Vec::new();
        };
        fields
            .iter()
            .filter(|(name, _)| !name.starts_with("x-"))
            .collect()
    }

    pub(super) fn array(&mut self, parent: &Fields<'d>, name: &str) -> &'d [Node] {
        let Some(node) = parent.get(name) else {
            return &[];
        };
        if let Some(items) = node.as_array() {
            return items;
        }
        self.wrong_type(node, &format!("`{name}`"), "an array");
        &[]
    }

    pub(super) fn text(&mut self, parent: &Fields<'d>, name: &str) -> Option<String> {
        self.text_of(parent.get(name)?, name)
    }

    /// Prose; some descriptions keep it in files of its own.
    pub(super) fn prose(&mut self, parent: &Fields<'d>, name: &'static str) -> Option<String> {
        let node = parent.get(name)?;
        let node = match node.get("$ref") {
            Some(_) => self.deref(node, name)?,
            None => node,
        };
        self.text_of(node, name)
    }

    pub(super) fn required_text(&mut self, parent: &Fields<'d>, name: &str) -> String {
        if parent.get(name).is_none() {
            self.missing(parent, name);
        }
        self.text(parent, name).unwrap_or_default()
    }

    /// Text; a number or a boolean is taken as it is written, and said to be one.
    pub(super) fn text_of(&mut self, node: &Node, name: &str) -> Option<String> {
        let text = match &node.value {
            Value::String(text) => {
                self.refuse_hidden(node.span, text, name);
                return Some(text.to_string());
            }
            Value::Number(text) => text.to_string(),
            Value::Bool(value) => value.to_string(),
            _ => {
                self.wrong_type(node, &format!("`{name}`"), "a string");
                return None;
            }
        };
        self.diagnostics.push(
            Diagnostic::warning(
                Code::AmbiguousScalar,
                node.span,
                format!(
                    "`{name}` must be a string, and `{text}` is {}",
                    node.describe()
                ),
            )
            .label("taken as the text it is written with")
            .help(format!("write \"{text}\" in quotes")),
        );
        Some(text)
    }

    /// Names and identifiers must look like what they are (CVE-2021-42574).
    fn refuse_hidden(&mut self, span: Span, text: &str, name: &str) {
        if matches!(name, "description" | "summary" | "example" | "pattern") {
            return;
        }
        let hidden = |c: char| {
            c.is_control() && !matches!(c, '\n' | '\t')
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        };
        if let Some(character) = text.chars().find(|c| hidden(*c)) {
            let code = character as u32;
            self.diagnostics.push(
                Diagnostic::warning(
                    Code::HiddenCharacter,
                    span,
                    format!("`{name}` has the invisible character U+{code:04X}"),
                )
                .help("remove it"),
            );
        }
    }

    pub(super) fn flag(&mut self, parent: &Fields<'d>, name: &str) -> bool {
        self.optional_flag(parent, name).unwrap_or_default()
    }

    pub(super) fn optional_flag(&mut self, parent: &Fields<'d>, name: &str) -> Option<bool> {
        let node = parent.get(name)?;
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        self.wrong_type(node, &format!("`{name}`"), "a boolean");
        None
    }

    pub(super) fn count(&mut self, parent: &Fields<'d>, name: &str) -> Option<u64> {
        let node = parent.get(name)?;
        if let Value::Number(text) = &node.value
            && let Some(count) = whole(text)
        {
            return Some(count);
        }
        self.wrong_type(node, &format!("`{name}`"), "a whole number from 0");
        None
    }

    /// The text of a number.
    pub(super) fn number(&mut self, parent: &Fields<'d>, name: &str) -> Option<String> {
        let node = parent.get(name)?;
        if let Value::Number(text) = &node.value {
            return Some(text.to_string());
        }
        self.wrong_type(node, &format!("`{name}`"), "a number");
        None
    }

    /// Warns of members that OpenAPI does not know here: mostly they are misspelt.
    pub(super) fn known(&mut self, fields: &Fields<'d>, known: &[&str]) {
        for (name, _) in fields.iter() {
            if name.starts_with("x-") || known.contains(&name) {
                continue;
            }
            let message = format!("{} has no field `{name}` in OpenAPI", fields.what);
            let span = fields.name_span(name);
            let diagnostic =
                Diagnostic::warning(Code::UnknownField, span, message).label("ignored");
            let near = known
                .iter()
                .map(|candidate| (strsim::damerau_levenshtein(candidate, name), candidate))
                .filter(|(distance, _)| *distance <= 2)
                .min();
            self.diagnostics.push(match near {
                Some((_, candidate)) => diagnostic.help(format!("did you mean `{candidate}`?")),
                None => diagnostic.help("remove it, or begin its name with `x-`"),
            });
        }
    }

    /// Follows `$ref`s until something else stands there. `None` when they lead nowhere.
    pub(super) fn deref(&mut self, mut node: &'d Node, what: &'static str) -> Option<&'d Node> {
        const LONGEST: usize = 100;
        let first = node;
        for _ in 0..LONGEST {
            let Some(target) = node.get("$ref") else {
                return Some(node);
            };
            let reference = self.text_of(target, "$ref")?;
            node = self.follow(&reference, target.span)?;
        }
        self.diagnostics.push(Diagnostic::error(
            Code::CircularReference,
            first.span,
            format!("the references of {what} lead in a circle"),
        ));
        None
    }

    /// Follows one reference, with the complaint where it leads nowhere.
    pub(super) fn follow(&mut self, reference: &str, at: Span) -> Option<&'d Node> {
        match self.documents.follow(reference, at, self.diagnostics) {
            Ok(node) => Some(node),
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                None
            }
        }
    }

    pub(super) fn extensions(&self, fields: &Fields<'d>) -> Extensions {
        fields
            .iter()
            .filter(|(name, _)| name.starts_with("x-"))
            .map(|(name, node)| (name.to_owned(), node.to_json()))
            .collect()
    }
}

/// `5` and `5.0` are the same number.
fn whole(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| {
        let (whole, fraction) = text.split_once('.')?;
        fraction.bytes().all(|digit| digit == b'0').then_some(())?;
        whole.parse().ok()
    })
}
