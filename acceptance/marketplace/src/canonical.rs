//! Compares JSON values by their meaning.

use serde_json::Value;
use spec::model::{Additional, Kind, SchemaId};

use crate::description::API;

/// Returns the normal form of a value.
///
/// Numbers and decimals lose insignificant digits, and UUIDs their capitals; everything else must
/// be unchanged.
pub fn canonical(id: SchemaId, value: &Value) -> Value {
    let id = API.resolve(id);
    match (&API.schema(id).kind, value) {
        (Kind::String(shape), Value::String(text)) => match shape.format.as_deref() {
            Some("uuid") => text.to_ascii_lowercase().into(),
            Some("decimal") => decimal(text).into(),
            _ => value.clone(),
        },
        (Kind::Number { .. } | Kind::Integer { .. }, Value::Number(number)) => {
            match number.as_i64() {
                Some(whole) => whole.into(),
                None => number.as_f64().map_or(Value::Null, whole_or_not),
            }
        }
        (Kind::Array(array), Value::Array(items)) => items
            .iter()
            .map(|item| canonical(array.items, item))
            .collect(),
        (Kind::Object(object), Value::Object(members)) => {
            let member = |name: &String, value: &Value| {
                let mut named = object.properties.iter();
                let named = named.find(|property| property.name == *name);
                match (named, object.additional) {
                    (Some(property), _) => canonical(property.schema, value),
                    (None, Additional::Schema(schema)) => canonical(schema, value),
                    (None, _) => value.clone(),
                }
            };
            let members = members.iter();
            Value::Object(
                members
                    .map(|(name, value)| (name.clone(), member(name, value)))
                    .collect(),
            )
        }
        (Kind::Union(union), _) => {
            let fits = union
                .members
                .iter()
                .find(|member| match &union.discriminator {
                    Some(discriminator) => {
                        let told = value[&discriminator.property].as_str();
                        told.is_some_and(|told| member.values.iter().any(|value| value == told))
                    }
                    None => false,
                });
            fits.map_or_else(|| value.clone(), |member| canonical(member.schema, value))
        }
        _ => value.clone(),
    }
}

/// Returns a number; `1.0` is also an integer.
#[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
fn whole_or_not(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        (number as i64).into()
    } else {
        number.into()
    }
}

fn decimal(text: &str) -> String {
    use types::rust_decimal::Decimal;
    let decimal = Decimal::from_scientific(&text.to_ascii_lowercase());
    let decimal = decimal.or_else(|_| text.parse::<Decimal>());
    decimal.map_or_else(
        |_| text.to_owned(),
        |decimal| decimal.normalize().to_string(),
    )
}
