//! JSON-04: every parser reads an integer as the same number.

use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::json::{Json, escape, general};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "integers-exact",
    requirement: "JSON-04",
    strength: None,
    about: "Integers lie within ±(2^53 - 1), where common parsers are exact.",
    example: "< {\"id\": 9007199254740993}",
    fix: "Send such numbers as strings; JavaScript reads the example as …992.",
    run: Run::Exchange(check),
};

/// The largest integer up to which all are exact as binary64 (RFC 7493 §2.2).
const GREATEST: i128 = (1 << 53) - 1;

/// The same integer in the type of JSON numbers.
const GREATEST_EXACT: i64 = 9_007_199_254_740_991;

fn check(seen: &Seen<'_>) -> Verdict {
    if !seen.response.is_json() {
        return Verdict::NotApplicable;
    }
    let Ok(body) = seen.response.json() else {
        return Verdict::NotApplicable;
    };
    let Some((pointer, text)) = inexact(body) else {
        return Verdict::Passed;
    };
    Verdict::Failed(vec![
        Fault::new(format!(
            "{} is an integer that common parsers read inexactly",
            general(&pointer)
        ))
        .must(expectation::at(
            &pointer,
            json!({ "minimum": -GREATEST_EXACT, "maximum": GREATEST_EXACT }),
        ))
        .expected("an integer within ±9007199254740991 (RFC 7493 §2.2), or a string")
        .actual(text)
        .pointer(pointer),
    ])
}

/// Returns the first integer outside of the range, with its place.
fn inexact(value: &Json) -> Option<(String, String)> {
    match value {
        Json::Number(text) => {
            let is_integer = text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'-');
            let is_exact = text
                .parse::<i128>()
                .is_ok_and(|number| number.abs() <= GREATEST);
            (is_integer && !is_exact).then(|| (String::new(), text.to_string()))
        }
        Json::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            let (at, text) = inexact(item)?;
            Some((format!("/{index}{at}"), text))
        }),
        Json::Object(members) => members.iter().find_map(|(name, item)| {
            let (at, text) = inexact(item)?;
            Some((format!("/{}{at}", escape(name)), text))
        }),
        _ => None,
    }
}
