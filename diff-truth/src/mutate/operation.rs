//! Changes of operations, their parameters, bodies and responses.

use serde_json::{Value, json};

use crate::random::Random;
use crate::sites::methods;

pub type Change = fn(&mut Value, &mut Random) -> bool;

/// Returns a random operation.
pub fn operation<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Value> {
    let paths = description.get_mut("paths")?.as_object_mut()?;
    let at = random.below(paths.len());
    let item = paths.values_mut().nth(at)?;
    let methods = methods(item);
    let (_, pointer) = random.pick(&methods)?;
    item.pointer_mut(pointer)
}

pub fn parameters<'d>(
    description: &'d mut Value,
    random: &mut Random,
) -> Option<&'d mut Vec<Value>> {
    let operation = operation(description, random)?.as_object_mut()?;
    operation
        .entry("parameters")
        .or_insert(json!([]))
        .as_array_mut()
}

/// Returns a random parameter that is not in the path, and not a reference.
pub fn parameter<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Value> {
    let all = parameters(description, random)?;
    let mut own: Vec<&mut Value> = all
        .iter_mut()
        .filter(|one| one.get("in").is_some_and(|place| place != "path"))
        .collect();
    let at = random.below(own.len());
    (at < own.len()).then(|| own.swap_remove(at))
}

pub fn body<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Value> {
    let body = operation(description, random)?.get_mut("requestBody")?;
    body.get("content").is_some().then_some(body)
}

pub fn response<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Value> {
    let responses = operation(description, random)?
        .get_mut("responses")?
        .as_object_mut()?;
    let at = random.below(responses.len());
    let response = responses.values_mut().nth(at)?;
    response.get("description").is_some().then_some(response)
}

pub fn flag(value: &mut Value, name: &str, wanted: bool) -> bool {
    let now = value.get(name) == Some(&Value::Bool(true));
    value[name] = wanted.into();
    now != wanted
}

/// Changes of operations, by name.
pub const OPERATION_KINDS: &[(&str, Change)] = &[
    ("operation removed", |d, r| {
        let Some(paths) = d.get_mut("paths").and_then(Value::as_object_mut) else {
            return false;
        };
        let names: Vec<String> = paths.keys().cloned().collect();
        names.len() > 1
            && r.pick(&names)
                .is_some_and(|name| paths.remove(name).is_some())
    }),
    ("operation added", |d, _| {
        d["paths"]["/brand-new"] = json!({"get": {"operationId": "brandNew", "responses": {"204": {"description": "Done"}}}});
        true
    }),
    ("operation renamed", |d, r| {
        operation(d, r).is_some_and(|one| {
            one["operationId"] = "brandNewName".into();
            true
        })
    }),
    ("operation deprecated", |d, r| {
        operation(d, r).is_some_and(|one| flag(one, "deprecated", true))
    }),
    ("optional parameter added", |d, r| {
        parameters(d, r).is_some_and(|all| {
            all.push(json!({"name": "brandNew", "in": "query", "schema": {"type": "integer"}}));
            true
        })
    }),
    ("required parameter added", |d, r| {
        parameters(d, r).is_some_and(|all| {
            all.push(json!({"name": "brandNew", "in": "query", "required": true, "schema": {"type": "integer"}}));
            true
        })
    }),
    ("parameter removed", |d, r| {
        let Some(all) = parameters(d, r) else {
            return false;
        };
        let at = all
            .iter()
            .position(|one| one.get("in").is_some_and(|place| place == "query"));
        at.map(|at| all.remove(at)).is_some()
    }),
    ("parameter required", |d, r| {
        parameter(d, r).is_some_and(|one| flag(one, "required", true))
    }),
    ("parameter optional", |d, r| {
        parameter(d, r).is_some_and(|one| flag(one, "required", false))
    }),
    ("body required", |d, r| {
        body(d, r).is_some_and(|one| flag(one, "required", true))
    }),
    ("body optional", |d, r| {
        body(d, r).is_some_and(|one| flag(one, "required", false))
    }),
    ("media type of the request removed", |d, r| {
        let content = body(d, r).and_then(|one| one.get_mut("content")?.as_object_mut());
        content.is_some_and(|content| {
            let name = content.keys().next().cloned();
            content.len() > 1 && name.is_some_and(|name| content.remove(&name).is_some())
        })
    }),
    ("media type of the request added", |d, r| {
        body(d, r).is_some_and(|one| {
            one["content"]["application/x-brand-new"] = json!({"schema": {"type": "string"}});
            true
        })
    }),
    ("required header added", |d, r| {
        response(d, r).is_some_and(|one| {
            one["headers"]["X-Brand-New"] = json!({"required": true, "schema": {"type": "string"}});
            true
        })
    }),
    ("response added", |d, r| {
        operation(d, r).is_some_and(|one| {
            let new = one["responses"].get("418").is_none();
            one["responses"]["418"] = json!({"description": "A teapot"});
            new
        })
    }),
    ("tag added", |d, r| {
        operation(d, r).is_some_and(|one| {
            one["tags"] = json!(["brand new"]);
            true
        })
    }),
];
