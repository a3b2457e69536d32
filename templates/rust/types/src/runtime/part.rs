//! A part of a multipart form.

use bytes::Bytes;
use serde_json::Value;

use super::decode::push_escaped;
use super::{DecodeError, File, Shape};

/// A part of a multipart form (RFC 7578 §4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// The name of the field.
    pub name: String,
    /// The file name from the sender, if the part is a file.
    pub file_name: Option<String>,
    /// The media type; `None` means plain text.
    pub media_type: Option<String>,
    /// The content of the part.
    pub bytes: Bytes,
}

impl Part {
    pub(super) fn is_json(&self) -> bool {
        let essence = self.media_type.as_deref().unwrap_or_default();
        let essence = essence.split(';').next().unwrap_or_default().trim();
        let essence = essence.to_ascii_lowercase();
        essence == "application/json" || essence.ends_with("+json")
    }

    pub(super) fn value(self, shape: Shape) -> Result<Value, DecodeError> {
        if self.is_json() {
            return serde_json::from_slice(&self.bytes)
                .map_err(|error| self.error("JSON", format!("invalid text: {error}")));
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Ok(shape.read(text.to_owned())),
            Err(_) => Err(self.error("UTF-8 text", "other bytes")),
        }
    }

    fn error(&self, expected: &str, found: impl Into<String>) -> DecodeError {
        DecodeError::new(pointer(&self.name), expected, found)
    }

    pub(super) fn into_file(self) -> File {
        File {
            name: self.file_name,
            media_type: self.media_type,
            bytes: self.bytes,
        }
    }
}

/// The JSON Pointer of a field.
pub(super) fn pointer(name: &str) -> String {
    let mut pointer = String::from("/");
    push_escaped(&mut pointer, name);
    pointer
}
