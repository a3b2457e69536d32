//! Typed access to the fields of the tree.

use serde_json::Value as Json;

use super::reader::{Fields, quoted};
use super::{Lowering, complaint};
use crate::budget::Unit;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::Extensions;
use crate::source::Span;

impl<'d> Lowering<'d, '_> {
    pub(super) fn object(&mut self, parent: &Fields<'d>, name: &'static str) -> Option<Fields<'d>> {
        let node = self.map_behind(parent.get(name)?, name)?;
        self.fields(node, name)
    }

    /// Returns a map or list, through a reference if necessary: many tools follow references there.
    fn map_behind(&mut self, node: &'d Node, name: &'static str) -> Option<&'d Node> {
        match node.reference() {
            Some(_) if !matches!(name, "mapping" | "scopes") => self.deref(node, name),
            _ => Some(node),
        }
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

    /// Returns the entries of a map, without vendor extensions unless any name is allowed: a header
    /// field or a schema may be named `x-…`.
    pub(super) fn entries(
        &mut self,
        parent: &Fields<'d>,
        name: &'static str,
    ) -> Vec<(&'d str, &'d Node)> {
        let entries = self.named_entries(parent, name).into_iter();
        entries.map(|(name, _, node)| (name, node)).collect()
    }

    /// Returns the entries with the places of their names.
    pub(super) fn named_entries(
        &mut self,
        parent: &Fields<'d>,
        name: &'static str,
    ) -> Vec<(&'d str, Span, &'d Node)> {
        let Some(fields) = self.object(parent, name) else {
            return Vec::new();
        };
        let extensible = matches!(name, "paths" | "responses" | "scopes");
        let names = fields.iter().map(|(name, _)| name.len()).sum();
        self.spend(Unit::Text, names, fields.span);
        let entries = fields.spans();
        entries
            .filter(|(name, ..)| !extensible || !name.starts_with("x-"))
            .collect()
    }

    pub(super) fn array(&mut self, parent: &Fields<'d>, name: &'static str) -> &'d [Node] {
        let behind = parent
            .get(name)
            .and_then(|node| self.map_behind(node, name));
        let Some(node) = behind else {
            return &[];
        };
        if let Some(items) = node.as_array() {
            return items;
        }
        // An absent `security` allows everyone, and the meaning of null is unclear.
        if matches!(node.value, Value::Null) && name != "security" {
            self.take_for_empty(node, name, "a list");
        } else {
            self.wrong_type(node, name, "a list");
        }
        &[]
    }

    pub(super) fn text(&mut self, parent: &Fields<'d>, name: &str) -> Option<String> {
        self.text_of(parent.get(name)?, name)
    }

    /// Returns documentation, which some descriptions keep in separate files. If it cannot be read,
    /// nothing else is affected.
    pub(super) fn prose(&mut self, parent: &Fields<'d>, name: &'static str) -> Option<String> {
        let node = parent.get(name)?;
        let node = match node.get("$ref") {
            Some(_) => self.deref(node, name)?,
            None => node,
        };
        if matches!(node.value, Value::Null | Value::Array(_) | Value::Object(_)) {
            self.ignore(node, name, "a string");
            return None;
        }
        self.text_of(node, name)
    }

    /// Returns a flag that is only for people.
    pub(super) fn mark(&mut self, parent: &Fields<'d>, name: &str) -> bool {
        match parent.get(name) {
            Some(node) if !matches!(node.value, Value::Bool(_) | Value::String(_)) => {
                self.ignore(node, name, "true or false");
                false
            }
            _ => self.flag(parent, name),
        }
    }

    fn ignore(&mut self, node: &Node, name: &str, expected: &str) {
        let diagnostic = complaint::wrong_type(node, name, expected);
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn required_text(&mut self, parent: &Fields<'d>, name: &str) -> String {
        if parent.get(name).is_none() {
            self.missing(parent, name);
        }
        self.text(parent, name).unwrap_or_default()
    }

    /// Returns text. A number or a boolean is used as it is written, and reported.
    pub(super) fn text_of(&mut self, node: &Node, name: &str) -> Option<String> {
        let text = match &node.value {
            Value::String(text) => {
                if !matches!(name, "description" | "summary" | "example" | "pattern") {
                    self.refuse_hidden(node.span, text, &quoted(name));
                }
                return Some(self.copied(text, node.span));
            }
            Value::Number(text) => text.to_string(),
            Value::Bool(value) => value.to_string(),
            _ => {
                self.wrong_type(node, name, "a string");
                return None;
            }
        };
        let kind = node.describe();
        let message = format!("{} must be a string, and `{text}` is {kind}", quoted(name));
        self.diagnostics.push(
            Diagnostic::warning(Code::AmbiguousScalar, node.span, message)
                .label("read as a string, exactly as written")
                .help(format!("write \"{text}\" in quotes")),
        );
        Some(text)
    }

    pub(super) fn flag(&mut self, parent: &Fields<'d>, name: &str) -> bool {
        self.optional_flag(parent, name).unwrap_or_default()
    }

    pub(super) fn optional_flag(&mut self, parent: &Fields<'d>, name: &str) -> Option<bool> {
        let node = parent.get(name)?;
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        let written = node.as_str().and_then(|text| text.parse().ok());
        if written.is_some() {
            self.take_quoted(node, name, "a boolean");
            return written;
        }
        self.wrong_type(node, name, "true or false");
        None
    }

    pub(super) fn count(&mut self, parent: &Fields<'d>, name: &str) -> Option<u64> {
        let node = parent.get(name)?;
        if let Value::Number(text) = &node.value
            && let Some(count) = whole(text)
        {
            return Some(count);
        }
        let written = node.as_str().and_then(whole);
        if written.is_some() {
            self.take_quoted(node, name, "a number");
            return written;
        }
        self.wrong_type(node, name, "a whole number from 0");
        None
    }

    /// Returns the text of a number.
    pub(super) fn number(&mut self, parent: &Fields<'d>, name: &str) -> Option<String> {
        let node = parent.get(name)?;
        if let Value::Number(text) = &node.value {
            return Some(text.to_string());
        }
        let is_number = |text: &&str| matches!(serde_json::from_str(text), Ok(Json::Number(_)));
        if let Some(text) = node.as_str().filter(is_number) {
            self.take_quoted(node, name, "a number");
            return Some(text.to_owned());
        }
        self.wrong_type(node, name, "a number");
        None
    }

    /// Reports a value that should not be in quotes.
    fn take_quoted(&mut self, node: &Node, name: &str, expected: &str) {
        let text = node.as_str().unwrap_or_default();
        let message = format!(
            "{} must be {expected}, and \"{text}\" is a string",
            quoted(name)
        );
        self.diagnostics.push(
            Diagnostic::warning(Code::AmbiguousScalar, node.span, message)
                .label(format!("read as {text}"))
                .help(format!("write {text} without quotes")),
        );
    }

    pub(super) fn extensions(&mut self, fields: &Fields<'d>) -> Extensions {
        let extensions = fields.iter().filter(|(name, _)| name.starts_with("x-"));
        extensions
            .map(|(name, node)| (self.copied(name, node.span), self.json(node)))
            .collect()
    }

    /// Returns a value as data. References can demand any number of copies, so the total is
    /// limited.
    pub(super) fn json(&mut self, node: &'d Node) -> serde_json::Value {
        if !self.spend(Unit::Values, node.size(), node.span)
            || !self.spend(Unit::Text, node.text_bytes(), node.span)
        {
            return serde_json::Value::Null;
        }
        node.to_json()
    }
}

/// Parses an integer; `5` and `5.0` are equal.
fn whole(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| {
        let (whole, fraction) = text.split_once('.')?;
        fraction.bytes().all(|digit| digit == b'0').then_some(())?;
        whole.parse().ok()
    })
}
