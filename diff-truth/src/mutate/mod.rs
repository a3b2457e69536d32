//! Changes descriptions in many ways.

mod access;
mod dialect;
mod direction;
mod more;
mod operation;
mod request;
mod response;
mod schema;
mod shared;
mod swagger;
mod union;

use serde_json::Value;

use crate::random::Random;
use crate::sample::MARK;
use crate::sites::escaped;

use self::access::ACCESS_KINDS;
use self::dialect::Dialect;
use self::direction::DIRECTION_KINDS;
use self::more::MORE_KINDS;
use self::operation::OPERATION_KINDS;
use self::request::REQUEST_KINDS;
use self::response::RESPONSE_KINDS;
use self::schema::SCHEMA_KINDS;
use self::shared::SHARED_KINDS;
use self::swagger::SWAGGER_KINDS;
use self::union::UNION_KINDS;

/// Returns the names of all kinds of change.
#[must_use]
pub fn kinds() -> Vec<&'static str> {
    let all = [Dialect::Modern, Dialect::Swagger].map(|one| (schema_kinds(), part_kinds(one)));
    let [(schemas, parts), (_, old)] = all;
    let parts = parts.into_iter().chain(old).map(|(name, _)| name);
    schemas
        .into_iter()
        .map(|(name, _)| name)
        .chain(parts)
        .collect()
}

fn schema_kinds() -> Vec<(&'static str, schema::Change)> {
    [SCHEMA_KINDS, MORE_KINDS, UNION_KINDS, DIRECTION_KINDS].concat()
}

fn part_kinds(dialect: Dialect) -> Vec<(&'static str, operation::Change)> {
    match dialect {
        Dialect::Swagger => SWAGGER_KINDS.to_vec(),
        _ => [
            OPERATION_KINDS,
            REQUEST_KINDS,
            RESPONSE_KINDS,
            ACCESS_KINDS,
            SHARED_KINDS,
        ]
        .concat(),
    }
}

/// How many kinds and places are tried before a mutation fails.
const TRIES: usize = 200;

/// Changes a description in one way, and marks the place in both. Returns the kind of change;
/// `None` if nothing could be changed.
pub fn mutate(old: &mut Value, new: &mut Value, random: &mut Random) -> Option<&'static str> {
    let mut pointers = Vec::new();
    schemas(new, &mut pointers);
    let dialect = Dialect::of(new);
    let (of_schemas, of_parts) = (schema_kinds(), part_kinds(dialect));
    for _ in 0..TRIES {
        let at = random.below(of_schemas.len() + of_parts.len());
        let before = new.clone();
        if let Some((name, change)) = of_parts.get(at) {
            if change(new, random) && *new != before {
                let mut marked = Vec::new();
                marks(new, "", &mut marked);
                for pointer in &marked {
                    mark(old, pointer);
                }
                return Some(name);
            }
            *new = before;
            continue;
        }
        let (name, change) = of_schemas[at - of_parts.len()];
        let pointer = random.pick(&pointers)?.clone();
        let Some(Value::Object(schema)) = new.pointer_mut(&pointer) else {
            continue;
        };
        let changed = change(schema, random);
        let possible = new
            .pointer(&pointer)
            .is_some_and(|schema| dialect.can_say(schema));
        if changed && possible && *new != before {
            mark(old, &pointer);
            mark(new, &pointer);
            return Some(name);
        }
        *new = before;
    }
    None
}

/// Marks a schema, so that samples vary there.
fn mark(description: &mut Value, pointer: &str) {
    if let Some(Value::Object(schema)) = description.pointer_mut(pointer) {
        schema.insert(MARK.to_owned(), Value::Bool(true));
    }
}

/// Collects the pointers of all schemas with a mark.
fn marks(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if members.contains_key(MARK) {
                found.push(at.to_owned());
            }
            for (name, member) in members {
                marks(member, &format!("{at}/{}", escaped(name)), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                marks(item, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Collects the pointers of all schemas that operations may use.
fn schemas(description: &Value, found: &mut Vec<String>) {
    for at in ["/components/schemas", "/definitions"] {
        if let Some(Value::Object(named)) = description.pointer(at) {
            for (name, schema) in named {
                inside(schema, format!("{at}/{}", escaped(name)), found);
            }
        }
    }
    for at in ["paths", "webhooks"] {
        for (path, item) in description
            .get(at)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            inline(item, &format!("/{at}/{}", escaped(path)), found, 0);
        }
    }
}

/// Collects the schemas below members with the name `schema`.
fn inline(value: &Value, at: &str, found: &mut Vec<String>, depth: u8) {
    if depth > 14 {
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let at = format!("{at}/{}", escaped(name));
                match name.as_str() {
                    "schema" | "itemSchema" => inside(member, at, found),
                    "example" | "examples" => {}
                    _ => inline(member, &at, found, depth + 1),
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                inline(item, &format!("{at}/{index}"), found, depth + 1);
            }
        }
        _ => {}
    }
}

/// Collects a schema and the schemas inside.
fn inside(schema: &Value, at: String, found: &mut Vec<String>) {
    let Some(members) = schema.as_object() else {
        return;
    };
    for (name, member) in members {
        let at = format!("{at}/{}", escaped(name));
        match (name.as_str(), member) {
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(named)) => {
                for (name, one) in named {
                    inside(one, format!("{at}/{}", escaped(name)), found);
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                for (index, one) in list.iter().enumerate() {
                    inside(one, format!("{at}/{index}"), found);
                }
            }
            (
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "propertyNames",
                one,
            ) => inside(one, at, found),
            _ => {}
        }
    }
    found.push(at);
}
