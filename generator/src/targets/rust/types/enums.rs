//! Enumerations.

use std::borrow::Cow;

use askama::Template;
use serde_json::Value;

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, ident};
use super::super::names::{Case, Scope};
use crate::ir::docs::span;
use crate::ir::{Enumeration, Shape, TypeId, Values};

/// A value of an enumeration.
struct Variant<'e> {
    docs: Code,
    name: &'e Code,
    value: Code,
}

#[derive(Template)]
#[template(path = "rust/types/src/string_enum.rs")]
pub(in super::super) struct StringEnum<'e> {
    docs: Code,
    name: Code,
    variants: Vec<Variant<'e>>,
    closed: bool,
}

#[derive(Template)]
#[template(path = "rust/types/src/integer_enum.rs")]
pub(in super::super) struct IntegerEnum<'e> {
    docs: Code,
    name: Code,
    variants: Vec<Variant<'e>>,
}

impl Rust<'_> {
    /// Returns the name of a value of an enumeration.
    pub(in super::super) fn value_name(&self, id: TypeId, value: &Value) -> Option<&Code> {
        let at = self.enumeration(id)?.position(value)?;
        self.value_names(id).get(at)
    }

    /// Returns the names of the values of an enumeration.
    pub(in super::super) fn value_names(&self, id: TypeId) -> &[Code] {
        let known = self.value_names.get(&id);
        known.unwrap_or_else(|| {
            let names = self.enumeration(id).map(names).unwrap_or_default();
            self.value_names.insert(id, names)
        })
    }

    fn enumeration(&self, id: TypeId) -> Option<&Enumeration<'_>> {
        match &self.plan.get(id).shape {
            Shape::Enumeration(list) => Some(list),
            _ => None,
        }
    }

    fn variants_of(&self, id: TypeId) -> Vec<Variant<'_>> {
        let list = self.enumeration(id);
        let values = list.map(|list| written(&list.values)).unwrap_or_default();
        let variants = self.value_names(id).iter().zip(values);
        variants
            .map(|(name, (shown, value))| Variant {
                docs: docs(&span(&shown)),
                name,
                value,
            })
            .collect()
    }

    pub(in super::super) fn string_enum(&self, id: TypeId) -> StringEnum<'_> {
        let made = self.plan.get(id);
        StringEnum {
            docs: docs(&made.docs.whole()),
            name: ident(&made.name),
            variants: self.variants_of(id),
            closed: self.enumeration(id).is_some_and(|list| !list.open),
        }
    }

    pub(in super::super) fn integer_enum(&self, id: TypeId) -> IntegerEnum<'_> {
        let made = self.plan.get(id);
        IntegerEnum {
            docs: docs(&made.docs.whole()),
            name: ident(&made.name),
            variants: self.variants_of(id),
        }
    }
}

/// Returns each value as text and as a literal.
fn written<'v>(values: &'v Values<'_>) -> Vec<(Cow<'v, str>, Code)> {
    match values {
        Values::Strings(texts) => {
            let texts = texts.iter();
            texts
                .map(|text| (Cow::Borrowed(*text), code::string(text)))
                .collect()
        }
        Values::Integers(numbers) => {
            let numbers = numbers.iter();
            numbers
                .map(|number| (number.to_string().into(), code::integer(*number)))
                .collect()
        }
    }
}

/// Returns a name for each value.
fn names(list: &Enumeration<'_>) -> Vec<Code> {
    match &list.values {
        Values::Strings(texts) => {
            let mut scope = Scope::new(Case::Pascal, &["Unknown", "Self"]).expecting(texts.len());
            let names = texts.iter();
            names
                .map(|text| ident(&scope.claim_or(text, "value")))
                .collect()
        }
        Values::Integers(numbers) => {
            let names = numbers.iter().map(|number| {
                let sign = if *number < 0 { "Minus" } else { "Value" };
                ident(&format!("{sign}{}", number.unsigned_abs()))
            });
            names.collect()
        }
    }
}
