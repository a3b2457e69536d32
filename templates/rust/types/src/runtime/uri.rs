//! `format: uri` (RFC 3986).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use url::Url;

use super::{Decode, DecodeError, Decoder};

/// An absolute URI that keeps its original text. A parsed [`Url`] alone would rewrite it
/// (`https://example.com` to `https://example.com/`), but a value must be sent back as received.
#[derive(Debug, Clone)]
pub struct Uri {
    text: String,
    url: Url,
}

impl Uri {
    /// Returns the text as received.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the parsed form.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }
}

impl PartialEq for Uri {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Uri {}

impl std::hash::Hash for Uri {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Uri {
    type Err = url::ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self {
            url: text.parse()?,
            text: text.to_owned(),
        })
    }
}

impl From<Url> for Uri {
    fn from(url: Url) -> Self {
        Self {
            text: url.to_string(),
            url,
        }
    }
}

impl Decode for Uri {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        value
            .as_str()
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| decoder.error("an absolute URI", &value))
    }
}

impl Serialize for Uri {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Uri {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::decode::deserialize(deserializer)
    }
}
