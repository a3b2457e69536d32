//! Finds values with properties that old callers do not send. The contract announces new optional
//! properties, so a value that happened to have such a name before proves nothing.

use serde_json::{Map, Value};

/// The schemas of requests in both descriptions, with the documents that their references lead into.
#[derive(Clone, Copy)]
pub struct Announced<'s> {
    older: &'s Value,
    newer: &'s Value,
}

impl<'s> Announced<'s> {
    pub const fn new(older: &'s Value, newer: &'s Value) -> Self {
        Self { older, newer }
    }

    /// Returns whether a value has a new property at any depth. Where the old schema says what
    /// additional properties of the object are, callers may use any name there, and none is new.
    pub fn uses(&self, value: &Value) -> bool {
        self.at(value, &[self.older], &[self.newer])
    }

    fn at(&self, value: &Value, olds: &[&'s Value], news: &[&'s Value]) -> bool {
        let olds = expanded(self.older, olds, true);
        let news = expanded(self.newer, news, false);
        if olds.is_empty() || news.is_empty() {
            return false;
        }
        match value {
            Value::Object(members) => {
                let closed = !olds.iter().any(|one| says_more(one));
                members.iter().any(|(name, member)| {
                    closed && declares(&news, name) && !names(&olds, name)
                        || self.at(member, &property(&olds, name), &property(&news, name))
                })
            }
            Value::Array(list) => list
                .iter()
                .enumerate()
                .any(|(at, one)| self.at(one, &item(&olds, at), &item(&news, at))),
            _ => false,
        }
    }
}

/// A schema that is not a boolean.
type Schema = Map<String, Value>;

/// The keywords whose schemas are about the same value.
const PARTS: &[&str] = &["allOf", "anyOf", "oneOf", "if", "then", "else"];

/// Returns the schemas that are about a value: these, their parts, and what their references lead
/// to. A name inside `not` was known before, and is not declared by it.
fn expanded<'s>(document: &'s Value, schemas: &[&'s Value], older: bool) -> Vec<&'s Schema> {
    let mut found: Vec<&Schema> = Vec::new();
    let mut queue = schemas.to_vec();
    while let Some(next) = queue.pop() {
        let Value::Object(schema) = next else {
            continue;
        };
        if found.iter().any(|one| std::ptr::eq(*one, schema)) {
            continue;
        }
        found.push(schema);
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let pointer = reference.strip_prefix('#').unwrap_or_default();
            let pointer = percent_encoding::percent_decode_str(pointer).decode_utf8_lossy();
            queue.extend(document.pointer(&pointer));
        }
        queue.extend(schema.get("not").filter(|_| older));
        for part in PARTS.iter().filter_map(|name| schema.get(*name)) {
            match part {
                Value::Array(list) => queue.extend(list),
                one => queue.push(one),
            }
        }
        if let Some(Value::Object(parts)) = schema.get("dependentSchemas") {
            queue.extend(parts.values());
        }
    }
    found
}

/// Returns whether a schema says what additional properties are.
fn says_more(schema: &Schema) -> bool {
    let others = ["additionalProperties", "patternProperties", "propertyNames"];
    let mut given = others.iter().filter_map(|name| schema.get(*name));
    given.any(|one| *one != Value::Bool(false))
}

fn declares(schemas: &[&Schema], name: &str) -> bool {
    !declared(schemas, name).is_empty()
}

fn declared<'s>(schemas: &[&'s Schema], name: &str) -> Vec<&'s Value> {
    let each = schemas.iter();
    each.filter_map(|one| one.get("properties")?.get(name))
        .collect()
}

/// Returns whether schemas declare a property, or require it.
fn names(schemas: &[&Schema], name: &str) -> bool {
    let required = |one: &&Schema| {
        let list = one.get("required").and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(|one| one == name))
    };
    declares(schemas, name) || schemas.iter().any(required)
}

/// Returns the schemas of a property.
fn property<'s>(schemas: &[&'s Schema], name: &str) -> Vec<&'s Value> {
    let own = declared(schemas, name);
    if !own.is_empty() {
        return own;
    }
    let each = schemas.iter();
    each.filter_map(|one| one.get("additionalProperties"))
        .collect()
}

/// Returns the schemas of an item.
fn item<'s>(schemas: &[&'s Schema], at: usize) -> Vec<&'s Value> {
    let own = |one: &&'s Schema| {
        let first = one.get("prefixItems").and_then(|list| list.get(at));
        first.or_else(|| one.get("items"))
    };
    schemas.iter().filter_map(own).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn uses(older: &Value, newer: &Value, value: &Value) -> bool {
        Announced::new(older, newer).uses(value)
    }

    #[test]
    fn a_name_is_new_where_its_object_says_nothing_of_others() {
        let open = json!({ "type": "object", "additionalProperties": true });
        let object = |properties: Value| json!({ "properties": { "labels": open, "item": { "properties": properties } } });
        let older = object(json!({ "id": {} }));
        let newer = object(json!({ "id": {}, "note": {} }));
        assert!(uses(&older, &newer, &json!({ "item": { "note": 1 } })));
        assert!(!uses(&older, &newer, &json!({ "labels": { "note": 1 } })));
        // An object that says what its additional properties are has had every name.
        let any = |name: &str| json!({ "additionalProperties": true, "properties": { name: {} } });
        assert!(!uses(&any("id"), &any("note"), &json!({ "note": 1 })));
    }

    #[test]
    fn a_name_that_another_object_has_is_new_here() {
        let older = json!({ "properties": { "a": { "properties": { "note": {} } }, "b": {} } });
        let mut newer = older.clone();
        newer["properties"]["b"] = json!({ "properties": { "note": {} } });
        assert!(uses(&older, &newer, &json!({ "b": { "note": 1 } })));
        assert!(!uses(&older, &newer, &json!({ "a": { "note": 1 } })));
    }

    #[test]
    fn a_name_that_was_required_is_not_new() {
        let older = json!({ "required": ["note"] });
        let newer = json!({ "required": ["note"], "properties": { "note": {} } });
        assert!(!uses(&older, &newer, &json!({ "note": 1 })));
    }

    #[test]
    fn references_and_parts_are_followed() {
        let document = |node: Value| json!({ "$ref": "#/$defs/Node", "$defs": { "Node": node } });
        let items = json!({ "items": { "$ref": "#/$defs/Node" } });
        let older = document(json!({ "properties": { "children": items } }));
        let newer = document(
            json!({ "allOf": [{ "properties": { "note": {} } }], "properties": { "children": items } }),
        );
        let value = |name: &str| json!({ "children": [{ "children": [{ name: 1 }] }] });
        assert!(uses(&older, &newer, &value("note")));
        assert!(!uses(&older, &newer, &value("other")));
        let older = json!({ "dependentSchemas": { "a": { "required": ["b"] } }, "properties": { "b": {} } });
        let mut newer = older.clone();
        newer["properties"]["a"] = json!({ "type": "boolean" });
        assert!(uses(&older, &newer, &json!({ "a": "a", "b": true })));
    }
}
