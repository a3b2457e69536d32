//! The description of a styled service.

mod extras;
mod operations;
mod schemas;

use serde_json::{Map, Value, json};

pub(super) use self::schemas::name;
use super::callers;
use super::style::{Errors, Form, Style};

/// Returns the media type of an item.
pub(super) const fn media(style: &Style) -> &'static str {
    match style.form {
        Form::Hal => "application/hal+json",
        Form::JsonApi => "application/vnd.api+json",
        Form::Plain | Form::Items => "application/json",
    }
}

/// Returns the media type of an error.
pub(super) const fn error_media(style: &Style) -> &'static str {
    match style.errors {
        Errors::Problem => "application/problem+json",
        Errors::Envelope => "application/json",
        Errors::Text => "text/plain",
    }
}

/// Returns the description, as JSON.
pub(super) fn description(style: &Style) -> String {
    let slash = if style.slash { "/" } else { "" };
    let list = format!("/{}{slash}", style.things);
    let item = format!("/{}/{{{}}}{slash}", style.things, style.variable);
    let below = |name: &str| format!("{}/{name}{slash}", item.trim_end_matches('/'));
    let mut paths = Map::new();
    paths.insert(list, operations::collection(style));
    paths.insert(item.clone(), operations::one(style));
    paths.extend(extras::extras(style, below));
    for item in paths.values_mut() {
        complete(style, item);
    }
    let schemes = callers::schemes(style);
    let names = schemes.as_object().into_iter().flatten();
    let all: Map<_, _> = names.map(|(name, _)| (name.clone(), json!([]))).collect();
    let security: Vec<Value> = (!all.is_empty())
        .then_some(Value::Object(all))
        .into_iter()
        .collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": style.name, "version": "1.0.0" },
        "servers": [{ "url": format!("https://{}.example{}", style.name, style.prefix) }],
        "security": security,
        "paths": paths,
        "components": { "securitySchemes": schemes }
    });
    document.to_string()
}

/// Adds the parts that all operations of a path share.
fn complete(style: &Style, item: &mut Value) {
    for (name, operation) in item.as_object_mut().into_iter().flatten() {
        if name == "parameters" {
            continue;
        }
        let is_open = !operation["security"].is_null();
        if let (Some(own), false) = (operation["parameters"].as_array_mut(), is_open) {
            own.extend(callers::parameters(style));
        }
        let responses = operation["responses"].as_object_mut();
        if let Some(responses) = responses {
            responses
                .entry("4XX")
                .or_insert_with(|| schemas::error(style));
        }
    }
}
