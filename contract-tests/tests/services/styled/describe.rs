//! The description of a styled service.

use serde_json::{Map, Value, json};

use super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

/// The media type of an item.
pub(super) const fn media(style: &Style) -> &'static str {
    match style.form {
        Form::Hal => "application/hal+json",
        Form::JsonApi => "application/vnd.api+json",
        Form::Plain | Form::Items => "application/json",
    }
}

/// The media type of an error.
pub(super) const fn error_media(style: &Style) -> &'static str {
    match style.errors {
        Errors::Problem => "application/problem+json",
        Errors::Envelope => "application/json",
        Errors::Text => "text/plain",
    }
}

/// The description, as JSON.
pub(super) fn description(style: &Style) -> String {
    let mut paths = Map::new();
    let slash = if style.slash { "/" } else { "" };
    let list = format!("/{}{slash}", style.things);
    let item = format!("/{}/{{{}}}{slash}", style.things, style.variable);
    paths.insert(list, collection(style));
    paths.insert(item.clone(), one(style));
    let below = |name: &str| format!("{}/{name}{slash}", item.trim_end_matches('/'));
    if style.has(Extra::Notes) {
        let note =
            json!({ "type": "object", "required": ["text"], "properties": { "text": text(200) } });
        let shown = json!({
            "type": "object", "required": ["id", "text", style.variable],
            "properties": { "id": { "type": "string" }, "text": text(200), style.variable: id(style) }
        });
        let post = operation(
            "addNote",
            &[],
            Some(body(style, &note)),
            &json!({ "201": answer(style, &shown) }),
        );
        paths.insert(
            below("notes"),
            with_variable(style, json!({ "post": post })),
        );
    }
    if style.has(Extra::Upload) {
        let bytes = json!({ "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } });
        let put = operation(
            "upload",
            &[],
            Some(json!({ "required": true, "content": bytes })),
            &json!({ "204": { "description": "It is kept." } }),
        );
        paths.insert(
            below("content"),
            with_variable(style, json!({ "put": put })),
        );
    }
    if style.has(Extra::Deprecated) {
        let sum = json!({ "type": "object", "required": ["weight"], "properties": { "weight": { "type": "integer" } } });
        let headers =
            json!({ "Deprecation": { "required": true, "schema": { "type": "string" } } });
        let mut shown = answer(style, &sum);
        shown["headers"] = headers;
        let mut get = operation("getWeight", &[], None, &json!({ "200": shown }));
        get["deprecated"] = json!(true);
        paths.insert(below("weight"), with_variable(style, json!({ "get": get })));
    }
    if style.has(Extra::Jobs) {
        let job = json!({
            "type": "object", "required": ["id", "status"],
            "properties": {
                "id": { "type": "string" }, "status": { "enum": ["running", "done"] },
                "rendering": { "type": ["string", "null"] }
            }
        });
        let get = operation("getJob", &[], None, &json!({ "200": answer(style, &job) }));
        let variable = json!([{ "name": "jobId", "in": "path", "required": true, "schema": { "type": "string" } }]);
        paths.insert(
            "/jobs/{jobId}".to_owned(),
            json!({ "parameters": variable, "get": get }),
        );
    }
    if style.has(Extra::Bulk) {
        let all = json!({ "type": "array", "minItems": 1, "maxItems": 5, "items": new(style) });
        let made = json!({ "type": "object", "required": ["created"], "properties": { "created": { "type": "integer" } } });
        let post = operation(
            "addMany",
            &[],
            Some(body(style, &all)),
            &json!({ "200": answer(style, &made) }),
        );
        paths.insert(format!("/bulk/{}", style.things), json!({ "post": post }));
    }
    let schemes = schemes(style);
    let security: Vec<Value> = match schemes.as_object() {
        Some(all) if !all.is_empty() => {
            let all = all.keys().map(|name| (name.clone(), json!([])));
            vec![Value::Object(all.collect())]
        }
        _ => Vec::new(),
    };
    for item in paths.values_mut() {
        for (name, operation) in item.as_object_mut().into_iter().flatten() {
            if name != "parameters" {
                operation["responses"]["4XX"] = error(style);
            }
        }
    }
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

fn schemes(style: &Style) -> Value {
    let key = |place: &str, name: &str| json!({ "type": "apiKey", "in": place, "name": name });
    match style.auth {
        Auth::Open => json!({}),
        Auth::Bearer => json!({ "token": { "type": "http", "scheme": "bearer" } }),
        Auth::Basic => json!({ "basic": { "type": "http", "scheme": "basic" } }),
        Auth::Cookie => json!({ "session": key("cookie", "SESSION") }),
        Auth::Key => json!({ "key": key("header", "X-Api-Key") }),
        Auth::Keys => json!({ "app": key("header", "X-App"), "seal": key("header", "X-Seal") }),
    }
}

fn text(most: u32) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": most })
}

/// What is called by the variable of the path.
fn id(style: &Style) -> Value {
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

/// The property by which people call an item.
pub(super) const fn name(style: &Style) -> &'static str {
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

/// What creates an item.
fn new(style: &Style) -> Value {
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

/// What changes an item.
fn change(style: &Style) -> Value {
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

/// An item in an answer.
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

fn item_answer(style: &Style) -> Value {
    match style.form {
        Form::JsonApi => {
            json!({ "type": "object", "required": ["data"], "properties": { "data": shown(style) } })
        }
        _ => shown(style),
    }
}

fn list_answer(style: &Style) -> Value {
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

fn collection(style: &Style) -> Value {
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

fn one(style: &Style) -> Value {
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

fn with_variable(style: &Style, mut item: Value) -> Value {
    item["parameters"] =
        json!([{ "name": style.variable, "in": "path", "required": true, "schema": id(style) }]);
    item
}

fn operation(id: &str, parameters: &[Value], body: Option<Value>, responses: &Value) -> Value {
    let mut operation =
        json!({ "operationId": id, "parameters": parameters, "responses": responses });
    if let Some(body) = body {
        operation["requestBody"] = body;
    }
    operation
}

fn body(style: &Style, schema: &Value) -> Value {
    let media = match style.form {
        Form::JsonApi => media(style),
        _ => "application/json",
    };
    json!({ "required": true, "content": { media: { "schema": schema } } })
}

fn answer(style: &Style, schema: &Value) -> Value {
    json!({ "description": "It is answered.", "content": { media(style): { "schema": schema } } })
}

fn error(style: &Style) -> Value {
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
