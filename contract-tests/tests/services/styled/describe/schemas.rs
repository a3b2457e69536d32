//! The requests and their responses.

use serde_json::{Map, Value, json};

use super::error_media;
use crate::styled::style::{Errors, Extra, Form, Ids, Style};

pub(super) fn text(most: u32) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": most })
}

/// Returns the property that the path variable contains.
pub(super) fn id(style: &Style) -> Value {
    match style.ids {
        Ids::Integer => json!({ "type": "integer", "format": "int64", "minimum": 1 }),
        Ids::Text => json!({ "type": "string", "pattern": "^[a-z]{2}-[0-9a-f]{4,40}$" }),
        Ids::Name => json!({ "type": "string", "pattern": "^[a-z][a-z0-9-]{2,60}$" }),
    }
}

/// The properties that a client sends.
fn properties(style: &Style) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert(
        name(style).to_owned(),
        if style.ids == Ids::Name {
            id(style)
        } else {
            text(80)
        },
    );
    all.insert(
        "weight".to_owned(),
        json!({ "type": "integer", "minimum": 0, "maximum": 1000 }),
    );
    all.insert("kind".to_owned(), json!({ "enum": ["small", "large"] }));
    all.insert(
        "remark".to_owned(),
        json!({ "type": ["string", "null"], "maxLength": 200 }),
    );
    if style.has(Extra::Totals) {
        let line = json!({
            "type": "object", "required": ["amount"],
            "properties": { "amount": { "type": "integer", "minimum": 0, "maximum": 10_000 } }
        });
        all.insert(
            "lines".to_owned(),
            json!({ "type": "array", "minItems": 1, "maxItems": 5, "items": line }),
        );
    }
    if style.has(Extra::Computed) {
        let tags = json!({ "type": "array", "maxItems": 5, "items": text(20) });
        all.insert("path".to_owned(), text(100));
        all.insert("shelfId".to_owned(), json!({ "type": "string" }));
        all.insert(
            "tagCount".to_owned(),
            json!({ "type": "integer", "minimum": 0 }),
        );
        all.insert("tags".to_owned(), tags);
    }
    if style.has(Extra::Secret) {
        let secret =
            json!({ "type": "string", "minLength": 8, "maxLength": 40, "writeOnly": true });
        all.insert(
            "secret".to_owned(),
            json!({ "anyOf": [secret, { "type": "null" }] }),
        );
    }
    all
}

/// Returns the property that names an item.
pub(in crate::styled) const fn name(style: &Style) -> &'static str {
    match style.ids {
        Ids::Integer => "title",
        Ids::Text => "label",
        Ids::Name => "name",
    }
}

fn required(style: &Style) -> Vec<&'static str> {
    let lines = style.has(Extra::Totals).then_some("lines");
    [name(style)].into_iter().chain(lines).collect()
}

/// Returns the schema for creating an item.
pub(super) fn new(style: &Style) -> Value {
    let attributes =
        json!({ "type": "object", "required": required(style), "properties": properties(style) });
    if style.form != Form::JsonApi {
        return attributes;
    }
    let data = json!({
        "type": "object", "required": ["type", "attributes"],
        "properties": { "type": { "const": style.things }, "attributes": attributes }
    });
    json!({ "type": "object", "required": ["data"], "properties": { "data": data } })
}

/// Returns the schema for changing an item.
pub(super) fn change(style: &Style) -> Value {
    if style.update == "put" {
        return new(style);
    }
    let mut change = new(style);
    let place = if style.form == Form::JsonApi {
        &mut change["properties"]["data"]["properties"]["attributes"]
    } else {
        &mut change
    };
    if let Some(members) = place.as_object_mut() {
        members.remove("required");
    }
    place["minProperties"] = json!(1);
    change
}

/// Returns the schema of an item in a response.
fn shown(style: &Style) -> Value {
    let mut all = properties(style);
    if style.has(Extra::Totals) {
        all.insert("total".to_owned(), json!({ "type": "integer" }));
    }
    if style.form == Form::JsonApi {
        let attributes =
            json!({ "type": "object", "required": required(style), "properties": all });
        return json!({
            "type": "object", "required": ["type", "id", "attributes"],
            "properties": { "type": { "const": style.things }, "id": id(style), "attributes": attributes }
        });
    }
    let own = match style.ids {
        Ids::Name => json!({ "type": "string", "format": "uuid" }),
        _ => id(style),
    };
    all.insert("id".to_owned(), own);
    if style.form == Form::Hal {
        let link = json!({ "type": "object", "properties": { "href": { "type": "string" } } });
        all.insert(
            "_links".to_owned(),
            json!({ "type": "object", "additionalProperties": link }),
        );
    }
    let required: Vec<_> = required(style).into_iter().chain(["id"]).collect();
    json!({ "type": "object", "required": required, "properties": all })
}

pub(super) fn item_answer(style: &Style) -> Value {
    match style.form {
        Form::JsonApi => {
            json!({ "type": "object", "required": ["data"], "properties": { "data": shown(style) } })
        }
        _ => shown(style),
    }
}

pub(super) fn list_answer(style: &Style) -> Value {
    let items = json!({ "type": "array", "items": shown(style) });
    let link = json!({ "type": "object", "properties": { "href": { "type": "string" } } });
    match style.form {
        Form::Plain => items,
        Form::Items => json!({
            "type": "object", "required": ["items"],
            "properties": {
                "items": items, "next_cursor": { "type": ["string", "null"] }, "total": { "type": "integer" }
            }
        }),
        Form::Hal => json!({
            "type": "object", "required": ["_embedded"],
            "properties": {
                "_embedded": { "type": "object", "required": ["items"], "properties": { "items": items } },
                "_links": { "type": "object", "additionalProperties": link }
            }
        }),
        Form::JsonApi => json!({
            "type": "object", "required": ["data"],
            "properties": {
                "data": items,
                "links": { "type": "object", "properties": { "next": { "type": ["string", "null"] } } }
            }
        }),
    }
}

pub(super) fn error(style: &Style) -> Value {
    let schema = match style.errors {
        Errors::Problem => json!({
            "type": "object", "required": ["title", "status"],
            "properties": { "title": { "type": "string" }, "status": { "type": "integer" } }
        }),
        Errors::Envelope => json!({
            "type": "object", "required": ["error"],
            "properties": { "error": { "type": "object", "required": ["message"], "properties": { "message": { "type": "string" } } } }
        }),
        Errors::Text => json!({ "type": "string" }),
    };
    json!({ "description": "It is refused.", "content": { error_media(style): { "schema": schema } } })
}
