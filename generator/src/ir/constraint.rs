//! What restricts the values of a schema beyond its type.

use spec::model::{Additional, Array, Bounds, Kind, Object, Schema, SchemaId, Text};

/// The keywords that restrict values, by the kind of value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Constraints<'a> {
    /// None are known.
    None,
    /// Of strings.
    Text(&'a Text),
    /// Of numbers.
    Number(&'a Bounds),
    /// Of arrays, and of their items.
    List(&'a Array),
    /// Of objects, and of the values of additional properties.
    Object(&'a Object),
}

/// Returns what restricts the values of a schema itself. An alias has no constraints.
pub(crate) fn of(schema: &Schema) -> Constraints<'_> {
    match &schema.kind {
        Kind::String(text) => Constraints::Text(text),
        Kind::Integer { bounds, .. } | Kind::Number { bounds, .. } => Constraints::Number(bounds),
        Kind::Array(array) if array.prefix.is_empty() => Constraints::List(array),
        Kind::Object(object) => Constraints::Object(object),
        Kind::Null
        | Kind::Never
        | Kind::Boolean
        | Kind::Array(_)
        | Kind::Any
        | Kind::Alias(_)
        | Kind::Enumeration(_)
        | Kind::Union(_) => Constraints::None,
    }
}

/// Returns the schema of additional properties, if there is one.
pub(crate) const fn additional(object: &Object) -> Option<SchemaId> {
    match object.additional {
        Additional::Schema(value) => Some(value),
        Additional::Unspecified | Additional::Forbidden => None,
    }
}
