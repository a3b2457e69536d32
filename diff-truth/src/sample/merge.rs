//! Merges two schemas that both apply.

use serde_json::{Value, json};

/// The maximum number of alternatives that result from two unions.
const MOST_PAIRS: usize = 24;

/// Returns a schema with the keywords of both, as far as they can be combined.
pub(super) fn merged(one: &Value, other: &Value) -> Value {
    let (Some(first), Some(second)) = (one.as_object(), other.as_object()) else {
        return if one.is_object() {
            one.clone()
        } else {
            other.clone()
        };
    };
    let mut whole = first.clone();
    for (name, value) in second {
        let Some(own) = whole.get_mut(name) else {
            whole.insert(name.clone(), value.clone());
            continue;
        };
        match (name.as_str(), own, value) {
            ("properties" | "patternProperties", Value::Object(own), Value::Object(more)) => {
                for (name, value) in more {
                    let both = own.get(name).map(|own| json!({"allOf": [own, value]}));
                    own.insert(name.clone(), both.unwrap_or_else(|| value.clone()));
                }
            }
            ("required" | "allOf", Value::Array(own), Value::Array(more)) => {
                own.extend(more.iter().cloned());
            }
            ("enum", Value::Array(own), Value::Array(more)) => {
                own.retain(|value| more.contains(value));
            }
            ("anyOf" | "oneOf", Value::Array(own), Value::Array(more)) if own != more => {
                let pairs = own.iter().flat_map(|one| {
                    let both = more.iter().map(move |other| json!({"allOf": [one, other]}));
                    both.collect::<Vec<_>>()
                });
                *own = pairs.take(MOST_PAIRS).collect();
            }
            ("not", own, more) if own != more => {
                let part = json!({name: more});
                match whole.get_mut("allOf") {
                    Some(Value::Array(all)) => all.push(part),
                    _ => {
                        whole.insert("allOf".to_owned(), json!([part]));
                    }
                }
            }
            ("minLength" | "minItems" | "minProperties" | "minimum", own, more)
                if more.as_f64() > own.as_f64() =>
            {
                *own = more.clone();
            }
            ("maxLength" | "maxItems" | "maxProperties" | "maximum", own, more)
                if more.as_f64() < own.as_f64() =>
            {
                *own = more.clone();
            }
            ("type", own, more) => *own = narrower(own, more),
            _ => {}
        }
    }
    Value::Object(whole)
}

pub(super) fn narrower(one: &Value, other: &Value) -> Value {
    let list = |value: &Value| match value {
        Value::Array(all) => all.clone(),
        one => vec![one.clone()],
    };
    let (ones, others) = (list(one), list(other));
    let both: Vec<Value> = ones
        .iter()
        .filter(|name| others.contains(name))
        .cloned()
        .collect();
    match both.len() {
        0 if ones.contains(&json!("integer")) || others.contains(&json!("integer")) => {
            json!("integer")
        }
        0 => one.clone(),
        _ => Value::Array(both),
    }
}
