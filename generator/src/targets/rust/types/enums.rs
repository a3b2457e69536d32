//! Enumerations.

use askama::Template;
use serde_json::Value;
use spec::model::{Enumeration, Kind};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, ident};
use super::super::names::{Case, Scope};
use super::super::ty::TypeId;
use crate::ir::docs::of_type;
use crate::ir::docs::span;

pub(super) struct Variant {
    docs: Code,
    name: Code,
    value: Code,
}

#[derive(Template)]
#[template(path = "rust/types/src/string_enum.rs")]
pub(in super::super) struct StringEnum {
    docs: Code,
    name: Code,
    variants: Vec<Variant>,
    closed: bool,
}

#[derive(Template)]
#[template(path = "rust/types/src/integer_enum.rs")]
pub(in super::super) struct IntegerEnum {
    docs: Code,
    name: Code,
    variants: Vec<Variant>,
}

impl StringEnum {
    /// Returns the names of the values.
    pub(in super::super) fn names(&self) -> impl Iterator<Item = &Code> {
        self.variants.iter().map(|variant| &variant.name)
    }
}

impl IntegerEnum {
    /// Returns the names of the values.
    pub(in super::super) fn names(&self) -> impl Iterator<Item = &Code> {
        self.variants.iter().map(|variant| &variant.name)
    }
}

impl Rust<'_> {
    /// Returns the name of a value of an enumeration of strings.
    pub(in super::super) fn string_value(&self, id: TypeId, text: &str) -> Option<Code> {
        let values = self.string_enum(id).variants.into_iter();
        let mut named = values.map(|variant| (variant.value, variant.name));
        let wanted = code::string(text);
        named.find_map(|(value, name)| (value == wanted).then_some(name))
    }

    /// Returns the name of a value of an enumeration of integers.
    pub(in super::super) fn integer_value(&self, id: TypeId, number: i64) -> Option<Code> {
        let values = self.integer_enum(id).variants.into_iter();
        let mut named = values.map(|variant| (variant.value, variant.name));
        let wanted = code::integer(number);
        named.find_map(|(value, name)| (value == wanted).then_some(name))
    }

    fn enumeration(&self, id: TypeId) -> Option<&Enumeration> {
        match &self.plan.schema(self.plan.get(id).schema).kind {
            Kind::Enumeration(list) => Some(list),
            _ => None,
        }
    }

    pub(in super::super) fn string_enum(&self, id: TypeId) -> StringEnum {
        let made = self.plan.get(id);
        let list = self.enumeration(id);
        let values = list.into_iter().flat_map(|list| &list.values);
        let mut scope = Scope::new(Case::Pascal, &["Unknown", "Self"]);
        let texts = values.filter_map(Value::as_str);
        let variants = texts.map(|text| Variant {
            docs: docs(&span(text)),
            name: ident(&scope.claim_or(text, "value")),
            value: code::string(text),
        });
        StringEnum {
            docs: docs(&of_type(self.plan.schema(made.schema), &made.name).whole()),
            name: ident(&made.name),
            variants: variants.collect(),
            closed: list.is_some_and(|list| !list.open),
        }
    }

    pub(in super::super) fn integer_enum(&self, id: TypeId) -> IntegerEnum {
        let made = self.plan.get(id);
        let values = self
            .enumeration(id)
            .into_iter()
            .flat_map(|list| &list.values);
        let variants = values.filter_map(Value::as_i64).map(|number| {
            let sign = if number < 0 { "Minus" } else { "Value" };
            Variant {
                docs: docs(&format!("`{number}`")),
                name: ident(&format!("{sign}{}", number.unsigned_abs())),
                value: code::integer(number),
            }
        });
        IntegerEnum {
            docs: docs(&of_type(self.plan.schema(made.schema), &made.name).whole()),
            name: ident(&made.name),
            variants: variants.collect(),
        }
    }
}
