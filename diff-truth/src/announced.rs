//! Names that old callers do not use: a new optional property of a request is an addition that the
//! contract announces, so a value that happened to have its name before proves nothing.

use std::collections::HashSet;

use serde_json::Value;

/// Returns the names of properties that only the newer schema declares. Where the older one says what other
/// properties are, any name is one that callers may use, and none is new.
pub fn fresh(older: &Value, newer: &Value) -> HashSet<String> {
    let (mut olds, mut news) = (HashSet::new(), HashSet::new());
    if !declared(older, &mut olds) {
        return HashSet::new();
    }
    declared(newer, &mut news);
    news.retain(|name| !olds.contains(name));
    news
}

/// Adds the names that schemas declare; false where one says what other properties are.
fn declared(schema: &Value, names: &mut HashSet<String>) -> bool {
    match schema {
        Value::Object(members) => {
            let says = |name: &str| {
                members
                    .get(name)
                    .is_some_and(|one| *one != Value::Bool(false))
            };
            let others = ["additionalProperties", "patternProperties", "propertyNames"];
            let mut silent = !others.into_iter().any(says);
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

/// Returns whether a value has a property with one of these names, anywhere.
pub fn uses(value: &Value, names: &HashSet<String>) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, member)| names.contains(name) || uses(member, names)),
        Value::Array(items) => items.iter().any(|item| uses(item, names)),
        _ => false,
    }
}
