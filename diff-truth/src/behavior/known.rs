//! The credentials and ids that a mock knows, which replace those of the vectors.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

/// The start of secrets in vectors.
const SECRET: &str = "vector-";

/// The credentials that a mock accepts, and the values of path parameters that exist there.
#[derive(Debug, Deserialize)]
pub struct Known {
    user: String,
    password: String,
    bearer: String,
    api_key: String,
    #[serde(default)]
    parameters: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct File {
    identities: BTreeMap<String, Known>,
}

impl Known {
    /// Reads the credentials file of a mock.
    ///
    /// # Errors
    /// When it cannot be read, or is not one of a mock.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        let file: File = toml::from_str(&text).map_err(io::Error::other)?;
        let first = file.identities.into_values().next();
        first.ok_or_else(|| io::Error::other("the mock knows no caller"))
    }

    /// Returns the value of a path parameter that exists at the mock.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.get(name)
    }

    /// Returns the value of a header field with the credentials of the mock.
    pub fn in_field(&self, name: &str, value: &str) -> String {
        if name.eq_ignore_ascii_case("authorization") {
            if value.starts_with("Bearer ") {
                return format!("Bearer {}", self.bearer);
            }
            if value.starts_with("Basic ") {
                let text = format!("{}:{}", self.user, self.password);
                return format!("Basic {}", STANDARD.encode(text));
            }
        }
        self.in_text(value)
    }

    /// Returns a text in which the key of the mock replaces the secret of the vectors.
    pub fn in_text(&self, text: &str) -> String {
        let Some(start) = text.find(SECRET) else {
            return text.to_owned();
        };
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c));
        let length = text[start..].find(is_end);
        let end = length.map_or(text.len(), |length| start + length);
        format!("{}{}{}", &text[..start], self.api_key, &text[end..])
    }
}
