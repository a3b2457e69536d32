//! Changes of parameters and request bodies.

use serde_json::{Value, json};

use super::operation::{Change, body, flag, operation, parameter, parameters};

/// Sets a member; returns whether that changes something.
fn set(value: &mut Value, name: &str, new: Value) -> bool {
    let before = value.get(name).cloned();
    value[name] = new;
    value.get(name) != before.as_ref()
}

fn is_list(parameter: &Value) -> bool {
    let kind = parameter.pointer("/schema/type");
    kind == Some(&json!("array")) || kind == Some(&json!("object"))
}

/// Changes of requests, by name.
pub const REQUEST_KINDS: &[(&str, Change)] = &[
    ("explode changed", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let now = one.get("explode").and_then(Value::as_bool);
            let usual =
                one["in"] == "query" && one.get("style").is_none_or(|style| style == "form");
            is_list(one) && set(one, "explode", json!(!now.unwrap_or(usual)))
        })
    }),
    ("style changed", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let styles = match one.pointer("/schema/type").and_then(Value::as_str) {
                Some("object") => &["form", "deepObject"][..],
                Some("array") => &["form", "pipeDelimited", "spaceDelimited"][..],
                _ => return false,
            };
            let style = r.pick(styles).copied().unwrap_or("form");
            one["in"] == "query" && set(one, "style", json!(style))
        })
    }),
    ("parameter of JSON", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let Some(schema) = one.as_object_mut().and_then(|all| all.remove("schema")) else {
                return false;
            };
            one.as_object_mut().is_some_and(|all| {
                all.retain(|name, _| name != "style" && name != "explode");
                all.insert(
                    "content".to_owned(),
                    json!({"application/json": {"schema": schema}}),
                );
                true
            })
        })
    }),
    ("media type of a parameter changed", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let schema = one.pointer("/content/application~1json/schema").cloned();
            schema.is_some_and(|schema| {
                set(one, "content", json!({"text/plain": {"schema": schema}}))
            })
        })
    }),
    ("empty value allowed", |d, r| {
        parameter(d, r).is_some_and(|one| {
            one["in"] == "query"
                && one.get("schema").is_some()
                && flag(one, "allowEmptyValue", true)
        })
    }),
    ("empty value refused", |d, r| {
        parameter(d, r).is_some_and(|one| {
            one.get("allowEmptyValue").is_some() && flag(one, "allowEmptyValue", false)
        })
    }),
    ("parameter renamed", |d, r| {
        parameter(d, r).is_some_and(|one| {
            one.get("name").is_some_and(Value::is_string) && set(one, "name", json!("renamed"))
        })
    }),
    ("header parameter in capitals", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let name = one["name"].as_str().unwrap_or_default().to_uppercase();
            one["in"] == "header" && set(one, "name", json!(name))
        })
    }),
    ("parameter sent in a header", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let simple = one.get("style").is_none() && one.get("allowEmptyValue").is_none();
            simple && one["in"] == "query" && set(one, "in", json!("header"))
        })
    }),
    ("parameters in another order", |d, r| {
        parameters(d, r).is_some_and(|all| {
            all.reverse();
            all.len() > 1
        })
    }),
    ("cookie required", |d, r| {
        parameters(d, r).is_some_and(|all| {
            all.push(json!({"name": "brand", "in": "cookie", "required": true, "schema": {"type": "string"}}));
            true
        })
    }),
    ("whole query required", |d, r| {
        parameter(d, r).is_some_and(|one| one["in"] == "querystring" && flag(one, "required", true))
    }),
    ("whole query removed", |d, r| {
        parameters(d, r).is_some_and(|all| {
            let before = all.len();
            all.retain(|one| one["in"] != "querystring");
            all.len() < before
        })
    }),
    ("body removed", |d, r| {
        let one = operation(d, r).and_then(Value::as_object_mut);
        one.is_some_and(|one| one.remove("requestBody").is_some())
    }),
    ("optional body added", |d, r| {
        operation(d, r).is_some_and(|one| {
            let content = json!({"application/json": {"schema": {"type": "object"}}});
            one.get("requestBody").is_none() && set(one, "requestBody", json!({"content": content}))
        })
    }),
    ("required body added", |d, r| {
        operation(d, r).is_some_and(|one| {
            let content = json!({"application/json": {"schema": {"type": "object"}}});
            let body = json!({"required": true, "content": content});
            one.get("requestBody").is_none() && set(one, "requestBody", body)
        })
    }),
    ("media type of the request to a range", |d, r| {
        let content = body(d, r).and_then(|one| one.get_mut("content")?.as_object_mut());
        content.is_some_and(|content| {
            let one = content.remove("application/json");
            one.is_some_and(|one| content.insert("application/*".to_owned(), one).is_none())
        })
    }),
    ("schema of the request removed", |d, r| {
        let content = body(d, r).and_then(|one| one.get_mut("content")?.as_object_mut());
        let media = content.and_then(|all| all.values_mut().next()?.as_object_mut());
        media.is_some_and(|media| media.remove("schema").is_some())
    }),
];
