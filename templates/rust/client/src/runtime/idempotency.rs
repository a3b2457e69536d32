//! Keys by which a service recognizes a repeated request.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;

/// Adds a UUID as the property to the JSON text of an object, unless it has that property.
pub(super) fn fill(property: &str, text: Vec<u8>) -> Vec<u8> {
    let members: Result<BTreeMap<String, IgnoredAny>, _> = serde_json::from_slice(&text);
    match members {
        Ok(members) if !members.contains_key(property) => {
            let key = uuid::Uuid::new_v4();
            let name = serde_json::Value::from(property);
            let comma = if members.is_empty() { "" } else { "," };
            let mut filled = format!("{{{name}:\"{key}\"{comma}").into_bytes();
            filled.extend_from_slice(&text[1..]);
            filled
        }
        _ => text,
    }
}
