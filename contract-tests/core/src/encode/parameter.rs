//! Decides which values a parameter can be sent with.

use hyper::header::HeaderValue;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use spec::model::{Location, Operation, Parameter, Style};

use super::Encoded;

/// Header fields that frame a message and are not input of an operation, even if a description
/// declares them (RFC 9110 §7.6.1, §8.6).
const FRAMING: [&str; 6] = [
    "connection",
    "content-length",
    "host",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// Returns whether a parameter is a header field that frames HTTP messages.
#[must_use]
pub fn is_framing(parameter: &Parameter) -> bool {
    let name = parameter.name.to_ascii_lowercase();
    parameter.location == Location::Header && FRAMING.contains(&name.as_str())
}

/// Returns whether an encoded value could be read as another parameter: an exploded object is sent
/// as its properties, and another parameter may have the name of one.
#[must_use]
pub fn is_mistakable(operation: &Operation, parameter: &Parameter, value: &Value) -> bool {
    let mut encoded = Encoded::default();
    encoded.set(parameter, value);
    encoded.query.iter().any(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        let name = percent_decode_str(name).decode_utf8_lossy();
        is_anothers(operation, parameter, &name)
    })
}

/// Returns whether a name in a query belongs to another parameter than this one.
#[must_use]
pub fn is_anothers(operation: &Operation, parameter: &Parameter, name: &str) -> bool {
    let mut all = operation.parameters.iter();
    name != parameter.name && all.any(|one| one.location == Location::Query && one.name == name)
}

/// Returns whether a value is visible once it is encoded: an empty array in a form is not, and a
/// header field cannot have some characters (RFC 9110 §5.5).
#[must_use]
pub fn is_written(parameter: &Parameter, value: &Value) -> bool {
    let mut encoded = Encoded::default();
    encoded.set(parameter, value);
    match parameter.location {
        Location::Path => encoded.path.iter().all(|(_, text)| !text.is_empty()),
        Location::Query => {
            // `name[]` is a list.
            let is_list = parameter.style == Style::DeepObject && value.get("").is_some();
            !encoded.query.is_empty() && !is_list
        }
        Location::Cookie => {
            let is_plain = |pair: &String| {
                // What is written must not end the pair (RFC 6265 §4.2.1).
                let is_one = !pair.contains(';') && !pair.ends_with(' ') && !pair.contains("= ");
                is_one && HeaderValue::from_bytes(pair.as_bytes()).is_ok()
            };
            !encoded.cookies.is_empty() && encoded.cookies.iter().all(is_plain)
        }
        Location::Header => encoded.headers.iter().all(|(_, text)| {
            // Whitespace around a value is not part of it.
            text.trim() == text && HeaderValue::from_bytes(text.as_bytes()).is_ok()
        }),
    }
}
