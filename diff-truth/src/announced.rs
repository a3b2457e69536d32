//! Finds property names that old callers do not use. The contract announces new optional
//! properties, so a value that happened to have such a name before proves nothing.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// Returns the names of properties that are new. Where the old schema says what additional properties
/// of an object are, callers may use any name there, and none is new.
pub fn fresh(older: &Value, newer: &Value) -> HashSet<String> {
    let (mut olds, mut news) = (HashSet::new(), HashSet::new());
    if declared(older, &mut olds) {
        declared(newer, &mut news);
    } else {
        added(older, newer, &mut news);
    }
    news.retain(|name| !olds.contains(name));
    news
}

/// Adds the names of the properties that objects of the new schema have, where the old schema has an
/// object at the same place and says nothing of its additional properties.
fn added(older: &Value, newer: &Value, names: &mut HashSet<String>) {
    match (older, newer) {
        (Value::Object(old), Value::Object(new)) => {
            if let Some(Value::Object(properties)) = new.get("properties")
                && !says_more(old)
            {
                names.extend(properties.keys().cloned());
            }
            for (name, member) in new {
                if let (Some(old), false) = (old.get(name), is_value(name)) {
                    added(old, member, names);
                }
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for (old, new) in old.iter().zip(new) {
                added(old, new, names);
            }
        }
        _ => {}
    }
}

/// Returns whether a schema says what additional properties are.
fn says_more(schema: &Map<String, Value>) -> bool {
    let others = ["additionalProperties", "patternProperties", "propertyNames"];
    let mut given = others.iter().filter_map(|name| schema.get(*name));
    given.any(|one| *one != Value::Bool(false))
}

/// Returns whether a keyword has values, not schemas.
fn is_value(keyword: &str) -> bool {
    matches!(
        keyword,
        "enum" | "const" | "default" | "example" | "examples"
    )
}

/// Adds the names that schemas declare. Returns false if one says what additional properties are.
fn declared(schema: &Value, names: &mut HashSet<String>) -> bool {
    match schema {
        Value::Object(members) => {
            let mut silent = !says_more(members);
            if let Some(Value::Object(properties)) = members.get("properties") {
                names.extend(properties.keys().cloned());
            }
            for (name, member) in members {
                if !is_value(name) {
                    silent &= declared(member, names);
                }
            }
            silent
        }
        Value::Array(items) => {
            let mut silent = true;
            for item in items {
                silent &= declared(item, names);
            }
            silent
        }
        _ => true,
    }
}

/// Returns whether a value contains a property with one of the names, at any depth.
pub fn uses(value: &Value, names: &HashSet<String>) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, member)| names.contains(name) || uses(member, names)),
        Value::Array(items) => items.iter().any(|item| uses(item, names)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_is_new_where_its_object_says_nothing_of_others() {
        let open = json!({ "type": "object", "additionalProperties": true });
        let object = |properties: Value| json!({ "properties": { "labels": open, "item": { "properties": properties } } });
        let older = object(json!({ "id": {} }));
        let newer = object(json!({ "id": {}, "note": {} }));
        assert_eq!(fresh(&older, &newer), HashSet::from(["note".to_owned()]));
        // An object that says what its additional properties are has had every name.
        let any = |name: &str| json!({ "additionalProperties": true, "properties": { name: {} } });
        assert!(fresh(&any("id"), &any("note")).is_empty());
        // A name that another object has had is not new.
        let older = json!({ "a": { "properties": { "note": {} } }, "b": object(json!({})) });
        let newer = json!({ "a": {}, "b": object(json!({ "note": {} })) });
        assert!(fresh(&older, &newer).is_empty());
    }
}
