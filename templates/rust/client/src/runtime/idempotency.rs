//! Keys by which a service recognizes a repeated request.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::de::IgnoredAny;

use super::RequestError;

/// Adds the key as the property to the JSON text of an object, unless it has that property: the
/// `given` one, or a UUID.
pub(super) fn fill(
    property: &'static str,
    given: Option<&str>,
    text: &Bytes,
) -> Result<Bytes, RequestError> {
    let members: Result<BTreeMap<String, IgnoredAny>, _> = serde_json::from_slice(text);
    match members {
        Ok(members) if !members.contains_key(property) => {
            let key = given.map_or_else(|| uuid::Uuid::new_v4().to_string(), str::to_owned);
            let [name, key] = [property, &key].map(serde_json::Value::from);
            let comma = if members.is_empty() { "" } else { "," };
            let mut filled = format!("{{{name}:{key}{comma}").into_bytes();
            filled.extend_from_slice(&text[1..]);
            Ok(filled.into())
        }
        _ if given.is_some() => Err(RequestError::KeyTwice { name: property }),
        _ => Ok(text.clone()),
    }
}
