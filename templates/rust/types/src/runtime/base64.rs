//! Bytes inside JSON: `format: byte` (RFC 4648 §4).

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Decode, DecodeError, Decoder};

/// Padding is written, but not required when reading.
const STANDARD: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Bytes that are encoded as base64 text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Base64(pub Bytes);

impl<T: Into<Bytes>> From<T> for Base64 {
    fn from(bytes: T) -> Self {
        Self(bytes.into())
    }
}

impl AsRef<[u8]> for Base64 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Decode for Base64 {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        value
            .as_str()
            .and_then(|text| STANDARD.decode(text).ok())
            .map(Self::from)
            .ok_or_else(|| decoder.error("base64 text", &value))
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::decode::deserialize(deserializer)
    }
}
