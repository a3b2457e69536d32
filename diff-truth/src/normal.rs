//! Turns schemas of OpenAPI into JSON Schema 2020-12, for one direction of values.

use serde_json::{Map, Value, json};
use spec::diff::Way;

use crate::inherit::inherited;
use crate::slice::SITE;
use crate::swagger::upgraded;

/// The circumstances in which a schema is read.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The direction of values.
    pub way: Way,
    /// Whether the description is OpenAPI 3.0.
    pub old_dialect: bool,
    /// Whether it is the old description, from which clients were built.
    pub older: bool,
}

/// Returns a description as OpenAPI 3, with inheritance written out.
pub fn plain(description: &Value) -> Value {
    let mut description = upgraded(description.clone());
    inherited(&mut description);
    description
}

/// Turns a description of OpenAPI 3.0 into OpenAPI 3.1.
pub fn modernize(description: &mut Value) {
    fn all(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    if !matches!(name.as_str(), "enum" | "default" | "example" | "examples") {
                        all(member);
                    }
                }
                modern(members);
            }
            Value::Array(items) => items.iter_mut().for_each(all),
            _ => {}
        }
    }
    let version = description.get("openapi").and_then(Value::as_str);
    if version.is_some_and(|version| version.starts_with("3.0")) {
        all(description);
        description["openapi"] = "3.1.0".into();
    }
}

/// Turns all schemas of a document into JSON Schema 2020-12.
pub fn normalize(document: &mut Value, reading: Reading) {
    let root = document.clone();
    walk(document, &root, reading, false);
}

/// Normalizes a schema and the schemas inside. `negated` says that it is inside `not`.
fn walk(value: &mut Value, root: &Value, reading: Reading, negated: bool) {
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if !matches!(
                    name.as_str(),
                    "enum" | "const" | "default" | "example" | "examples"
                ) {
                    walk(member, root, reading, negated || name == "not");
                }
            }
            let sends = (reading.way == Way::Request) == reading.older;
            own_direction(members, root, reading.way, sends);
            // What a list inside `not` leaves open is not allowed for that.
            if reading.way == Way::Response && !negated {
                announced(members, reading.older);
            }
            unions(members, reading);
            formats(members);
            if reading.old_dialect {
                modern(members);
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| walk(item, root, reading, negated)),
        _ => {}
    }
}

/// Adds the bounds that integer formats imply (OpenAPI Format Registry).
fn formats(members: &mut Map<String, Value>) {
    let bounds = match members.get("format").and_then(Value::as_str) {
        Some("int32") => json!({"minimum": i32::MIN, "maximum": i32::MAX}),
        Some("int64") => json!({"minimum": i64::MIN, "maximum": i64::MAX}),
        _ => return,
    };
    // The bounds do not apply to other types.
    if let Value::Array(parts) = members.entry("allOf").or_insert_with(|| json!([])) {
        parts.push(bounds);
    }
}

/// Applies discriminators to unions. Clients do not check that only one member of `oneOf` matches;
/// a service does, and so does a receiver of requests.
fn unions(members: &mut Map<String, Value>, reading: Reading) {
    let discriminator = members.get("discriminator").cloned();
    let receives = reading.way == Way::Response && reading.older;
    let lenient = discriminator.is_some() || receives;
    if let (Some(discriminator), Some(Value::Array(list))) =
        (&discriminator, members.get_mut("anyOf"))
    {
        dispatch(list, discriminator);
    }
    if lenient && let Some(mut list) = members.remove("oneOf") {
        if let (Some(discriminator), Value::Array(list)) = (&discriminator, &mut list) {
            dispatch(list, discriminator);
        }
        let parts = json!({"anyOf": list});
        match members.get_mut("allOf") {
            Some(Value::Array(all)) => all.push(parts),
            _ => {
                members.insert("allOf".to_owned(), json!([parts]));
            }
        }
    }
}

/// Adds to each member the discriminator values that select it.
fn dispatch(list: &mut [Value], discriminator: &Value) {
    let Some(property) = discriminator.get("propertyName").and_then(Value::as_str) else {
        return;
    };
    for member in list {
        let wrapped = member.pointer("/allOf/0").unwrap_or(member);
        let Some(reference) = wrapped.get("$ref").and_then(Value::as_str) else {
            continue;
        };
        let name = reference.rsplit('/').next().unwrap_or_default();
        let mapping = discriminator.get("mapping").and_then(Value::as_object);
        let mapped = mapping.into_iter().flatten();
        let mapped = mapped.filter(|(_, target)| *target == reference || *target == name);
        let mut values: Vec<&str> = mapped.map(|(value, _)| value.as_str()).collect();
        if values.is_empty() {
            values.push(name);
        }
        // The members themselves decide about values that are not strings.
        let tag = json!({"anyOf": [{"enum": values}, {"not": {"type": "string"}}]});
        let tag = json!({"properties": {property: tag}});
        *member = json!({"allOf": [member, tag]});
    }
}

/// Removes properties that travel only in the other direction.
fn own_direction(members: &mut Map<String, Value>, root: &Value, way: Way, sends: bool) {
    let flag = match way {
        Way::Request => "readOnly",
        Way::Response => "writeOnly",
    };
    let Some(Value::Object(properties)) = members.get_mut("properties") else {
        return;
    };
    let names: Vec<String> = properties
        .iter()
        .filter(|(_, schema)| is_flagged(schema, root, flag))
        .map(|(name, _)| name.clone())
        .collect();
    for name in &names {
        // Senders leave it out, and receivers ignore it.
        properties.insert(name.clone(), Value::Bool(!sends));
    }
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|one| !names.iter().any(|name| one == name));
    }
}

/// Returns whether every value of a schema has an annotation (JSON Schema 2020-12 §7.7.1), by a
/// reference, a part of `allOf`, or all alternatives except `null`.
fn is_flagged(schema: &Value, root: &Value, flag: &str) -> bool {
    flagged(schema, root, flag, 8)
}

fn flagged(schema: &Value, root: &Value, flag: &str, deepest: usize) -> bool {
    if deepest == 0 {
        return false;
    }
    let inner = |schema: &Value| flagged(schema, root, flag, deepest - 1);
    let list = |name: &str| schema.get(name).and_then(Value::as_array);
    let is_null = |one: &&Value| one.get("type").and_then(Value::as_str) == Some("null");
    let reference = schema.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    let every = |all: &Vec<Value>| {
        let mut others = all.iter().filter(|one| !is_null(one)).peekable();
        others.peek().is_some() && others.all(inner)
    };
    schema.get(flag) == Some(&Value::Bool(true))
        || pointer.and_then(|at| root.pointer(at)).is_some_and(inner)
        || list("allOf").is_some_and(|all| all.iter().any(inner))
        || list("anyOf").is_some_and(every)
        || list("oneOf").is_some_and(every)
}

/// Allows what services may add without notice: new properties, and new values of an open
/// enumeration.
fn announced(members: &mut Map<String, Value>, older: bool) {
    if older && members.get("additionalProperties") == Some(&Value::Bool(false)) {
        members.remove("additionalProperties");
    }
    let open = members.get("x-extensible-enum");
    if open.is_some_and(|open| *open != Value::Bool(false)) {
        members.remove("enum");
        members.remove("const");
    }
}

/// Translates the syntax of OpenAPI 3.0.
fn modern(members: &mut Map<String, Value>) {
    for (flag, bound) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        if let Some(Value::Bool(exclusive)) = members.get(flag).cloned() {
            members.remove(flag);
            if exclusive && let Some(value) = members.remove(bound) {
                members.insert(flag.to_owned(), value);
            }
        }
    }
    // Siblings of a reference are ignored (OpenAPI 3.0.3 §4.7.23.1). At the root, the members of
    // the document stay.
    if members.contains_key("$ref") {
        members.retain(|name, _| matches!(name.as_str(), "$ref" | "components" | "paths" | SITE));
    }
    if members.remove("nullable") == Some(Value::Bool(true)) {
        let plain = ["$ref", "allOf", "anyOf", "oneOf", "const", "not"];
        let plain = plain.iter().all(|name| !members.contains_key(*name));
        if let (true, Some(Value::String(name))) = (plain, members.get("type")) {
            let both = json!([name, "null"]);
            members.insert("type".to_owned(), both);
            if let Some(Value::Array(values)) = members.get_mut("enum")
                && !values.contains(&Value::Null)
            {
                values.push(Value::Null);
            }
            return;
        }
        let own = std::mem::take(members);

        members.insert(
            "anyOf".to_owned(),
            json!([{"type": "null"}, Value::Object(own)]),
        );
    }
}
