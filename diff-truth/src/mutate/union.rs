//! Changes of unions and discriminators.

use serde_json::{Value, json};

use super::schema::{Change, gone, members, put};
use crate::random::Random;

type Schema = serde_json::Map<String, Value>;

fn mapping(schema: &mut Schema) -> Option<&mut Schema> {
    schema
        .get_mut("discriminator")?
        .get_mut("mapping")?
        .as_object_mut()
}

/// Returns a random member that is a reference, and the name of its target.
fn reference(schema: &mut Schema, random: &mut Random) -> Option<(String, String)> {
    let members = members(schema)?;
    let all = members.iter().filter_map(|one| one.get("$ref")?.as_str());
    let all: Vec<&str> = all.collect();
    let one = (*random.pick(&all)?).to_owned();
    let name = one.rsplit('/').next().unwrap_or_default().to_owned();
    Some((one, name))
}

/// Changes of unions, by name.
pub const UNION_KINDS: &[(&str, Change)] = &[
    ("null member removed", |s, _| {
        members(s).is_some_and(|list| {
            let before = list.len();
            list.retain(|one| one.get("type") != Some(&json!("null")));
            !list.is_empty() && list.len() < before
        })
    }),
    ("null member added", |s, _| {
        members(s).is_some_and(|list| {
            list.push(json!({"type": "null"}));
            true
        })
    }),
    ("member twice", |s, r| {
        members(s).is_some_and(|list| {
            let one = r.pick(list).cloned();
            list.extend(one);
            true
        })
    }),
    ("narrower member added", |s, _| {
        members(s).is_some_and(|list| {
            list.push(json!({"type": "string", "maxLength": 2}));
            true
        })
    }),
    ("union of one", |s, _| {
        members(s).is_some_and(|list| {
            let more = list.len() > 1;
            list.truncate(1);
            more
        })
    }),
    ("discriminator added", |s, r| {
        !s.contains_key("discriminator")
            && reference(s, r).is_some()
            && put(s, "discriminator", json!({"propertyName": "type"}))
    }),
    ("discriminator removed", |s, _| {
        members(s).is_some() && gone(s, "discriminator")
    }),
    ("discriminator by another property", |s, _| {
        s.get_mut("discriminator").is_some_and(|one| {
            one["propertyName"] = json!("sort");
            true
        })
    }),
    ("mapping added", |s, r| {
        let Some((target, _)) = reference(s, r) else {
            return false;
        };
        s.get_mut("discriminator").is_some_and(|one| {
            one["mapping"]["brandnew"] = json!(target);
            true
        })
    }),
    ("mapping removed", |s, r| {
        mapping(s).is_some_and(|all| {
            let names: Vec<String> = all.keys().cloned().collect();
            r.pick(&names)
                .is_some_and(|name| all.remove(name).is_some())
        })
    }),
    ("value of a mapping renamed", |s, r| {
        mapping(s).is_some_and(|all| {
            let names: Vec<String> = all.keys().cloned().collect();
            r.pick(&names).is_some_and(|name| {
                let target = all.remove(name).unwrap_or_default();
                all.insert(format!("{name}New"), target);
                true
            })
        })
    }),
    ("mappings swapped", |s, _| {
        mapping(s).is_some_and(|all| {
            let mut targets: Vec<Value> = all.values().cloned().collect();
            targets.rotate_left(1);
            for (value, target) in all.values_mut().zip(targets) {
                *value = target;
            }
            true
        })
    }),
];
