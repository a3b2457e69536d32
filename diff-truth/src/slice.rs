//! Cuts out the part of a description that one schema needs.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// The member that contains the schema itself.
pub const SITE: &str = "x-site";

/// Returns a JSON Schema document with the schema at `pointer` and all targets of its references,
/// at the same pointers as in the description. `None` if a target does not exist.
pub fn slice(description: &Value, pointer: &str) -> Option<Value> {
    let mut document = Value::Object(Map::new());
    let mut seen = HashSet::new();
    let mut queue = vec![pointer.to_owned()];
    while let Some(at) = queue.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        let value = description.pointer(&at)?;
        references(value, &mut queue);
        if document.pointer(&at).is_none() {
            insert(&mut document, &at, value.clone())?;
        }
    }
    let members = document.as_object_mut()?;
    // References would have to encode some characters in pointers to operations.
    members.insert(SITE.to_owned(), description.pointer(pointer)?.clone());
    members.insert("$ref".to_owned(), format!("#/{SITE}").into());
    Some(document)
}

/// Collects the targets of references in a value.
pub fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref")
                && let Some(pointer) = reference.strip_prefix('#')
            {
                let decoded = percent_encoding::percent_decode_str(pointer);
                found.push(decoded.decode_utf8_lossy().into_owned());
            }
            for (name, member) in members {
                if !matches!(
                    name.as_str(),
                    "example" | "examples" | "default" | "enum" | "const"
                ) {
                    references(member, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

fn insert(document: &mut Value, pointer: &str, value: Value) -> Option<()> {
    let mut at = document;
    for token in pointer.split('/').skip(1) {
        let name = token.replace("~1", "/").replace("~0", "~");
        at = match at {
            Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?)?,
            Value::Object(members) => members
                .entry(name)
                .or_insert_with(|| Value::Object(Map::new())),
            _ => return None,
        };
    }
    *at = value;
    Some(())
}
