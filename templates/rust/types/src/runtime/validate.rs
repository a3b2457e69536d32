//! Validates typed values against the constraints of the description.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::bounds::Amount;
use super::decode::push_escaped;
use super::{Bounds, Format, Number, Pattern, Presence};

/// A type whose values can violate constraints of the description.
pub trait Validate {
    /// Reports every constraint that is violated.
    fn check(&self, validator: &mut Validator) {
        let _ = validator;
    }

    /// Checks every constraint.
    ///
    /// # Errors
    /// Returns an error if constraints are violated: all of them, each with the location of the
    /// value.
    fn validate(&self) -> Result<(), Violations> {
        let mut validator = Validator::default();
        self.check(&mut validator);
        validator.finish()
    }
}

/// A violated constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The JSON Pointer (RFC 6901) of the value.
    pub pointer: String,
    /// The keyword of the constraint, such as `maxLength`.
    pub keyword: &'static str,
    /// A description of the constraint.
    pub detail: String,
}

/// All violated constraints of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations(pub Vec<Violation>);

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", violation.pointer, violation.detail)?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

/// Collects violated constraints, and tracks the location of the value being checked.
///
/// In its methods, `name` is a property of the current value; `""` is the value itself.
#[derive(Debug, Default)]
pub struct Validator {
    pointer: String,
    violations: Vec<Violation>,
}

impl Validator {
    /// The maximum number of violations. More would not help, and hostile input could make them
    /// costly.
    const MOST: usize = 100;

    fn finish(self) -> Result<(), Violations> {
        if self.violations.is_empty() {
            Ok(())
        } else {
            Err(Violations(self.violations))
        }
    }

    const fn is_full(&self) -> bool {
        self.violations.len() >= Self::MOST
    }

    /// Reports a constraint that the value at `name` violates.
    pub fn violation(&mut self, name: &str, keyword: &'static str, detail: impl Into<String>) {
        if self.is_full() {
            return;
        }
        let length = self.enter(name);
        self.violations.push(Violation {
            pointer: self.pointer.clone(),
            keyword,
            detail: detail.into(),
        });
        self.pointer.truncate(length);
    }

    /// Enters `name` and returns the length of the pointer to restore afterwards.
    fn enter(&mut self, name: &str) -> usize {
        let length = self.pointer.len();
        if !name.is_empty() {
            self.step(name);
        }
        length
    }

    fn step(&mut self, name: &str) {
        self.pointer.push('/');
        push_escaped(&mut self.pointer, name);
    }

    /// Checks `minLength` and `maxLength`, in characters (RFC 8259 §8; Unicode scalar values).
    pub fn length(&mut self, name: &str, text: &str, min: Option<u64>, max: Option<u64>) {
        // Counting is slow, and a text never has more characters than bytes.
        if min.is_none() && max.is_none_or(|max| text.len() as u64 <= max) {
            return;
        }
        let count = text.chars().count() as u64;
        self.count(
            name,
            count,
            min,
            max,
            ["minLength", "maxLength"],
            ["character", "characters"],
        );
    }

    /// Checks `pattern`.
    pub fn pattern(&mut self, name: &str, text: &str, pattern: &'static Pattern) {
        if !pattern.matches(text) {
            self.violation(name, "pattern", format!("must match {}", pattern.as_str()));
        }
    }

    /// Checks `format`.
    pub fn format(&mut self, name: &str, text: &str, format: Format) {
        if !format.matches(text) {
            self.violation(
                name,
                "format",
                format!("must be of the format {}", format.name()),
            );
        }
    }

    /// Checks `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` and `multipleOf`.
    pub fn number<T: Number>(&mut self, name: &str, value: &T, bounds: &Bounds) {
        self.amount(name, value.amount(), bounds);
    }

    fn amount(&mut self, name: &str, amount: Amount, bounds: &Bounds) {
        for (keyword, detail) in bounds.broken(amount) {
            self.violation(name, keyword, detail);
        }
    }

    /// Checks `minItems`, `maxItems` and `uniqueItems`.
    pub fn items<T: Serialize>(
        &mut self,
        name: &str,
        items: &[T],
        min: Option<u64>,
        max: Option<u64>,
        unique: bool,
    ) {
        let count = items.len() as u64;
        let keywords = ["minItems", "maxItems"];
        self.count(name, count, min, max, keywords, ["item", "items"]);
        if unique && !are_unique(items.iter().map(serde_json::to_value)) {
            self.violation(name, "uniqueItems", "must not have the same item twice");
        }
    }

    /// Checks `minProperties` and `maxProperties`.
    pub fn properties(&mut self, name: &str, count: usize, min: Option<u64>, max: Option<u64>) {
        let keywords = ["minProperties", "maxProperties"];
        let nouns = ["property", "properties"];
        self.count(name, count as u64, min, max, keywords, nouns);
    }

    fn count(
        &mut self,
        name: &str,
        count: u64,
        min: Option<u64>,
        max: Option<u64>,
        [at_least, at_most]: [&'static str; 2],
        [one, many]: [&'static str; 2],
    ) {
        let counted = |count| format!("{count} {}", if count == 1 { one } else { many });
        if let Some(min) = min.filter(|min| count < *min) {
            self.violation(
                name,
                at_least,
                format!("must have at least {}", counted(min)),
            );
        }
        if let Some(max) = max.filter(|max| count > *max) {
            self.violation(name, at_most, format!("must have at most {}", counted(max)));
        }
    }

    /// Checks `enum`, for a value that the description may not define.
    pub fn closed(&mut self, name: &str, is_unknown: bool, allowed: &[&str]) {
        if is_unknown {
            let detail = format!("must be one of {}", allowed.join(", "));
            self.violation(name, "enum", detail);
        }
    }

    /// Checks `enum` of integers, for a value that the description may not define.
    pub fn closed_integer(&mut self, name: &str, is_unknown: bool, allowed: &[i64]) {
        if is_unknown {
            let allowed: Vec<String> = allowed.iter().map(i64::to_string).collect();
            let detail = format!("must be one of {}", allowed.join(", "));
            self.violation(name, "enum", detail);
        }
    }

    /// Checks a value whose type has constraints.
    pub fn nested<T: Validate + ?Sized>(&mut self, name: &str, value: &T) {
        if self.is_full() {
            return;
        }
        let length = self.enter(name);
        value.check(self);
        self.pointer.truncate(length);
    }

    /// Checks every item of an array.
    pub fn each<T>(&mut self, name: &str, items: &[T], mut check: impl FnMut(&mut Self, &T)) {
        let length = self.enter(name);
        for (index, item) in items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            let here = self.pointer.len();
            self.step(&index.to_string());
            check(self, item);
            self.pointer.truncate(here);
        }
        self.pointer.truncate(length);
    }

    /// Checks every value of a map.
    pub fn values<T>(
        &mut self,
        name: &str,
        values: &BTreeMap<String, T>,
        mut check: impl FnMut(&mut Self, &T),
    ) {
        let length = self.enter(name);
        for (key, value) in values {
            if self.is_full() {
                break;
            }
            let here = self.pointer.len();
            self.step(key);
            check(self, value);
            self.pointer.truncate(here);
        }
        self.pointer.truncate(length);
    }
}

/// Returns whether all values differ as JSON; a value that cannot be encoded differs from all
/// others.
fn are_unique(items: impl Iterator<Item = serde_json::Result<Value>>) -> bool {
    let mut seen = HashSet::new();
    items.flatten().all(|mut item| {
        item.sort_all_objects();
        seen.insert(item.to_string())
    })
}

impl<T: Validate + ?Sized> Validate for Box<T> {
    fn check(&self, validator: &mut Validator) {
        (**self).check(validator);
    }
}

impl<T: Validate> Validate for Option<T> {
    fn check(&self, validator: &mut Validator) {
        if let Some(value) = self {
            value.check(validator);
        }
    }
}

impl<T: Validate> Validate for Presence<T> {
    fn check(&self, validator: &mut Validator) {
        if let Self::Value(value) = self {
            value.check(validator);
        }
    }
}

impl<T: Validate> Validate for Vec<T> {
    fn check(&self, validator: &mut Validator) {
        validator.each("", self, |validator, item| item.check(validator));
    }
}

impl<T: Validate> Validate for BTreeMap<String, T> {
    fn check(&self, validator: &mut Validator) {
        validator.values("", self, |validator, value| value.check(validator));
    }
}
