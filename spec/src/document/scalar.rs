//! Resolves plain scalars by the core schema of YAML 1.2.2 (§10.3.2).

use serde_json::Number;

use super::Value;

/// Returns the value of a scalar that is written without quotes.
pub(super) fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ if is_number(text) => Value::Number(text.into()),
        _ => Value::String(text.into()),
    }
}

/// Returns whether a text is a decimal, octal (`0o7`) or hexadecimal (`0xF`) integer, or a float.
/// Other notations mean different things to different readers: by the core schema, `012` is the
/// decimal 12, and `1_000` is a string.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(digits) = text.strip_prefix("0o") {
        return !digits.is_empty() && digits.bytes().all(|digit| matches!(digit, b'0'..=b'7'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    }
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(text, ".nan" | ".NaN" | ".NAN")
        || is_float(unsigned)
}

fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    exponent && digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty())
}

/// Returns the JSON number that a text represents, or the text if there is no such number (`.nan`, `1e999`).
pub(super) fn number(text: &str) -> serde_json::Value {
    let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(Number::from);
    let parsed = match text.get(..2) {
        Some("0o") => radix(&text[2..], 8),
        Some("0x") => radix(&text[2..], 16),
        _ => text
            .parse::<i64>()
            .map(Number::from)
            .or_else(|_| text.parse::<u64>().map(Number::from))
            .ok()
            .or_else(|| text.parse().ok().and_then(Number::from_f64)),
    };
    parsed.map_or_else(|| text.into(), serde_json::Value::Number)
}
