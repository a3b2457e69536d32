//! Decodes the types of the standard library, and JSON values.

use std::collections::BTreeMap;

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::decode::Segment;
use super::{Decode, DecodeError, Decoder};

impl Decode for Value {
    fn decode(value: Value, _: &mut Decoder) -> Result<Self, DecodeError> {
        Ok(value)
    }
}

impl Decode for String {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(decoder.error("a string", &other)),
        }
    }
}

impl Decode for bool {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        value
            .as_bool()
            .ok_or_else(|| decoder.error("a boolean", &value))
    }
}

/// Returns an integer. `1.0` is the same JSON number as `1` (JSON Schema 2020-12 §6.1.1).
fn integer(value: &Value) -> Option<i128> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if let Some(number) = value.as_i64() {
        return Some(number.into());
    }
    if let Some(number) = value.as_u64() {
        return Some(number.into());
    }
    let number = value.as_f64()?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    (number.fract() == 0.0 && number.abs() < EXACT).then_some(number as i128)
}

macro_rules! decode_integer {
    ($($integer:ty => $expected:literal),* $(,)?) => {$(
        impl Decode for $integer {
            fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
                integer(&value)
                    .and_then(|number| Self::try_from(number).ok())
                    .ok_or_else(|| decoder.error($expected, &value))
            }
        }
    )*};
}

decode_integer! {
    i32 => "a 32-bit integer",
    i64 => "a 64-bit integer",
    u32 => "an unsigned 32-bit integer",
    u64 => "an unsigned 64-bit integer",
}

impl Decode for f64 {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        value
            .as_f64()
            .ok_or_else(|| decoder.error("a number", &value))
    }
}

impl Decode for f32 {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        Self::deserialize(&value)
            .ok()
            .filter(|number: &Self| number.is_finite())
            .ok_or_else(|| decoder.error("a 32-bit number", &value))
    }
}

impl Decode for () {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::Null => Ok(()),
            other => Err(decoder.error("null", &other)),
        }
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        T::decode(value, decoder).map(Self::new)
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::Null => Ok(None),
            value => T::decode(value, decoder).map(Some),
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(index, item)| decoder.within(Segment::Index(index), item))
                .collect(),
            other => Err(decoder.error("an array", &other)),
        }
    }
}

impl Decode for Map<String, Value> {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::Object(members) => Ok(members),
            other => Err(decoder.error("an object", &other)),
        }
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::Object(members) => members
                .into_iter()
                .map(|(name, member)| {
                    let member = decoder.within(Segment::Member(name.clone()), member)?;
                    Ok((name, member))
                })
                .collect(),
            other => Err(decoder.error("an object", &other)),
        }
    }
}
