//! Generates request bodies in the form of the vectors.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use conformance_core::json::Json;
use conformance_core::values::{self, Manner};
use jsonschema::error::ValidationErrorKind;
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};
use spec::Api;
use spec::model::{Kind, MediaType, Operation, SchemaId};

use crate::draw::Drawer;
use crate::items::Source;
use crate::parameters;

/// How often a value is drawn before it is given up.
const TRIES: usize = 6;

/// How many items a stream has.
const ITEMS: usize = 3;

/// Returns the media types of the body that clients can encode, by index. XML is left out, because
/// callers write its text, and streams unless everything is called, because no validator reads their
/// items.
pub fn contents(drawer: &Drawer<'_>, operation: &Operation) -> Vec<usize> {
    let content = operation.body.iter().flat_map(|body| &body.content);
    let is_xml = |media: &MediaType| {
        let essence = media.essence();
        essence.ends_with("/xml") || essence.ends_with("+xml")
    };
    let has_streams = drawer.answers.is_some();
    let is_written = |media: &MediaType| (has_streams || media.stream.is_none()) && !is_xml(media);
    let written = content.enumerate().filter(|(_, media)| is_written(media));
    written.map(|(index, _)| index).collect()
}

/// Returns a body in a media type; `None` if it cannot be generated.
pub fn draw(
    drawer: &Drawer<'_>,
    operation: &Operation,
    index: usize,
    manner: Manner,
    seed: &[&str],
) -> Option<Value> {
    let media = operation.body.as_ref()?.content.get(index)?;
    if let Some(stream) = &media.stream {
        let seeds = |number: usize| {
            let number = number.to_string();
            let what: Vec<&str> = seed.iter().copied().chain([&*number]).collect();
            drawer.seed(operation, &what)
        };
        let source = Source {
            api: drawer.api,
            maker: &drawer.maker,
            validator: &drawer.validator,
        };
        let items = source.items((media, stream), manner, ITEMS, &seeds)?;
        return Some(json!({"mediaType": media.name, "value": items}));
    }
    (0..TRIES).find_map(|round| {
        let manner = if round < TRIES / 2 {
            manner
        } else {
            Manner::Plain
        };
        let numbers = [index, round].map(|number| number.to_string());
        let what: Vec<&str> = seed
            .iter()
            .copied()
            .chain(numbers.iter().map(String::as_str))
            .collect();
        let value = match media.schema {
            Some(schema) => {
                let strategy = drawer.maker.strategy(schema, manner);
                values::tree(&strategy, drawer.seed(operation, &what))
                    .ok()?
                    .current()
            }
            None if media.is_json() => json!({"any": [1, "two", null]}),
            None => Value::from("any text"),
        };
        written(drawer, operation, media, value)
    })
}

/// Returns bodies in which every two choices for properties occur together, the most informative
/// ones first.
pub fn pairs(drawer: &Drawer<'_>, operation: &Operation, index: usize) -> Vec<Value> {
    let media = operation
        .body
        .as_ref()
        .and_then(|body| body.content.get(index));
    let Some((media, schema)) = media.and_then(|media| Some((media, media.schema?))) else {
        return Vec::new();
    };
    let seed = drawer.seed(operation, &["pairs", &index.to_string()]);
    let drawn = drawer.maker.pairs(schema, None, seed).into_iter();
    drawn
        .filter_map(|value| written(drawer, operation, media, value))
        .collect()
}

/// Returns the body in the form of a vector; `None` if it is not allowed, or has several encodings.
fn written(
    drawer: &Drawer<'_>,
    operation: &Operation,
    media: &MediaType,
    mut value: Value,
) -> Option<Value> {
    let essence = media.essence();
    let is_form = essence == "application/x-www-form-urlencoded";
    let is_multipart = essence == "multipart/form-data";
    if let (true, Some(members)) = (is_form || is_multipart, value.as_object_mut()) {
        // A form cannot express `null`, and an empty array leaves nothing.
        members
            .retain(|_, member| !member.is_null() && !member.as_array().is_some_and(Vec::is_empty));
        let is_written = members
            .values()
            .all(|member| is_multipart || parameters::is_flat(member));
        if members.is_empty() || !is_written {
            return None;
        }
    }
    let required = operation.body.as_ref().is_some_and(|body| body.required);
    let is_empty = value.as_str() == Some("") && required && !media.is_json();
    let json = Json::from(&value);
    let is_allowed = |schema| {
        drawer.validator.check(schema, &json).is_empty() && is_whole(drawer.api, schema, &value)
    };
    if is_empty || !media.schema.is_none_or(is_allowed) {
        return None;
    }
    let value = match (value, media.schema) {
        (value, Some(schema)) if is_multipart || media.is_json() => {
            files(drawer.api, schema, value)
        }
        (value, _) if media.is_json() || is_form => value,
        (Value::String(text), _) if is_text(&essence) => text.into(),
        (Value::String(text), _) => json!({"base64": BASE64_STANDARD.encode(text)}),
        _ => return None,
    };
    Some(json!({"mediaType": media.name, "value": value}))
}

/// Returns whether a value satisfies types and `oneOf` as they are written: an `allOf` can require
/// two types, which no value has, and a discriminator is a hint that does not extend the schema
/// (OpenAPI 3.1.1 §4.8.25).
fn is_whole(api: &Api, schema: SchemaId, value: &Value) -> bool {
    let Ok(whole) = jsonschema::validator_for(&api.whole(schema)) else {
        return true;
    };
    let is_broken = |kind: &ValidationErrorKind| {
        use ValidationErrorKind::{OneOfMultipleValid, Type};
        matches!(kind, OneOfMultipleValid { .. } | Type { .. })
    };
    !whole
        .iter_errors(value)
        .any(|error| is_broken(error.kind()))
}

fn is_text(essence: &str) -> bool {
    essence.starts_with("text/")
}

/// Encodes files as base64 text where they are part of JSON.
fn files(api: &Api, schema: SchemaId, mut value: Value) -> Value {
    match (&api.schema(api.resolve(schema)).kind, &mut value) {
        (Kind::String(text), Value::String(content))
            if text.format.as_deref() == Some("binary") =>
        {
            *content = BASE64_STANDARD.encode(&*content);
        }
        (Kind::Array(array), Value::Array(items)) => {
            for item in items {
                *item = files(api, array.items, item.take());
            }
        }
        (Kind::Object(object), Value::Object(members)) => {
            for property in &object.properties {
                if let Some(member) = members.get_mut(&property.name) {
                    *member = files(api, property.schema, member.take());
                }
            }
        }
        _ => {}
    }
    value
}
