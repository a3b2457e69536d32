//! Changes of properties that travel one way only: `readOnly` and `writeOnly`.

use serde_json::{Value, json};

use super::schema::{Change, add, gone, is_object, names, property, put};
use crate::random::Random;

type Schema = serde_json::Map<String, Value>;

/// Adds a property that travels one way only.
fn added(schema: &mut Schema, keyword: &str, required: bool) -> bool {
    const NAME: &str = "oneWay";
    if !is_object(schema) || schema.contains_key("allOf") {
        return false;
    }
    let place = schema.entry("properties").or_insert_with(|| json!({}));
    place[NAME] = json!({"type": "string", "maxLength": 20, keyword: true});
    if required {
        let list = schema.entry("required").or_insert_with(|| json!([]));
        list.as_array_mut().is_some_and(|list| {
            list.push(json!(NAME));
            true
        })
    } else {
        true
    }
}

/// Returns one of the properties that travel one way only.
fn one_way<'s>(
    schema: &'s mut Schema,
    keyword: &str,
    random: &mut Random,
) -> Option<(String, &'s mut Schema)> {
    let all = schema.get("properties")?.as_object()?.iter();
    let own = all.filter(|(_, one)| one.get(keyword) == Some(&json!(true)));
    let own: Vec<String> = own.map(|(name, _)| name.clone()).collect();
    let name = random.pick(&own)?.clone();
    let found = schema.get_mut("properties")?.get_mut(&name)?;
    Some((name, found.as_object_mut()?))
}

/// Changes whether a property that travels one way only is required.
fn required(schema: &mut Schema, keyword: &str, random: &mut Random) -> bool {
    let Some((name, _)) = one_way(schema, keyword, random) else {
        return false;
    };
    match names(schema) {
        Some(list) if list.contains(&json!(name)) => {
            list.retain(|one| *one != json!(name));
            true
        }
        Some(list) => {
            list.push(json!(name));
            true
        }
        None => put(schema, "required", json!([name])),
    }
}

/// Changes of the direction of properties, by name.
pub const DIRECTION_KINDS: &[(&str, Change)] = &[
    ("read-only property added", |s, _| {
        added(s, "readOnly", false)
    }),
    ("write-only property added", |s, _| {
        added(s, "writeOnly", false)
    }),
    ("required read-only property added", |s, _| {
        added(s, "readOnly", true)
    }),
    ("required write-only property added", |s, _| {
        added(s, "writeOnly", true)
    }),
    ("read-only property required or not", |s, r| {
        required(s, "readOnly", r)
    }),
    ("write-only property required or not", |s, r| {
        required(s, "writeOnly", r)
    }),
    ("read-only property removed", |s, r| {
        let found = one_way(s, "readOnly", r).map(|(name, _)| name);
        found.is_some_and(|name| removed(s, &name))
    }),
    ("write-only property removed", |s, r| {
        let found = one_way(s, "writeOnly", r).map(|(name, _)| name);
        found.is_some_and(|name| removed(s, &name))
    }),
    ("read only to write only", |s, _| {
        gone(s, "readOnly") && put(s, "writeOnly", json!(true))
    }),
    ("write only to read only", |s, _| {
        gone(s, "writeOnly") && put(s, "readOnly", json!(true))
    }),
    ("property of an object write only", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        let found = s.get_mut("properties").and_then(|all| all.get_mut(&name));
        found.and_then(Value::as_object_mut).is_some_and(|one| {
            let fits = one.contains_key("type") && !one.contains_key("readOnly");
            add(one, fits, "writeOnly", json!(true))
        })
    }),
];

fn removed(schema: &mut Schema, name: &str) -> bool {
    if let Some(list) = names(schema) {
        list.retain(|one| one != name);
    }
    let all = schema.get_mut("properties").and_then(Value::as_object_mut);
    all.is_some_and(|all| all.remove(name).is_some())
}
