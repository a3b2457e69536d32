//! Forms of several parts, byte by byte.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use spec::Api;
use spec::model::MediaType;

use super::body::Body;
use crate::ir::forms;
use crate::json::Json;

/// The boundary in vectors. Clients use a random one, which the tests replace.
const BOUNDARY: &str = "boundary";

/// Returns a form; `None` if clients send the body as it is, because it is not an object with
/// properties.
pub(super) fn form(media: &MediaType, api: &Api, value: Json) -> Option<Body> {
    let parts = forms::parts(api, media.schema?)?;
    let Json::Object(members) = &value else {
        return None;
    };
    let mut bytes = String::new();
    for (name, is_file) in parts {
        let items = match members.get(name) {
            Some(Json::Array(items)) => items.as_slice(),
            Some(item) => std::slice::from_ref(item),
            None => &[],
        };
        for item in items {
            part(&mut bytes, name, item, is_file)?;
        }
    }
    let _ = write!(bytes, "--{BOUNDARY}--\r\n");
    Some(Body {
        media_type: media.name.clone(),
        sent: format!("multipart/form-data; boundary={BOUNDARY}"),
        value,
        bytes,
    })
}

/// Writes a file as its bytes, an object or an array as JSON, anything else as text.
fn part(bytes: &mut String, name: &str, item: &Json, is_file: bool) -> Option<()> {
    let json = serde_json::to_string(item).ok()?;
    let (more, content) = match item {
        Json::Value(Value::Null) => return Some(()),
        Json::Value(Value::String(text)) if is_file => {
            let file = String::from_utf8(BASE64_STANDARD.decode(text).ok()?).ok()?;
            let head = "; filename=\"file\"\r\nContent-Type: application/octet-stream";
            (head, file)
        }
        Json::Value(Value::String(text)) => ("", text.clone()),
        Json::Value(Value::Array(_) | Value::Object(_)) | Json::Array(_) | Json::Object(_) => {
            ("\r\nContent-Type: application/json", json)
        }
        Json::Value(_) => ("", json),
    };
    // Names are escaped as in browsers (HTML, "multipart/form-data encoding algorithm").
    let name = name.replace('"', "%22").replace('\r', "%0D");
    let name = name.replace('\n', "%0A");
    let _ = write!(
        bytes,
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n{content}\r\n"
    );
    Some(())
}
