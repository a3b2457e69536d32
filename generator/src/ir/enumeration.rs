//! Enumerations of strings and integers.

use serde_json::Value;
use spec::model::{EnumBase, Kind, ValueList};

use super::{Ir, Shape};

/// An enumeration.
#[derive(Debug)]
pub(crate) struct Enumeration<'a> {
    /// The values, in the order of the description.
    pub(crate) values: Values<'a>,
    /// The values as JSON, in the same order.
    listed: &'a ValueList,
    /// Whether any other value is also allowed, so that the values are hints.
    pub(crate) open: bool,
    /// Whether responses may have other values, and requests may not.
    pub(crate) extensible: bool,
}

/// The values of an enumeration.
#[derive(Debug)]
pub(crate) enum Values<'a> {
    Strings(Vec<&'a str>),
    Integers(Vec<i128>),
}

impl Enumeration<'_> {
    /// Returns the index of a value.
    pub(crate) fn position(&self, value: &Value) -> Option<usize> {
        self.listed.position(value)
    }
}

impl Values<'_> {
    /// Returns how many there are.
    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Strings(values) => values.len(),
            Self::Integers(values) => values.len(),
        }
    }
}

/// Pass: collects the values of every enumeration.
pub(super) fn fill(ir: &mut Ir<'_>) {
    let enumerations = ir.types.iter().filter_map(|(id, declared)| {
        let Kind::Enumeration(list) = &declared.schema.kind else {
            return None;
        };
        let values = list.values.iter();
        let values = match list.base {
            EnumBase::String => Values::Strings(values.filter_map(Value::as_str).collect()),
            EnumBase::Integer => Values::Integers(values.filter_map(whole).collect()),
            EnumBase::Other => return None,
        };
        let enumeration = Enumeration {
            values,
            listed: &list.values,
            open: list.open,
            extensible: list.extensible,
        };
        Some((id, Shape::Enumeration(enumeration)))
    });
    let enumerations: Vec<_> = enumerations.collect();
    ir.types.shape(enumerations);
}

/// Returns a whole number.
pub(super) fn whole(value: &Value) -> Option<i128> {
    let signed = value.as_i64().map(i128::from);
    signed.or_else(|| value.as_u64().map(i128::from))
}
