//! Changes of descriptions, of many kinds.

mod operation;
mod schema;

use serde_json::Value;

use crate::random::Random;
use crate::sample::MARK;
use crate::sites::{METHODS, escaped};

use self::operation::OPERATION_KINDS;
use self::schema::SCHEMA_KINDS;

/// The names of all kinds of change.
#[must_use]
pub fn kinds() -> Vec<&'static str> {
    let schemas = SCHEMA_KINDS.iter().map(|(name, _)| *name);
    schemas
        .chain(OPERATION_KINDS.iter().map(|(name, _)| *name))
        .collect()
}

/// How often another place is tried for a kind of change that fits nowhere.
const TRIES: usize = 200;

/// Changes a description in one way, and marks where in both. The kind of change, or `None` where
/// nothing was found to change.
pub fn mutate(old: &mut Value, new: &mut Value, random: &mut Random) -> Option<&'static str> {
    let mut pointers = Vec::new();
    schemas(new, &mut pointers);
    for _ in 0..TRIES {
        let at = random.below(SCHEMA_KINDS.len() + OPERATION_KINDS.len());
        if let Some((name, change)) = OPERATION_KINDS.get(at) {
            if change(new, random) {
                return Some(name);
            }
            continue;
        }
        let (name, change) = SCHEMA_KINDS[at - OPERATION_KINDS.len()];
        let pointer = random.pick(&pointers)?.clone();
        let before = new.clone();
        let Some(Value::Object(schema)) = new.pointer_mut(&pointer) else {
            continue;
        };
        if change(schema, random) && *new != before {
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

/// The pointers of all schemas that operations may use.
fn schemas(description: &Value, found: &mut Vec<String>) {
    if let Some(Value::Object(named)) = description.pointer("/components/schemas") {
        for (name, schema) in named {
            inside(
                schema,
                format!("/components/schemas/{}", escaped(name)),
                found,
            );
        }
    }
    if let Some(Value::Object(paths)) = description.get("paths") {
        for (path, item) in paths {
            for method in METHODS {
                if let Some(operation) = item.get(method) {
                    let at = format!("/paths/{}/{method}", escaped(path));
                    inline(operation, &at, found, 0);
                }
            }
        }
    }
}

/// The schemas below members named `schema`.
fn inline(value: &Value, at: &str, found: &mut Vec<String>, depth: u8) {
    if depth > 8 {
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let at = format!("{at}/{}", escaped(name));
                match name.as_str() {
                    "schema" => inside(member, at, found),
                    "callbacks" | "example" | "examples" => {}
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

/// A schema, and those in it.
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
                | "propertyNames",
                one,
            ) => inside(one, at, found),
            _ => {}
        }
    }
    found.push(at);
}
