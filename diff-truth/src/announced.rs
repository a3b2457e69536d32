//! Finds property names that old callers do not use. The contract announces new optional
//! properties, so a value that happened to have such a name before proves nothing.

use std::collections::HashSet;

use serde_json::Value;

/// Returns the names of properties that only the new schema declares. If the old schema says what
/// additional properties are, callers may use any name, and none is new.
pub fn fresh(older: &Value, newer: &Value) -> HashSet<String> {
    let (mut olds, mut news) = (HashSet::new(), HashSet::new());
    if !declared(older, &mut olds) {
        return HashSet::new();
    }
    declared(newer, &mut news);
    news.retain(|name| !olds.contains(name));
    news
}

/// Adds the names that schemas declare. Returns false if one says what additional properties are.
fn declared(schema: &Value, names: &mut HashSet<String>) -> bool {
    match schema {
        Value::Object(members) => {
            let is_declared = |name: &str| {
                members
                    .get(name)
                    .is_some_and(|one| *one != Value::Bool(false))
            };
            let others = ["additionalProperties", "patternProperties", "propertyNames"];
            let mut silent = !others.into_iter().any(is_declared);
            if let Some(Value::Object(properties)) = members.get("properties") {
                names.extend(properties.keys().cloned());
            }
            for (name, member) in members {
                if !matches!(
                    name.as_str(),
                    "enum" | "const" | "default" | "example" | "examples"
                ) {
                    silent &= declared(member, names);
                }
            }
            silent
        }
        Value::Array(items) => items.iter().all(|item| declared(item, names)),
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
