//! Compares values in the way the vectors require.

use std::fmt::Debug;

use serde_json::{Number, Value};
use types::jiff::Timestamp;

use crate::data::Verdict;

/// Checks that two values are equal.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the two are often of different kinds of strings"
)]
pub fn same<F: PartialEq<E> + Debug, E: Debug>(what: &str, found: F, expected: E) -> Verdict {
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "{what}:\n  found    {found:?}\n  expected {expected:?}"
    ))
}

/// Checks that two JSON values are equal.
pub fn same_json(what: &str, found: &Value, expected: &Value) -> Verdict {
    if equal(found, expected) {
        return Ok(());
    }
    Err(format!(
        "{what}:\n  found    {found}\n  expected {expected}"
    ))
}

/// Numbers are compared by their value, and date-times by their instant.
pub fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => equal_numbers(one, other),
        (Value::String(one), Value::String(other)) => one == other || equal_times(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let member = |(name, value): (&String, &Value)| {
                other.get(name).is_some_and(|other| equal(value, other))
            };
            one.len() == other.len() && one.iter().all(member)
        }
        (one, other) => one == other,
    }
}

/// Compares integers to their last digit.
fn equal_numbers(one: &Number, other: &Number) -> bool {
    match (one.as_i128(), other.as_i128()) {
        (Some(one), Some(other)) => one == other,
        _ => one.as_f64() == other.as_f64(),
    }
}

fn equal_times(one: &str, other: &str) -> bool {
    let instant = |text: &str| text.parse::<Timestamp>().ok();
    instant(one).is_some_and(|one| Some(one) == instant(other))
}

#[test]
fn values_are_compared_by_what_they_mean() {
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let cases = [
        (r#"{"a":1,"b":[2]}"#, r#"{"b":[2.0],"a":1e0}"#, true),
        ("9007199254740993", "9007199254740992", false),
        (
            r#""2026-05-04T10:11:12Z""#,
            r#""2026-05-04T12:11:12.0+02:00""#,
            true,
        ),
        (
            r#""2026-05-04T10:11:12Z""#,
            r#""2026-05-04T10:11:13Z""#,
            false,
        ),
        (r#""1""#, "1", false),
        (r#"{"a":null}"#, "{}", false),
        ("[1,2]", "[2,1]", false),
    ];
    for (one, other, expected) in cases {
        assert_eq!(equal(&json(one), &json(other)), expected, "{one} {other}");
        assert_eq!(equal(&json(other), &json(one)), expected, "{other} {one}");
    }
}
