//! The types of other crates that formats map to.

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

/// A string: of a JSON number, programs keep about 15 digits. Only a text that is written again as
/// received is taken: no exponent (the format is one of fixed point), no sign of zero, no leading
/// zeros, and no digits beyond what a decimal holds.
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

/// Returns whether `text` has digits where `form` has zeros, and else the same characters.
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

/// `rust_decimal` rounds, and reads more than numbers as JSON writes them.
pub(super) fn decimal(text: &str) -> Option<Decimal> {
    if !is_number(text) {
        return None;
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let mantissa = Decimal::from_str_exact(mantissa).ok()?;
    shift(mantissa, exponent.parse().ok()?)
}

/// `mantissa` times ten to the `exponent`, where that fits exactly.
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
