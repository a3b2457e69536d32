//! Lowers strings and numbers, and reports bounds that exclude each other.

use super::reader::Fields;
use super::{Dialect, Lowering};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::{Bounds, Provenance, Text, is_json};

impl<'d> Lowering<'d, '_> {
    pub(super) fn string(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Text {
        let media_type = fields.get("contentMediaType").and_then(Node::as_str);
        let holds_json = media_type.is_some_and(is_json) && fields.get("contentEncoding").is_none();
        let encoded = match fields.get("contentEncoding").and_then(Node::as_str) {
            Some("base64") => Some("byte".to_owned()),
            _ => media_type
                .filter(|_| !holds_json)
                .map(|_| "binary".to_owned()),
        };
        let content = fields.get("contentSchema").filter(|_| holds_json);
        let content = content.map(|node| self.schema(node, provenance));
        let min_length = self.count(fields, "minLength");
        let max_length = self.count(fields, "maxLength");
        self.refuse_crossed(fields, ("minLength", min_length), ("maxLength", max_length));
        Text {
            format: self.text(fields, "format").or(encoded),
            min_length,
            max_length,
            pattern: self.pattern(fields),
            content,
        }
    }

    fn pattern(&mut self, fields: &Fields<'d>) -> Option<String> {
        let pattern = self.text(fields, "pattern")?;
        if let Err(why) = super::pattern::check(&pattern) {
            let message = format!("the pattern is not a regular expression of ECMA-262: {why}");
            let span = fields.value_span("pattern");
            self.diagnostics.push(
                Diagnostic::warning(Code::InvalidPattern, span, message)
                    .label("not checked")
                    .help("write it as in JavaScript, without the slashes"),
            );
        }
        Some(pattern)
    }

    pub(super) fn bounds(&mut self, fields: &Fields<'d>) -> Bounds {
        let (minimum, exclusive_minimum) = self.bound(fields, "minimum", "exclusiveMinimum");
        let (maximum, exclusive_maximum) = self.bound(fields, "maximum", "exclusiveMaximum");
        let bounds = Bounds {
            minimum,
            exclusive_minimum,
            maximum,
            exclusive_maximum,
            multiple_of: self.multiple_of(fields),
        };
        if bounds.exclude_everything() {
            let stands = |one, other| {
                if fields.get(one).is_some() {
                    one
                } else {
                    other
                }
            };
            let low = stands("minimum", "exclusiveMinimum");
            self.crossed(fields, low, stands("maximum", "exclusiveMaximum"));
        }
        bounds
    }

    fn multiple_of(&mut self, fields: &Fields<'d>) -> Option<String> {
        let factor = self.number(fields, "multipleOf")?;
        if factor.parse::<f64>().is_ok_and(|factor| factor > 0.0) {
            return Some(factor);
        }
        let message = format!("`multipleOf` cannot be {factor}");
        self.invalid(fields.value_span("multipleOf"), message, "a number above 0");
        None
    }

    /// Reads an exclusive bound: a boolean beside the bound in 3.0, a separate bound in 3.1.
    fn bound(
        &mut self,
        fields: &Fields<'d>,
        inclusive: &str,
        exclusive: &str,
    ) -> (Option<String>, bool) {
        let bound = self.number(fields, inclusive);
        match fields.get(exclusive).map(|node| &node.value) {
            Some(Value::Number(text)) => (Some(text.to_string()), true),
            Some(Value::Bool(exclusive)) => (bound, *exclusive),
            Some(_) => {
                if self.dialect >= Dialect::OpenApi31 {
                    self.number(fields, exclusive);
                } else {
                    self.flag(fields, exclusive);
                }
                (bound, false)
            }
            None => (bound, false),
        }
    }

    pub(super) fn refuse_crossed(
        &mut self,
        fields: &Fields<'d>,
        (low, least): (&str, Option<u64>),
        (high, most): (&str, Option<u64>),
    ) {
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            self.crossed(fields, low, high);
        }
    }

    fn crossed(&mut self, fields: &Fields<'d>, low: &str, high: &str) {
        let message = format!("no value can meet both `{low}` and `{high}`");
        self.diagnostics.push(
            Diagnostic::warning(Code::ImpossibleConstraint, fields.value_span(low), message)
                .label("the least")
                .related(fields.value_span(high), "the most")
                .help("swap them, or correct one"),
        );
    }
}

impl Bounds {
    /// Returns whether no number is within the bounds.
    pub(super) fn exclude_everything(&self) -> bool {
        let number = |text: &Option<String>| text.as_deref()?.parse::<f64>().ok();
        let (Some(least), Some(most)) = (number(&self.minimum), number(&self.maximum)) else {
            return false;
        };
        least > most || (least >= most && (self.exclusive_minimum || self.exclusive_maximum))
    }
}
