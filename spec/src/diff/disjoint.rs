//! Proves that no value matches both of two schemas.

use std::collections::HashSet;

use super::Comparison;
use crate::model::{Additional, Api, EnumBase, Kind, Object, SchemaId};

/// How many levels of properties are compared.
const DEEPEST: u8 = 3;

impl Comparison<'_> {
    /// Returns whether it is easy to prove that no value matches both of two schemas of the new
    /// description.
    pub(super) fn disjoint(&self, one: SchemaId, other: SchemaId) -> bool {
        disjoint(self.new, one, other, 0)
    }
}

/// Returns the JSON types that a value may have, one bit for each.
fn types(api: &Api, kind: &Kind, depth: u8) -> u8 {
    const ALL: u8 = 0b11_1111;
    match kind {
        Kind::Never => 0,
        Kind::Null => 1,
        Kind::Boolean => 1 << 1,
        Kind::Integer { .. } | Kind::Number { .. } => 1 << 2,
        Kind::String(_) => 1 << 3,
        Kind::Array(_) => 1 << 4,
        Kind::Object(_) => 1 << 5,
        Kind::Enumeration(list) if list.open => ALL,
        Kind::Enumeration(list) => match list.base {
            EnumBase::String => 1 << 3,
            EnumBase::Integer => 1 << 2,
            EnumBase::Other => ALL,
        },
        Kind::Union(union) if depth < DEEPEST => {
            let members = union.members.iter();
            members.fold(0, |all, member| {
                let schema = api.schema(api.resolve(member.schema));
                all | u8::from(schema.nullable) | types(api, &schema.kind, depth + 1)
            })
        }
        Kind::Any | Kind::Alias(_) | Kind::Union(_) => ALL,
    }
}

fn disjoint(api: &Api, one: SchemaId, other: SchemaId, depth: u8) -> bool {
    let nullable = |id: SchemaId| {
        api.schema(id).nullable || {
            let resolved = api.schema(api.resolve(id));
            resolved.nullable || matches!(resolved.kind, Kind::Null | Kind::Any)
        }
    };
    if nullable(one) && nullable(other) {
        return false;
    }
    let one = api.schema(api.resolve(one));
    let other = api.schema(api.resolve(other));
    if types(api, &one.kind, depth) & types(api, &other.kind, depth) == 0 {
        return true;
    }
    match (&one.kind, &other.kind) {
        (Kind::Enumeration(one), Kind::Enumeration(other)) if !one.open && !other.open => {
            let values: HashSet<_> = one.values.iter().map(ToString::to_string).collect();
            let mut others = other.values.iter();
            !others.any(|value| values.contains(&value.to_string()))
        }
        (Kind::Object(one), Kind::Object(other)) if depth < DEEPEST => {
            differ_in_property(api, one, other, depth)
                || forbids_required(one, other)
                || forbids_required(other, one)
        }
        _ => false,
    }
}

/// Returns whether both require a property that cannot have the same value in both.
fn differ_in_property(api: &Api, one: &Object, other: &Object, depth: u8) -> bool {
    let required = one.properties.iter().filter(|property| property.required);
    required.into_iter().any(|property| {
        let mut others = other.properties.iter();
        others.any(|with| {
            with.required
                && with.name == property.name
                && disjoint(api, property.schema, with.schema, depth + 1)
        })
    })
}

/// Returns whether one object forbids a property that the other one requires.
fn forbids_required(closed: &Object, other: &Object) -> bool {
    closed.additional == Additional::Forbidden
        && other
            .properties
            .iter()
            .filter(|property| property.required)
            .any(|property| {
                !closed
                    .properties
                    .iter()
                    .any(|own| own.name == property.name)
            })
}
