//! The operations that only some styles have, by path.

use serde_json::{Value, json};

use super::operations::{answer, body, operation, with_variable};
use super::schemas::{id, new, text};
use crate::styled::style::{Auth, Extra, Style};

/// Returns their paths below the collection and next to it. `below` is the path of the parts of an
/// item.
pub(super) fn extras(style: &Style, below: impl Fn(&str) -> String) -> Vec<(String, Value)> {
    let has = |extra| style.has(extra);
    let of_item = |item: Value| with_variable(style, item);
    let all = [
        has(Extra::Notes).then(|| (below("notes"), of_item(notes(style)))),
        has(Extra::Upload).then(|| (below("content"), of_item(upload()))),
        has(Extra::Deprecated).then(|| (below("weight"), of_item(weight(style)))),
        has(Extra::Jobs).then(|| ("/jobs/{jobId}".to_owned(), job(style))),
        has(Extra::Bulk).then(|| (format!("/bulk/{}", style.things), bulk(style))),
        (style.auth == Auth::Issued).then(|| ("/oauth/token".to_owned(), token())),
    ];
    all.into_iter().flatten().collect()
}

fn notes(style: &Style) -> Value {
    let note =
        json!({ "type": "object", "required": ["text"], "properties": { "text": text(200) } });
    let shown = json!({
        "type": "object", "required": ["id", "text", style.variable],
        "properties": { "id": { "type": "string" }, "text": text(200), style.variable: id(style) }
    });
    let made = json!({ "201": answer(style, &shown) });
    json!({ "post": operation("addNote", &[], Some(body(style, &note)), &made) })
}

fn upload() -> Value {
    let bytes = json!({ "schema": { "type": "string", "format": "binary" } });
    let body = json!({ "required": true, "content": { "application/octet-stream": bytes } });
    let kept = json!({ "204": { "description": "It is kept." } });
    json!({ "put": operation("upload", &[], Some(body), &kept) })
}

fn weight(style: &Style) -> Value {
    let weight = json!({ "weight": { "type": "integer" } });
    let sum = json!({ "type": "object", "required": ["weight"], "properties": weight });
    let mut shown = answer(style, &sum);
    shown["headers"] =
        json!({ "Deprecation": { "required": true, "schema": { "type": "string" } } });
    let mut get = operation("getWeight", &[], None, &json!({ "200": shown }));
    get["deprecated"] = json!(true);
    json!({ "get": get })
}

fn job(style: &Style) -> Value {
    let job = json!({
        "type": "object", "required": ["id", "status"],
        "properties": {
            "id": { "type": "string" }, "status": { "enum": ["running", "done"] },
            "rendering": { "type": ["string", "null"] }
        }
    });
    let get = operation("getJob", &[], None, &json!({ "200": answer(style, &job) }));
    let variable = json!([{ "name": "jobId", "in": "path", "required": true, "schema": { "type": "string" } }]);
    json!({ "parameters": variable, "get": get })
}

fn bulk(style: &Style) -> Value {
    let all = json!({ "type": "array", "minItems": 1, "maxItems": 5, "items": new(style) });
    let created = json!({ "created": { "type": "integer" } });
    let made = json!({ "type": "object", "required": ["created"], "properties": created });
    let responses = json!({ "200": answer(style, &made) });
    json!({ "post": operation("addMany", &[], Some(body(style, &all)), &responses) })
}

fn token() -> Value {
    let text = || json!({ "type": "string", "minLength": 1 });
    let form = json!({
        "type": "object", "required": ["grant_type"],
        "properties": { "grant_type": text(), "client_id": text(), "client_secret": text(), "scope": { "type": "string" } }
    });
    let issued = json!({
        "type": "object", "required": ["access_token", "token_type", "expires_in"],
        "properties": {
            "access_token": text(), "token_type": { "const": "Bearer" }, "expires_in": { "type": "integer" }
        }
    });
    let refused = json!({
        "type": "object", "required": ["error"],
        "properties": { "error": { "type": "string" }, "error_description": { "type": "string" } }
    });
    let json = |schema: Value| json!({ "description": "It is answered.", "content": { "application/json": { "schema": schema } } });
    let body = json!({ "required": true, "content": { "application/x-www-form-urlencoded": { "schema": form } } });
    let responses = json!({ "200": json(issued), "4XX": json(refused) });
    let mut post = operation("issueToken", &[], Some(body), &responses);
    post["security"] = json!([]);
    json!({ "post": post })
}
