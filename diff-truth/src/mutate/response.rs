//! Changes of responses: statuses, media types and header fields.

use serde_json::{Map, Value, json};

use super::operation::{Change, operation, response};
use crate::random::Random;

type Members = Map<String, Value>;

fn responses<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Members> {
    operation(description, random)?
        .get_mut("responses")?
        .as_object_mut()
}

fn content<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Members> {
    response(description, random)?
        .get_mut("content")?
        .as_object_mut()
}

fn header<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Value> {
    let headers = response(description, random)?
        .get_mut("headers")?
        .as_object_mut()?;
    let at = random.below(headers.len());
    let header = headers.values_mut().nth(at)?;
    header.get("schema").is_some().then_some(header)
}

/// Moves the response of one status to another one.
fn moved(all: &mut Members, from: impl Fn(&str) -> bool, to: impl Fn(&str) -> String) -> bool {
    let Some(name) = all.keys().find(|name| from(name)).cloned() else {
        return false;
    };
    let to = to(&name);
    if all.contains_key(&to) {
        return false;
    }
    let one = all.remove(&name);
    one.is_some_and(|one| all.insert(to, one).is_none())
}

fn is_code(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Changes of responses, by name.
pub const RESPONSE_KINDS: &[(&str, Change)] = &[
    ("response of success added", |d, r| {
        responses(d, r).is_some_and(|all| {
            let one = json!({"description": "Later"});
            all.insert("202".to_owned(), one).is_none()
        })
    }),
    ("response removed", |d, r| {
        responses(d, r).is_some_and(|all| {
            let names: Vec<String> = all.keys().cloned().collect();
            let name = r.pick(&names).cloned().unwrap_or_default();
            names.len() > 1 && all.remove(&name).is_some()
        })
    }),
    ("status to its range", |d, r| {
        responses(d, r).is_some_and(|all| moved(all, is_code, |name| format!("{}XX", &name[..1])))
    }),
    ("status to default", |d, r| {
        responses(d, r).is_some_and(|all| moved(all, is_code, |_| "default".to_owned()))
    }),
    ("range to a status", |d, r| {
        responses(d, r).is_some_and(|all| {
            moved(
                all,
                |name| name.ends_with("XX"),
                |name| format!("{}09", &name[..1]),
            )
        })
    }),
    ("range with another body", |d, r| {
        responses(d, r).is_some_and(|all| {
            let body = json!({"application/json": {"schema": {"type": "integer"}}});
            let one = json!({"description": "Other", "content": body});
            all.insert("4XX".to_owned(), one).is_none()
        })
    }),
    ("default with another body", |d, r| {
        responses(d, r).is_some_and(|all| {
            let body = json!({"application/json": {"schema": {"type": "integer"}}});
            let one = json!({"description": "Other", "content": body});
            all.insert("default".to_owned(), one).is_none()
        })
    }),
    ("status with another body than its range", |d, r| {
        responses(d, r).is_some_and(|all| {
            let body = json!({"application/json": {"schema": {"type": "integer"}}});
            let one = json!({"description": "Other", "content": body});
            all.insert("429".to_owned(), one).is_none()
        })
    }),
    ("media type of the response added", |d, r| {
        content(d, r).is_some_and(|all| {
            let one = json!({"schema": {"type": "string"}});
            all.insert("application/x-brand-new".to_owned(), one)
                .is_none()
        })
    }),
    ("media type of the response removed", |d, r| {
        content(d, r).is_some_and(|all| {
            let name = all.keys().next().cloned();
            all.len() > 1 && name.is_some_and(|name| all.remove(&name).is_some())
        })
    }),
    ("media type of the response to a range", |d, r| {
        content(d, r).is_some_and(|all| {
            let one = all.remove("application/json");
            one.is_some_and(|one| all.insert("application/*".to_owned(), one).is_none())
        })
    }),
    ("charset of the response", |d, r| {
        content(d, r).is_some_and(|all| {
            let one = all.remove("application/json");
            one.is_some_and(|one| {
                all.insert("application/json; charset=utf-8".to_owned(), one)
                    .is_none()
            })
        })
    }),
    ("body of the response removed", |d, r| {
        let one = response(d, r).and_then(Value::as_object_mut);
        one.is_some_and(|one| one.remove("content").is_some())
    }),
    ("schema of the response removed", |d, r| {
        let media = content(d, r).and_then(|all| all.values_mut().next()?.as_object_mut());
        media.is_some_and(|media| media.remove("schema").is_some())
    }),
    ("items of a stream of any kind", |d, r| {
        let media = content(d, r).and_then(|all| all.values_mut().next()?.as_object_mut());
        media.is_some_and(|media| media.remove("itemSchema").is_some())
    }),
    ("header removed", |d, r| {
        let headers = response(d, r).and_then(|one| one.get_mut("headers")?.as_object_mut());
        headers.is_some_and(|headers| {
            let name = headers.keys().next().cloned();
            name.is_some_and(|name| headers.remove(&name).is_some())
        })
    }),
    ("header optional", |d, r| {
        header(d, r).is_some_and(|one| super::operation::flag(one, "required", false))
    }),
    ("header required", |d, r| {
        header(d, r).is_some_and(|one| super::operation::flag(one, "required", true))
    }),
    ("header exploded", |d, r| {
        header(d, r).is_some_and(|one| {
            let is_object = one.pointer("/schema/type") == Some(&json!("object"));
            let now = one.get("explode").and_then(Value::as_bool).unwrap_or(false);
            one["explode"] = json!(!now);
            is_object
        })
    }),
];
