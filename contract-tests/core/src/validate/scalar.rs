//! Validates strings and enumerations.

use spec::model::EnumBase;

use super::Constraint;
use super::compile::{Enumeration, Node, Text};
use super::describe::clip_text;
use super::walk::Walk;
use crate::count::counted;
use crate::json::{Decimal, Json};

impl<'j> Walk<'_, 'j> {
    pub(super) fn text(&mut self, node: &Node, rules: &Text, text: &str, value: &'j Json) {
        self.length(node, rules, text, value);
        let pattern = rules.pattern.as_ref();
        if let Some(pattern) = pattern.filter(|pattern| pattern.matches(text) == Some(false)) {
            let expected = format!("a string that matches {}", pattern.as_str());
            self.fail(node, Constraint::Pattern, clip_text(&expected), value);
        }
        if let Some(format) = rules.format.filter(|format| !format.holds(text)) {
            let expected = format!("a string of format {}", format.name());
            self.fail(node, Constraint::Format, expected, value);
        }
    }

    /// Lengths are counted in code points.
    fn length(&mut self, node: &Node, rules: &Text, text: &str, value: &'j Json) {
        if rules.min_length.is_none() && rules.max_length.is_none() {
            return;
        }
        let length = text.chars().count() as u64;
        if let Some(least) = rules.min_length.filter(|least| length < *least) {
            let expected = format!("at least {}", counted(least, "character", "characters"));
            self.report(
                node,
                Constraint::Length,
                expected,
                characters(length, value),
            );
        }
        if let Some(most) = rules.max_length.filter(|most| length > *most) {
            let expected = format!("at most {}", counted(most, "character", "characters"));
            self.report(
                node,
                Constraint::Length,
                expected,
                characters(length, value),
            );
        }
    }

    pub(super) fn enumeration(&mut self, node: &Node, list: &Enumeration, value: &'j Json) {
        if list.has(value) {
            return;
        }
        let (constraint, expected) = if !list.is_of_base(value) {
            (Constraint::Type, list.base_name().to_owned())
        } else if list.open || (list.extensible && self.is_response()) {
            return;
        } else {
            let values = Json::Array(list.values.clone()).to_string();
            (Constraint::Enum, format!("one of {values}"))
        };
        self.fail(node, constraint, clip_text(&expected), value);
    }
}

impl Enumeration {
    /// Returns whether the enumeration lists a value.
    pub(super) fn has(&self, value: &Json) -> bool {
        self.values.iter().any(|listed| listed.same(value))
    }

    /// Returns whether a value has the type of the enumeration's values.
    pub(super) fn is_of_base(&self, value: &Json) -> bool {
        match (self.base, value) {
            (EnumBase::String, Json::String(_)) => true,
            (EnumBase::Integer, Json::Number(text)) => {
                Decimal::parse(text).is_some_and(|decimal| decimal.is_integer())
            }
            (EnumBase::Other, value) => {
                let mut listed = self.values.iter();
                listed.any(|listed| listed.type_name() == value.type_name())
            }
            _ => false,
        }
    }

    const fn base_name(&self) -> &'static str {
        match self.base {
            EnumBase::String => "a string",
            EnumBase::Integer => "a whole number",
            EnumBase::Other => "a value of a type in the list",
        }
    }
}

fn characters(length: u64, value: &Json) -> String {
    clip_text(&format!(
        "{}: {}",
        counted(length, "character", "characters"),
        super::describe::clip(value)
    ))
}
