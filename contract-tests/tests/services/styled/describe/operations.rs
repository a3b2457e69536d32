//! The operations that every style has, and the parts of operations.

use serde_json::{Value, json};

use super::media;
use super::schemas::{change, id, item_answer, list_answer, new};
use crate::styled::style::{Extra, Form, Paging, Style};

fn paging(style: &Style) -> Vec<Value> {
    let number = |name: &str, least: u32, most: u32| {
        json!({
            "name": name, "in": "query",
            "schema": { "type": "integer", "minimum": least, "maximum": most }
        })
    };
    let far = 1_000_000;
    match style.paging {
        Paging::Cursor => vec![
            json!({ "name": "cursor", "in": "query", "schema": { "type": "string", "pattern": "^c[0-9]{1,6}$" } }),
            number("limit", 1, 20),
        ],
        Paging::Link => vec![number("page", 1, far), number("per_page", 1, 20)],
        Paging::Offset => vec![number("offset", 0, far), number("limit", 1, 20)],
        Paging::First => vec![number("first", 0, far), number("max", 1, 20)],
        Paging::Links => vec![number("page", 1, far), number("size", 1, 20)],
    }
}

pub(super) fn collection(style: &Style) -> Value {
    let list = operation(
        "list",
        &paging(style),
        None,
        &json!({ "200": answer(style, &list_answer(style)) }),
    );
    let mut made = answer(style, &item_answer(style));
    made["headers"] = json!({ "Location": { "schema": { "type": "string" } } });
    let mut parameters = Vec::new();
    if style.has(Extra::Once) {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header",
            "description": "What was made with it before is answered again; of other content, 422.",
            "schema": { "type": "string", "format": "uuid" }
        }));
    }
    let responses = if style.has(Extra::Jobs) {
        let taken = json!({ "type": "object", "required": ["id", "status"], "properties": { "id": { "type": "string" }, "status": { "type": "string" } } });
        let mut taken = answer(style, &taken);
        taken["headers"] = json!({ "Location": { "schema": { "type": "string" } } });
        json!({ "202": taken })
    } else {
        json!({ "201": made })
    };
    let create = operation(
        "create",
        &parameters,
        Some(body(style, &new(style))),
        &responses,
    );
    json!({ "get": list, "post": create })
}

pub(super) fn one(style: &Style) -> Value {
    let shown = answer(style, &item_answer(style));
    let etag = json!({ "name": "If-Match", "in": "header", "required": true, "schema": { "type": "string", "pattern": "^\"[^\"]*\"$" } });
    let conditions: Vec<Value> = style
        .has(Extra::Etags)
        .then_some(etag)
        .into_iter()
        .collect();
    let mut item = json!({
        "get": operation("read", &[], None, &json!({ "200": shown })),
        "delete": operation("remove", &[], None, &json!({ "204": { "description": "It is gone." } })),
    });
    item[style.update] = operation(
        "change",
        &conditions,
        Some(body(style, &change(style))),
        &json!({ "200": shown }),
    );
    if style.has(Extra::Etags) {
        item["get"]["responses"]["200"]["headers"] =
            json!({ "ETag": { "schema": { "type": "string" } } });
    }
    with_variable(style, item)
}

pub(super) fn with_variable(style: &Style, mut item: Value) -> Value {
    item["parameters"] =
        json!([{ "name": style.variable, "in": "path", "required": true, "schema": id(style) }]);
    item
}

pub(super) fn operation(
    id: &str,
    parameters: &[Value],
    body: Option<Value>,
    responses: &Value,
) -> Value {
    let mut operation =
        json!({ "operationId": id, "parameters": parameters, "responses": responses });
    if let Some(body) = body {
        operation["requestBody"] = body;
    }
    operation
}

pub(super) fn body(style: &Style, schema: &Value) -> Value {
    let media = match style.form {
        Form::JsonApi => media(style),
        _ => "application/json",
    };
    json!({ "required": true, "content": { media: { "schema": schema } } })
}

pub(super) fn answer(style: &Style, schema: &Value) -> Value {
    json!({ "description": "It is answered.", "content": { media(style): { "schema": schema } } })
}
