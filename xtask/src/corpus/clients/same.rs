//! Compares JSON values: numbers by value, date-times by their instant.

use jiff::Timestamp;
use serde_json::Value;

/// Returns whether two values are equal.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(_), Value::Number(_)) => one == other || one.as_f64() == other.as_f64(),
        (Value::String(one), Value::String(other)) => one == other || is_same_instant(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(name, value)| other.get(name).is_some_and(|other| same(value, other));
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}

fn is_same_instant(one: &str, other: &str) -> bool {
    let instant = |text: &str| text.parse::<Timestamp>().ok();
    instant(one).is_some_and(|one| instant(other) == Some(one))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::same;

    #[test]
    fn numbers_and_instants_count_by_value() {
        let one = json!({"a": [1.0, "2026-01-01T00:00:00Z"], "b": null});
        let other = json!({"b": null, "a": [1, "2026-01-01T01:00:00+01:00"]});
        assert!(same(&one, &other));
        assert!(!same(&json!([1]), &json!([1, 1])));
        assert!(!same(&json!({"a": 1}), &json!({"b": 1})));
        assert!(!same(&json!("1"), &json!(1)));
    }
}
