//! Finds members that a service requires although the description calls them optional.
//!
//! A refusal reveals them. Its form depends on the framework, but some part of the body says that
//! something is missing, and names a property of the description.

use serde_json::Value;
use spec::Api;
use spec::model::{Kind, SchemaId};

use conformance_core::json::{Json, escape};

/// Words with which errors say that something is missing.
const REQUIRED: [&str; 7] = [
    "required",
    "missing",
    "mandatory",
    "must be provided",
    "must be present",
    "blank",
    "must not be null",
];

/// The deepest level of nested properties that is searched.
const DEEPEST: usize = 3;

/// A property that a refusal asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Where it belongs in the body, a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The schema of the property.
    pub schema: SchemaId,
}

/// Returns the properties of a schema that a body lacks and that its refusal asks for.
#[must_use]
pub fn asked_for(api: &Api, schema: SchemaId, body: &Value, refusal: &Json) -> Vec<Hint> {
    let mut statements = Vec::new();
    collect(refusal, "", &mut statements);
    statements.retain(|text| REQUIRED.iter().any(|word| text.contains(word)));
    let mut absent = Vec::new();
    absent_from(api, schema, Some(body), "", &mut absent);
    let names = |hint: &Hint, text: &str| {
        let name = hint.pointer.rsplit('/').next().unwrap_or_default();
        has_word(text, &name.to_lowercase())
    };
    absent.retain(|hint| statements.iter().any(|text| names(hint, text)));
    absent
}

/// Collects a statement for each object of an error, in lower case: its name and its texts, without
/// those of nested objects.
fn collect(value: &Json, name: &str, statements: &mut Vec<String>) {
    let mut own = name.to_lowercase();
    gather(value, &mut own, statements);
    statements.push(own);
}

fn gather(value: &Json, own: &mut String, statements: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            for (name, member) in members {
                match member {
                    Json::Object(_) => collect(member, name, statements),
                    // A list of messages under the name of the property that they are about.
                    Json::Array(items) if items.iter().all(|one| one.as_str().is_some()) => {
                        own.push(' ');
                        own.push_str(&name.to_lowercase());
                        gather(member, own, statements);
                    }
                    _ => gather(member, own, statements),
                }
            }
        }
        Json::Array(items) => {
            for item in items {
                match item {
                    Json::Object(_) => collect(item, "", statements),
                    _ => gather(item, own, statements),
                }
            }
        }
        _ => {
            if let Some(text) = value.as_str() {
                own.push(' ');
                own.push_str(&text.to_lowercase());
            }
        }
    }
}

/// Collects the properties that an object or its nested objects lack.
fn absent_from(
    api: &Api,
    schema: SchemaId,
    body: Option<&Value>,
    at: &str,
    absent: &mut Vec<Hint>,
) {
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return;
    };
    for property in &object.properties {
        let pointer = format!("{at}/{}", escape(&property.name));
        match body.and_then(|body| body.get(&property.name)) {
            None => absent.push(Hint {
                pointer,
                schema: property.schema,
            }),
            inner if pointer.matches('/').count() < DEEPEST => {
                absent_from(api, property.schema, inner, &pointer, absent);
            }
            Some(_) => {}
        }
    }
}

/// Returns whether a text contains a word, of letters, digits and `_`.
fn has_word(text: &str, word: &str) -> bool {
    let is_border = |c: char| !(c.is_alphanumeric() || c == '_');
    text.split(is_border).any(|one| one == word)
}

/// Inserts the value of a hint into a body that has the objects around it.
pub fn put(body: &mut Value, hint: &Hint, value: Value) {
    let Some((parent, name)) = hint.pointer.rsplit_once('/') else {
        return;
    };
    if let Some(Value::Object(members)) = body.pointer_mut(parent) {
        members.insert(name.replace("~1", "/").replace("~0", "~"), value);
    }
}
