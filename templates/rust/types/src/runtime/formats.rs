//! Formats that map to types of other crates.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use super::shape::is_number;
use super::{Decode, DecodeError, Decoder};

impl Decode for Date {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        parse(&value, decoder, "an RFC 3339 full-date", |text| {
            has_form(text, "0000-00-00").then(|| text.parse().ok())?
        })
    }
}

impl Decode for Uuid {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        const HYPHENATED: usize = 36;
        parse(&value, decoder, "a UUID", |text| {
            (text.len() == HYPHENATED).then(|| text.parse().ok())?
        })
    }
}

/// Decodes a string, because programs keep only about 15 digits of a JSON number. Accepts only text
/// that would be written in the same way: fixed-point notation, no sign for zero, no leading zeros,
/// and at most the digits that a decimal holds.
impl Decode for Decimal {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        parse(
            &value,
            decoder,
            "a decimal number of up to 28 digits, as a string",
            |text| decimal(text).filter(|decimal| decimal.to_string() == text),
        )
    }
}

fn parse<T>(
    value: &Value,
    decoder: &Decoder,
    expected: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, DecodeError> {
    value
        .as_str()
        .and_then(parse)
        .ok_or_else(|| decoder.error(expected, value))
}

/// Returns whether `text` has a digit wherever `form` has a zero, and otherwise the same
/// characters.
pub(super) fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                other => byte == other,
            })
}

/// Parses a number in JSON notation exactly. `rust_decimal` alone rounds and accepts other
/// notations.
pub(super) fn decimal(text: &str) -> Option<Decimal> {
    if !is_number(text) {
        return None;
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let mantissa = Decimal::from_str_exact(mantissa).ok()?;
    shift(mantissa, exponent.parse().ok()?)
}

/// Returns `mantissa` times ten to the power of `exponent`, if that is exact.
fn shift(mut mantissa: Decimal, exponent: i32) -> Option<Decimal> {
    if exponent == 0 || mantissa.is_zero() {
        return Some(mantissa);
    }
    mantissa.normalize_assign();
    let mut scale = i64::from(mantissa.scale()) - i64::from(exponent);
    mantissa.set_scale(0).ok()?;
    while scale < 0 {
        mantissa = mantissa.checked_mul(Decimal::TEN)?;
        scale += 1;
    }
    mantissa.set_scale(u32::try_from(scale).ok()?).ok()?;
    Some(mantissa)
}
