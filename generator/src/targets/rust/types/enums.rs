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

/// A value of an enumeration.
struct Variant<'e> {
    name: &'e Code,
    value: &'e Value,
}

impl Variant<'_> {
    fn docs(&self) -> Code {
        match self.value.as_str() {
            Some(text) => docs(&span(text)),
            None => docs(&span(&self.value.to_string())),
        }
    }

    fn value(&self) -> Code {
        match (self.value.as_str(), self.value.as_i64()) {
            (Some(text), _) => code::string(text),
            (_, number) => code::integer(number.unwrap_or_default()),
        }
    }
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
        let at = self.enumeration(id)?.values.position(value)?;
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

    fn enumeration(&self, id: TypeId) -> Option<&Enumeration> {
        match &self.plan.schema(self.plan.get(id).schema).kind {
            Kind::Enumeration(list) => Some(list),
            _ => None,
        }
    }

    fn variants_of(&self, id: TypeId) -> Vec<Variant<'_>> {
        let values = self.enumeration(id).into_iter();
        let values = values.flat_map(|list| &list.values);
        let variants = self.value_names(id).iter().zip(values);
        variants
            .map(|(name, value)| Variant { name, value })
            .collect()
    }

    pub(in super::super) fn string_enum(&self, id: TypeId) -> StringEnum<'_> {
        let made = self.plan.get(id);
        StringEnum {
            docs: docs(&of_type(self.plan.schema(made.schema), &made.name).whole()),
            name: ident(&made.name),
            variants: self.variants_of(id),
            closed: self.enumeration(id).is_some_and(|list| !list.open),
        }
    }

    pub(in super::super) fn integer_enum(&self, id: TypeId) -> IntegerEnum<'_> {
        let made = self.plan.get(id);
        IntegerEnum {
            docs: docs(&of_type(self.plan.schema(made.schema), &made.name).whole()),
            name: ident(&made.name),
            variants: self.variants_of(id),
        }
    }
}

/// Returns a name for each value.
fn names(list: &Enumeration) -> Vec<Code> {
    let mut scope = Scope::new(Case::Pascal, &["Unknown", "Self"]).expecting(list.values.len());
    let mut name = |value: &Value| match (value.as_str(), value.as_i64()) {
        (Some(text), _) => ident(&scope.claim_or(text, "value")),
        (_, number) => {
            let number = number.unwrap_or_default();
            let sign = if number < 0 { "Minus" } else { "Value" };
            ident(&format!("{sign}{}", number.unsigned_abs()))
        }
    };
    list.values.iter().map(&mut name).collect()
}
