//! Changes of enumerations that several places share.

use serde_json::{Value, json};

use super::operation::Change;
use crate::random::Random;
use crate::sample::MARK;
use crate::sites::escaped;

/// The name of an enumeration that becomes shared.
const NAME: &str = "SharedValues";

/// Returns the pointer of a random named enumeration.
fn shared(description: &Value, random: &mut Random) -> Option<String> {
    let named = description.pointer("/components/schemas")?.as_object()?;
    let lists = named.iter().filter(|(_, schema)| is_list(schema));
    let lists: Vec<_> = lists.map(|(name, _)| name.clone()).collect();
    let name = random.pick(&lists)?;
    Some(format!("/components/schemas/{}", escaped(name)))
}

fn is_list(schema: &Value) -> bool {
    let values = schema.get("enum").and_then(Value::as_array);
    values.is_some_and(|all| all.len() > 1 && all.iter().all(Value::is_string))
}

/// Returns the values of a random named enumeration, and marks it.
fn values<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Vec<Value>> {
    let pointer = shared(description, random)?;
    description.pointer_mut(&pointer)?[MARK] = json!(true);
    description
        .pointer_mut(&pointer)?
        .get_mut("enum")?
        .as_array_mut()
}

/// Collects the pointers of schemas that fit.
fn places(value: &Value, at: &str, fits: fn(&Value) -> bool, found: &mut Vec<String>) {
    // Named schemas are not moved.
    let name = at.strip_prefix("/components/schemas/");
    if fits(value) && name.is_none_or(|name| name.contains('/')) {
        found.push(at.to_owned());
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if !matches!(name.as_str(), "example" | "examples" | "enum" | "default") {
                    places(member, &format!("{at}/{}", escaped(name)), fits, found);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), fits, found);
            }
        }
        _ => {}
    }
}

/// Returns the pointer of a random schema that fits.
fn place(description: &Value, fits: fn(&Value) -> bool, random: &mut Random) -> Option<String> {
    let mut found = Vec::new();
    places(description, "", fits, &mut found);
    random.pick(&found).cloned()
}

fn named_list(description: &Value, reference: &str) -> Option<Value> {
    let named = description.pointer(reference.strip_prefix('#')?)?;
    Some(named.clone()).filter(is_list)
}

/// Changes of shared enumerations, by name.
pub const SHARED_KINDS: &[(&str, Change)] = &[
    ("value of a shared enumeration added", |d, r| {
        values(d, r).is_some_and(|all| {
            all.push(json!("brandnew"));
            true
        })
    }),
    ("value of a shared enumeration removed", |d, r| {
        values(d, r).is_some_and(|all| all.pop().is_some())
    }),
    ("value of a shared enumeration renamed", |d, r| {
        values(d, r).is_some_and(|all| {
            all[0] = json!("renamed");
            true
        })
    }),
    ("shared enumeration turned round", |d, r| {
        values(d, r).is_some_and(|all| {
            all.reverse();
            true
        })
    }),
    ("shared enumeration to text", |d, r| {
        let list = shared(d, r).and_then(|pointer| d.pointer_mut(&pointer));
        list.and_then(Value::as_object_mut).is_some_and(|list| {
            list.insert(MARK.to_owned(), json!(true));
            list.remove("enum").is_some()
        })
    }),
    ("enumeration shared", |d, r| {
        let Some(pointer) = place(d, is_list, r) else {
            return false;
        };
        let reference = json!({"$ref": format!("#/components/schemas/{NAME}")});
        let own = d
            .pointer_mut(&pointer)
            .map(|one| std::mem::replace(one, reference));
        let named = d.pointer_mut("/components/schemas");
        own.zip(named).is_some_and(|(own, named)| {
            named[NAME] = own;
            true
        })
    }),
    ("shared enumeration written in place", |d, r| {
        let fits = |one: &Value| one.get("$ref").is_some_and(Value::is_string);
        let Some(pointer) = place(d, fits, r) else {
            return false;
        };
        let reference = d.pointer(&pointer).and_then(|one| one.get("$ref"));
        let reference = reference.and_then(Value::as_str).unwrap_or_default();
        let list = named_list(d, reference);
        let place = d.pointer_mut(&pointer);
        list.zip(place).is_some_and(|(list, place)| {
            *place = list;
            true
        })
    }),
    ("any text beside an enumeration", |d, r| {
        let Some(pointer) = place(d, is_list, r) else {
            return false;
        };
        d.pointer_mut(&pointer).is_some_and(|one| {
            let list = one.take();
            *one = json!({"anyOf": [{"type": "string"}, list], MARK: true});
            true
        })
    }),
    ("values listed beside any text", |d, r| {
        let plain = |one: &Value| {
            one.get("type") == Some(&json!("string"))
                && one.as_object().is_some_and(|all| all.len() == 1)
        };
        let Some(pointer) = place(d, plain, r) else {
            return false;
        };
        d.pointer_mut(&pointer).is_some_and(|one| {
            let list = json!({"type": "string", "enum": ["known", "other"]});
            *one = json!({"anyOf": [one.take(), list], MARK: true});
            true
        })
    }),
];
