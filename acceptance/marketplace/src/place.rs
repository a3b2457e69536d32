//! Finds every place in a value, with its schema.

use serde_json::Value;
use spec::model::{Additional, Kind, SchemaId, Union};

use crate::description::API;

/// A place of a value.
#[derive(Debug, Clone)]
pub struct Place {
    /// The JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The schema, with aliases resolved.
    pub schema: SchemaId,
    /// Whether a union is distinguished by this value.
    pub decides: bool,
    /// Whether the value is a member of a union that has a separate place.
    pub is_member: bool,
}

/// Returns all places in a value that are not `null`, outer ones first.
pub fn places(id: SchemaId, value: &Value) -> Vec<Place> {
    let mut places = Vec::new();
    let here = Place {
        pointer: String::new(),
        schema: id,
        decides: false,
        is_member: false,
    };
    visit(here, None, value, &mut places);
    places
}

/// Visits a place. `discriminator` is the property of this value that identifies the union member.
fn visit(mut place: Place, discriminator: Option<&str>, value: &Value, places: &mut Vec<Place>) {
    if value.is_null() {
        return;
    }
    place.schema = API.resolve(place.schema);
    places.push(place.clone());
    match (&API.schema(place.schema).kind, value) {
        (Kind::Array(array), Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                let inner = place.below(&index.to_string(), array.items);
                visit(inner, None, item, places);
            }
        }
        (Kind::Object(object), Value::Object(members)) => {
            for (name, member) in members {
                let mut named = object.properties.iter();
                let schema = match named.find(|property| property.name == *name) {
                    Some(property) => property.schema,
                    None => match object.additional {
                        Additional::Schema(schema) => schema,
                        Additional::Unspecified | Additional::Forbidden => continue,
                    },
                };
                let mut inner = place.below(name, schema);
                inner.decides = discriminator == Some(name);
                visit(inner, None, member, places);
            }
        }
        (Kind::Union(union), _) => {
            if let Some(schema) = member(union, value) {
                let discriminator = union.discriminator.as_ref();
                let discriminator = discriminator.map(|told| told.property.as_str());
                place.schema = schema;
                place.is_member = true;
                visit(place, discriminator, value, places);
            }
        }
        _ => {}
    }
}

impl Place {
    fn below(&self, name: &str, schema: SchemaId) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Self {
            pointer: format!("{}/{name}", self.pointer),
            schema,
            decides: false,
            is_member: false,
        }
    }
}

/// Returns the union member of a value, by its discriminator or by its type.
fn member(union: &Union, value: &Value) -> Option<SchemaId> {
    let mut members = union.members.iter();
    let member = match &union.discriminator {
        Some(told) => {
            let told = value[&told.property].as_str()?;
            members.find(|member| member.values.iter().any(|value| value == told))
        }
        None => members.find(|member| is_of_type(member.schema, value)),
    };
    member.map(|member| member.schema)
}

fn is_of_type(id: SchemaId, value: &Value) -> bool {
    match &API.schema(API.resolve(id)).kind {
        Kind::String(_) | Kind::Enumeration(_) => value.is_string(),
        Kind::Integer { .. } | Kind::Number { .. } => value.is_number(),
        Kind::Boolean => value.is_boolean(),
        Kind::Array(_) => value.is_array(),
        Kind::Object(_) => value.is_object(),
        _ => false,
    }
}
