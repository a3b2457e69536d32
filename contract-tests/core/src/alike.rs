//! Compares single values that may be written in different ways.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use jiff::Timestamp;
use jiff::civil::Date;
use spec::Api;
use spec::model::{Kind, SchemaId};

use crate::json::{Decimal, Json};

/// Times that differ by less are equal: a service may store only seconds.
const PRECISION_MILLIS: i64 = 1_000;

/// Returns whether two values that are neither objects nor arrays are equal: numbers as numbers,
/// times as times, addresses as addresses.
#[must_use]
pub fn alike(api: &Api, schema: Option<SchemaId>, one: &Json, other: &Json) -> bool {
    if one.same(other) {
        return true;
    }
    let format = schema.and_then(|id| format(api, id));
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => same_float(format, one, other),
        (Json::String(one), Json::String(other)) => same_text(format, one, other),
        // A decimal may be sent as a number and returned as a string, or the other way round.
        (Json::String(one), Json::Number(other)) | (Json::Number(other), Json::String(one)) => {
            format == Some("decimal") && same_decimal(one, other)
        }
        _ => false,
    }
}

/// Returns the `format` of a schema, resolved through aliases.
fn format(api: &Api, schema: SchemaId) -> Option<&str> {
    match &api.schema(api.resolve(schema)).kind {
        Kind::String(text) => text.format.as_deref(),
        Kind::Integer { format, .. } | Kind::Number { format, .. } => format.as_deref(),
        _ => None,
    }
}

/// Returns whether two numbers are the same binary floating-point number in their format.
fn same_float(format: Option<&str>, one: &str, other: &str) -> bool {
    match format {
        Some("float") => same_parsed::<f32>(one, other),
        Some("double") | None => same_parsed::<f64>(one, other),
        _ => false,
    }
}

fn same_parsed<T: std::str::FromStr + PartialEq>(one: &str, other: &str) -> bool {
    matches!((one.parse::<T>(), other.parse::<T>()), (Ok(one), Ok(other)) if one == other)
}

fn same_text(format: Option<&str>, one: &str, other: &str) -> bool {
    match format {
        Some("decimal") => same_decimal(one, other),
        Some("date-time") | None if same_moment(one, other) => true,
        Some("uri" | "url") => same_address(one, other),
        Some("uuid" | "email" | "idn-email") => one.eq_ignore_ascii_case(other),
        Some("byte") => same_bytes(one, other),
        // Padding reveals Base64 where the description names no format.
        None if one.ends_with('=') && other.ends_with('=') => same_bytes(one, other),
        Some("date") => one.parse::<Date>().is_ok_and(|day| {
            // A date may be returned as a time on that day.
            other.parse::<Date>().is_ok_and(|other| day == other)
        }),
        _ => false,
    }
}

/// Returns whether two texts are Base64 of the same bytes, with or without padding, and whatever
/// the unused last bits are.
fn same_bytes(one: &str, other: &str) -> bool {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&alphabet::STANDARD, lenient);
    let decoded = |text: &str| engine.decode(text).ok();
    decoded(one).is_some_and(|one| decoded(other) == Some(one))
}

fn same_decimal(one: &str, other: &str) -> bool {
    matches!((Decimal::parse(one), Decimal::parse(other)), (Some(one), Some(other)) if one == other)
}

fn same_moment(one: &str, other: &str) -> bool {
    match (moment(one), moment(other)) {
        (Some(one), Some(other)) => {
            let apart = one.as_millisecond().saturating_sub(other.as_millisecond());
            apart.abs() < PRECISION_MILLIS
        }
        _ => false,
    }
}

/// Parses a time (RFC 3339).
#[must_use]
pub fn moment(text: &str) -> Option<Timestamp> {
    let is_long = text.len() >= "2000-01-01T00:00:00Z".len() && text.contains(['T', 't']);
    is_long.then(|| text.parse().ok()).flatten()
}

fn same_address(one: &str, other: &str) -> bool {
    let parsed = |text: &str| url::Url::parse(text).ok();
    parsed(one).is_some_and(|one| parsed(other) == Some(one))
}

#[cfg(test)]
mod tests {
    use super::{same_float, same_text};

    #[test]
    fn spellings() {
        let same = [
            (Some("decimal"), "1.50", "1.5"),
            (
                Some("date-time"),
                "2026-01-02T03:04:05Z",
                "2026-01-02T04:04:05+01:00",
            ),
            (
                Some("date-time"),
                "2026-01-02T03:04:05.678Z",
                "2026-01-02T03:04:05Z",
            ),
            (Some("uri"), "https://a.example", "https://a.example/"),
            (Some("uuid"), "ABCDEF", "abcdef"),
            (None, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"),
            (Some("byte"), "2czc23==", "2czc2w"),
            (None, "2czc23==", "2czc2w=="),
        ];
        for (format, one, other) in same {
            assert!(same_text(format, one, other), "{one} is {other}");
        }
        let others = [
            (Some("decimal"), "1.50", "1.51"),
            (Some("decimal"), "x", "y"),
            (
                Some("date-time"),
                "2026-01-02T03:04:05Z",
                "2026-01-02T03:04:06Z",
            ),
            (Some("date"), "2026-01-02", "2026-01-03"),
            (Some("uri"), "https://a.example/x", "https://a.example/y"),
            (None, "1.50", "1.5"),
            (None, "a", "A"),
            (None, "2czc23", "2czc2w"),
            (None, "2czc2w==", "2czc2g=="),
        ];
        for (format, one, other) in others {
            assert!(!same_text(format, one, other), "{one} is not {other}");
        }
        assert!(same_float(Some("double"), "0.1", "0.1000000000000000055"));
        assert!(!same_float(
            Some("int64"),
            "9007199254740993",
            "9007199254740992"
        ));
    }
}
