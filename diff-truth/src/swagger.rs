//! Turns Swagger 2.0 into OpenAPI 3.0, as far as values are concerned. It does not use the reader,
//! which is under test.

use serde_json::{Map, Value, json};

/// Turns a description of Swagger 2.0 into OpenAPI 3.0, and returns any other unchanged.
pub fn upgraded(description: Value) -> Value {
    if description.get("swagger") != Some(&json!("2.0")) {
        return description;
    }
    let description = &description;
    let mut whole = json!({"openapi": "3.0.3", "info": description["info"], "components": {}});
    if let Some(definitions) = description.get("definitions") {
        whole["components"]["schemas"] = definitions.clone();
    }
    whole["components"]["securitySchemes"] = schemes(description);
    if let Some(security) = description.get("security") {
        whole["security"] = security.clone();
    }
    if let Some(host) = description.get("host").and_then(Value::as_str) {
        let base = description.get("basePath").and_then(Value::as_str);
        let protocols = description.get("schemes").and_then(Value::as_array);
        let protocols = protocols.cloned().unwrap_or_else(|| vec![json!("https")]);
        let servers = protocols.iter().filter_map(Value::as_str).map(
            |protocol| json!({"url": format!("{protocol}://{host}{}", base.unwrap_or_default())}),
        );
        whole["servers"] = servers.collect();
    }
    let mut paths = Map::new();
    for (path, item) in description["paths"].as_object().into_iter().flatten() {
        let mut made = Map::new();
        let shared = list(item, "parameters");
        for (method, operation) in item.as_object().into_iter().flatten() {
            if method != "parameters" && operation.is_object() {
                made.insert(method.clone(), upgrade(description, operation, &shared));
            }
        }
        paths.insert(path.clone(), Value::Object(made));
    }
    whole["paths"] = Value::Object(paths);
    moved(&mut whole);
    whole
}

fn list(value: &Value, name: &str) -> Vec<Value> {
    let list = value.get(name).and_then(Value::as_array);
    list.cloned().unwrap_or_default()
}

/// Returns the target of a reference to a shared part.
fn behind<'v>(description: &'v Value, value: &'v Value) -> &'v Value {
    let reference = value.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    let target = pointer.and_then(|pointer| description.pointer(pointer));
    target.unwrap_or(value)
}

fn media(description: &Value, operation: &Value, name: &str) -> Vec<String> {
    let stated = operation.get(name).or_else(|| description.get(name));
    let stated = stated.and_then(Value::as_array).into_iter().flatten();
    let stated: Vec<String> = stated
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    if stated.is_empty() {
        vec!["application/json".to_owned()]
    } else {
        stated
    }
}

fn content(media: &[String], schema: &Value) -> Value {
    let each = media
        .iter()
        .map(|name| (name.clone(), json!({"schema": schema})));
    Value::Object(each.collect())
}

fn upgrade(description: &Value, operation: &Value, shared: &[Value]) -> Value {
    let mut made = json!({"responses": {}});
    if let Some(security) = operation.get("security") {
        made["security"] = security.clone();
    }
    let own = list(operation, "parameters");
    let all: Vec<&Value> = own
        .iter()
        .chain(shared)
        .map(|one| behind(description, one))
        .collect();
    let key = |one: &Value| (one["name"].clone(), one["in"].clone());
    let (mut parameters, mut fields, mut needed) = (Vec::new(), Map::new(), Vec::new());
    for (at, one) in all.iter().enumerate() {
        if all[..at].iter().any(|other| key(other) == key(one)) {
            continue;
        }
        let required = one.get("required") == Some(&json!(true));
        match one["in"].as_str() {
            Some("body") => {
                let media = media(description, operation, "consumes");
                let body =
                    json!({"required": required, "content": content(&media, &one["schema"])});
                made["requestBody"] = body;
            }
            Some("formData") => {
                let name = one["name"].as_str().unwrap_or_default().to_owned();
                if required {
                    needed.push(name.clone());
                }
                fields.insert(name, bare(one));
            }
            _ => parameters.push(parameter(one)),
        }
    }
    if !fields.is_empty() {
        let media = media(description, operation, "consumes");
        let required = !needed.is_empty();
        let mut form = json!({"type": "object", "properties": fields});
        if required {
            form["required"] = needed.into();
        }
        made["requestBody"] = json!({"required": required, "content": content(&media, &form)});
    }
    made["parameters"] = Value::Array(parameters);
    let media = media(description, operation, "produces");
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let response = behind(description, response);
        let mut one = json!({"description": ""});
        if let Some(schema) = response.get("schema") {
            one["content"] = content(&media, schema);
        }
        let headers = response.get("headers").and_then(Value::as_object);
        for (name, header) in headers.into_iter().flatten() {
            one["headers"][name] = parameter(header);
        }
        made["responses"][status] = one;
    }
    made
}

/// Returns the schema of a parameter, whose keywords are fields of the parameter.
fn bare(parameter: &Value) -> Value {
    const OTHERS: [&str; 7] = [
        "name",
        "in",
        "required",
        "description",
        "collectionFormat",
        "allowEmptyValue",
        "default",
    ];
    let mut schema = parameter.clone();
    if let Some(members) = schema.as_object_mut() {
        members.retain(|name, _| !OTHERS.contains(&name.as_str()));
        if members.get("type") == Some(&json!("file")) {
            members.insert("type".to_owned(), json!("string"));
        }
    }
    schema
}

fn parameter(one: &Value) -> Value {
    let mut made = json!({"schema": bare(one)});
    for name in ["name", "in", "required", "allowEmptyValue"] {
        if let Some(value) = one.get(name) {
            made[name] = value.clone();
        }
    }
    let query = one["in"] == "query";
    let (style, explode) = match one.get("collectionFormat").and_then(Value::as_str) {
        Some("multi") => ("form", true),
        Some("ssv") => ("spaceDelimited", false),
        Some("pipes") => ("pipeDelimited", false),
        Some("tsv") => ("tabDelimited", false),
        _ if query => ("form", false),
        _ => ("simple", false),
    };
    if one.get("type") == Some(&json!("array")) {
        made["style"] = style.into();
        made["explode"] = explode.into();
    }
    made
}

fn schemes(description: &Value) -> Value {
    let named = description.get("securityDefinitions");
    let named = named.and_then(Value::as_object).into_iter().flatten();
    let each = named.map(|(name, scheme)| {
        let made = match scheme["type"].as_str() {
            Some("basic") => json!({"type": "http", "scheme": "basic"}),
            Some("oauth2") => {
                let flow = scheme["flow"].as_str().unwrap_or_default();
                json!({"type": "oauth2", "flows": {flow: scheme}})
            }
            _ => scheme.clone(),
        };
        (name.clone(), made)
    });
    Value::Object(each.collect())
}

/// Moves fields that have another name or place in OpenAPI 3.0.
fn moved(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(rest) = reference.strip_prefix("#/definitions/")
            {
                *reference = format!("#/components/schemas/{rest}");
            }
            if let Some(nullable) = members.remove("x-nullable") {
                members.insert("nullable".to_owned(), nullable);
            }
            if let Some(Value::String(property)) = members.get("discriminator").cloned() {
                let made = json!({"propertyName": property});
                members.insert("discriminator".to_owned(), made);
            }
            members.values_mut().for_each(moved);
        }
        Value::Array(items) => items.iter_mut().for_each(moved),
        _ => {}
    }
}
