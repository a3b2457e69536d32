//! Finds simpler values: fewer properties and items, shorter strings, smaller numbers.

use std::collections::HashSet;

use serde_json::Value;

use super::shrink::shorter;

/// Returns values that are simpler in one place. Values that name existing items stay.
pub(super) fn simpler(value: &Value, known: &HashSet<String>) -> Vec<Value> {
    const MOST: usize = 600;
    if !known.is_empty() && known.contains(&value.to_string()) {
        return Vec::new();
    }
    let mut found = match value {
        Value::Null | Value::Bool(false) => Vec::new(),
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Number(number) => numbers(number),
        Value::String(text) => shorter(text).into_iter().map(Value::String).collect(),
        Value::Array(items) => arrays(items, known),
        Value::Object(members) => objects(members, known),
    };
    found.truncate(MOST);
    found
}

fn numbers(number: &serde_json::Number) -> Vec<Value> {
    if let Some(whole) = number.as_i64() {
        let nearer = [0, whole / 2, whole - whole.signum()].into_iter();
        let smaller = nearer.filter(|other| other.unsigned_abs() < whole.unsigned_abs());
        return smaller.map(Value::from).collect();
    }
    let float = number.as_f64().unwrap_or_default();
    let whole = [0.0, float.trunc(), (float / 2.0).trunc()].into_iter();
    let smaller = whole.filter(|other| other.abs() < float.abs());
    let texts = smaller.map(|other| format!("{other:.0}"));
    texts
        .filter_map(|text| text.parse::<i64>().ok().map(Value::from))
        .collect()
}

fn arrays(items: &[Value], known: &HashSet<String>) -> Vec<Value> {
    let half = items.len() / 2;
    let mut found = vec![Value::Array(Vec::new())];
    found.extend([&items[..half], &items[half..]].map(|part| Value::Array(part.to_vec())));
    for at in 0..items.len() {
        let mut without = items.to_vec();
        without.remove(at);
        found.push(Value::Array(without));
    }
    for (at, item) in items.iter().enumerate() {
        for other in simpler(item, known) {
            let mut changed = items.to_vec();
            changed[at] = other;
            found.push(Value::Array(changed));
        }
    }
    found.retain(|other| other.as_array().is_none_or(|other| other != items));
    found
}

fn objects(members: &serde_json::Map<String, Value>, known: &HashSet<String>) -> Vec<Value> {
    let mut found = Vec::new();
    for name in members.keys() {
        let mut without = members.clone();
        without.remove(name);
        found.push(Value::Object(without));
    }
    for (name, member) in members {
        for other in simpler(member, known) {
            let mut changed = members.clone();
            changed.insert(name.clone(), other);
            found.push(Value::Object(changed));
        }
    }
    found
}
