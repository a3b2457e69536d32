//! Encodes typed values as multipart forms (RFC 7578).

use std::hash::{BuildHasher as _, RandomState};

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{EncodeError, File, Part, Parts, Shape};

/// Encoding.
impl Parts {
    /// Adds a value: an object as JSON, a list as one part per item, anything else as text. `null`
    /// is not sent.
    ///
    /// # Errors
    /// Returns an error if the value cannot be encoded.
    pub fn text<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), EncodeError> {
        let value =
            serde_json::to_value(value).map_err(|error| EncodeError::new(error.to_string()))?;
        self.value(name, &value);
        Ok(())
    }

    /// Adds a value if there is one.
    ///
    /// # Errors
    /// Returns an error if the value cannot be encoded.
    pub fn optional_text<T: Serialize>(
        &mut self,
        name: &str,
        value: &Option<T>,
    ) -> Result<(), EncodeError> {
        value
            .as_ref()
            .map_or(Ok(()), |value| self.text(name, value))
    }

    fn value(&mut self, name: &str, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.item(name, item)),
            other => self.item(name, other),
        }
    }

    fn item(&mut self, name: &str, value: &Value) {
        let is_json = value.is_array() || value.is_object();
        if !value.is_null() {
            self.push(Part {
                name: name.to_owned(),
                file_name: None,
                media_type: is_json.then(|| "application/json".to_owned()),
                bytes: Shape::Text.write(value).into(),
            });
        }
    }

    /// Adds a file. If it has no name, it is named `file`, because receivers recognize a file by
    /// having a name. If it has no media type, it is `application/octet-stream`.
    pub fn file(&mut self, name: &str, file: &File) {
        let or = |given: &Option<String>, default: &str| {
            Some(given.clone().unwrap_or_else(|| default.to_owned()))
        };
        self.push(Part {
            name: name.to_owned(),
            file_name: or(&file.name, "file"),
            media_type: or(&file.media_type, "application/octet-stream"),
            bytes: file.bytes.clone(),
        });
    }

    /// Adds every file of a list (`&Vec<File>`), or an optional file (`&Option<File>`).
    pub fn each_file<'f>(&mut self, name: &str, files: impl IntoIterator<Item = &'f File>) {
        for file in files {
            self.file(name, file);
        }
    }

    /// Adds properties whose names the description does not define.
    pub fn members(&mut self, members: &Map<String, Value>) {
        for (name, value) in members {
            self.value(name, value);
        }
    }

    /// Returns the `Content-Type` with its boundary, and the body.
    #[must_use]
    pub fn encode(&self) -> (String, Bytes) {
        let (content_type, mut pieces) = self.encode_around(|_| false);
        (content_type, pieces.swap_remove(0).into())
    }

    /// Returns the `Content-Type` with its boundary, and the body without the contents of some
    /// parts, which are given by their index: the bytes before the first of them, between each two,
    /// and after the last.
    ///
    /// The omitted contents are not searched for the boundary, because they may be streams. They do
    /// not contain it, because it cannot be predicted.
    #[must_use]
    pub fn encode_around(&self, is_omitted: impl Fn(usize) -> bool) -> (String, Vec<Vec<u8>>) {
        let boundary = self.boundary();
        let contents = self.0.iter().enumerate().map(|(index, part)| {
            let is_sent = !is_omitted(index);
            256 + if is_sent { part.bytes.len() } else { 0 }
        });
        let mut piece = Vec::with_capacity(contents.sum());
        let mut pieces = Vec::new();
        for (index, part) in self.0.iter().enumerate() {
            piece.extend_from_slice(format!("--{boundary}\r\n{}\r\n", head(part)).as_bytes());
            if is_omitted(index) {
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece.extend_from_slice(&part.bytes);
            }
            piece.extend_from_slice(b"\r\n");
        }
        piece.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        pieces.push(piece);
        (format!("multipart/form-data; boundary={boundary}"), pieces)
    }

    /// Returns a random boundary that no part contains. It cannot be predicted, so no part can be
    /// crafted to contain it.
    fn boundary(&self) -> String {
        loop {
            let random = || RandomState::new().hash_one(self.0.len());
            let boundary = format!("form-{:016x}{:016x}", random(), random());
            if !self
                .0
                .iter()
                .any(|part| contains(&part.bytes, boundary.as_bytes()))
            {
                return boundary;
            }
        }
    }
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

fn head(part: &Part) -> String {
    let mut head = format!(
        "Content-Disposition: form-data; name=\"{}\"",
        escape(&part.name)
    );
    if let Some(file_name) = &part.file_name {
        head.push_str("; filename=\"");
        head.push_str(&escape(file_name));
        head.push('"');
    }
    head.push_str("\r\n");
    if let Some(media_type) = &part.media_type {
        head.push_str("Content-Type: ");
        head.push_str(&media_type.replace(char::is_control, ""));
        head.push_str("\r\n");
    }
    head
}

/// Escapes a name as browsers do (WHATWG HTML §4.10.21.8, "multipart/form-data encoding
/// algorithm").
fn escape(name: &str) -> String {
    let name = name.replace('"', "%22");
    name.replace('\r', "%0D").replace('\n', "%0A")
}
