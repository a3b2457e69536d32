//! The calls against the server and against the mock.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use spec::Api;
use spec::model::{Location, Method, Operation, SecurityKind};

use super::mock::Facts;

/// Returns every drawn call twice: for the server, and for the mock.
///
/// # Errors
/// Returns an error if the calls have another form.
pub(super) fn against_both(mut drawn: Value, api: &Api, facts: &Facts) -> Result<Value> {
    let calls = drawn["calls"].take();
    let Value::Array(mut calls) = calls else {
        anyhow::bail!("the calls have another form");
    };
    let credentials = credentials(api, facts);
    let mut mocked: Vec<Value> = Vec::new();
    let mut last: Vec<Value> = Vec::new();
    for call in &mut calls {
        let id = call["operation"].as_str().unwrap_or_default();
        let mut operations = api.operations.iter();
        let operation = operations.find(|one| one.id == id);
        let operation = operation.context("a call of another operation")?;
        let other = mock(call, (api, operation), facts, &credentials);
        // Items that were deleted are not found any more.
        let list = if operation.method == Method::Delete {
            &mut last
        } else {
            &mut mocked
        };
        let is_same = |one: &Value| {
            let inputs = ["operation", "parameters", "body", "pages"];
            inputs.iter().all(|name| one[name] == other[name])
        };
        if !list.iter().any(is_same) {
            list.push(other);
        }
        call["against"] = "server".into();
        call["defaults"] = defaults(api, operation).into();
        rename(call, "server");
    }
    calls.extend(mocked);
    calls.extend(last);
    drawn["calls"] = calls.into();
    Ok(drawn)
}

/// Returns a call for the mock: it knows some items, and has its own credentials and responses.
fn mock(
    call: &Value,
    (api, operation): (&Api, &Operation),
    facts: &Facts,
    credentials: &Value,
) -> Value {
    let mut call = call.clone();
    for parameter in &operation.parameters {
        let known = facts.parameters.get(&parameter.name);
        let known = known.filter(|_| api.is_plain_text(parameter.schema));
        if let (Location::Path, Some(known)) = (parameter.location, known) {
            call["parameters"][&parameter.name] = known.as_str().into();
        }
    }
    if let Some(members) = call.as_object_mut() {
        members.remove("answer");
    }
    call["against"] = "mock".into();
    call["credentials"] = credentials.clone();
    rename(&mut call, "mock");
    call
}

fn rename(call: &mut Value, against: &str) {
    let name = call["name"].as_str().unwrap_or_default();
    call["name"] = format!("{name} at the {against}").into();
}

/// Returns the values of parameters that are not sent, by location and name.
fn defaults(api: &Api, operation: &Operation) -> Map<String, Value> {
    let defaults = operation.parameters.iter().filter_map(|parameter| {
        let [own, behind] = [parameter.schema, api.resolve(parameter.schema)];
        let default = api.schema(own).default.as_ref();
        let default = default.or(api.schema(behind).default.as_ref())?;
        let name = format!("{}.{}", parameter.location.as_str(), parameter.name);
        Some((name, default.clone()))
    });
    defaults.collect()
}

/// Returns the credentials that the mock accepts, by scheme.
fn credentials(api: &Api, facts: &Facts) -> Value {
    let mut all = Map::new();
    for scheme in &api.security_schemes {
        let credential = match &scheme.kind {
            SecurityKind::MutualTls => continue,
            SecurityKind::ApiKey { .. } => json!({"secret": facts.api_key}),
            SecurityKind::Http { scheme, .. } if scheme == "basic" => {
                json!({"user": facts.user, "secret": facts.password})
            }
            _ => json!({"secret": facts.bearer}),
        };
        all.insert(scheme.name.clone(), credential);
    }
    all.into()
}
