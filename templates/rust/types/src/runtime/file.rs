//! Files in multipart forms.

use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Base64, Decode, DecodeError, Decoder};

/// A file: `format: binary` as a part of a form. In JSON it is base64 text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct File {
    /// The file name from the sender. Never use it as a path without checking it.
    pub name: Option<String>,
    /// The media type, if the sender gives one.
    pub media_type: Option<String>,
    /// The content of the file.
    pub bytes: Bytes,
}

impl From<Bytes> for File {
    fn from(bytes: Bytes) -> Self {
        Self {
            name: None,
            media_type: None,
            bytes,
        }
    }
}

impl From<Vec<u8>> for File {
    fn from(bytes: Vec<u8>) -> Self {
        Self::from(Bytes::from(bytes))
    }
}

impl AsRef<[u8]> for File {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Decode for File {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        Base64::decode(value, decoder).map(|bytes| Self::from(bytes.0))
    }
}

impl Serialize for File {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Base64(self.bytes.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::decode::deserialize(deserializer)
    }
}
