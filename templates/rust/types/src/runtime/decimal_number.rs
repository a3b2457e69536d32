//! `type: number` with `format: decimal`.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::formats::decimal;
use super::{Decode, DecodeError, Decoder};

/// A decimal number that is encoded as a JSON number; a plain [`Decimal`] is a JSON string.
///
/// Most programs read JSON numbers as binary floating point (RFC 8259 §6). A value is therefore
/// written only if reading it as binary and printing it gives the same number, which holds for all
/// numbers of up to 15 digits. Other values are an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DecimalNumber(pub Decimal);

impl From<Decimal> for DecimalNumber {
    fn from(number: Decimal) -> Self {
        Self(number)
    }
}

impl Deref for DecimalNumber {
    type Target = Decimal;

    fn deref(&self) -> &Decimal {
        &self.0
    }
}

impl fmt::Display for DecimalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for DecimalNumber {
    type Err = rust_decimal::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Decode for DecimalNumber {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        let number = match &value {
            Value::Number(number) => decimal(&number.to_string()),
            _ => None,
        };
        number
            .map(Self)
            .ok_or_else(|| decoder.error("a number of up to 28 digits", &value))
    }
}

impl Serialize for DecimalNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(integer) = i64::try_from(self.0)
            && Decimal::from(integer) == self.0
        {
            return serializer.serialize_i64(integer);
        }
        let text = self.0.normalize().to_string();
        match text.parse::<f64>() {
            Ok(float) if decimal(&float.to_string()) == Some(self.0) => {
                serializer.serialize_f64(float)
            }
            _ => Err(S::Error::custom(format_args!(
                "{text} has more digits than a JSON number can represent"
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for DecimalNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::decode::deserialize(deserializer)
    }
}
