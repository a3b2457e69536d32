//! Converts the model to JSON Schema, so that a third-party validator checks the generated values.

use serde_json::{Value, json};
use spec::Api;
use spec::model::{Additional, Bounds, Kind, SchemaId, Text, UnionMode};

/// Returns a validator of a schema for requests.
pub fn validator(api: &Api, id: SchemaId) -> Option<jsonschema::Validator> {
    let definitions = reachable(api, id);
    let definitions: serde_json::Map<_, _> = definitions
        .into_iter()
        .map(|id| (format!("s{}", id.index()), schema(api, id)))
        .collect();
    let whole = json!({ "$ref": format!("#/$defs/s{}", id.index()), "$defs": definitions });
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
    options.should_validate_formats(true).build(&whole).ok()
}

/// Compiles a schema exactly as the description has it, for values of requests. Returns `None` for
/// unions with a discriminator, which JSON Schema does not define.
pub fn whole(api: &Api, id: SchemaId) -> Option<jsonschema::Validator> {
    let is_decided = |id: SchemaId| match &api.schema(id).kind {
        Kind::Union(union) => union.discriminator.is_some(),
        _ => false,
    };
    if reachable(api, id).into_iter().any(is_decided) {
        return None;
    }
    let mut whole = api.whole(id);
    let copy = whole.clone();
    require_in_requests(&mut whole, &copy);
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
    options.should_validate_formats(true).build(&whole).ok()
}

/// Removes required properties that are read-only (OpenAPI 3.0.3 §4.7.24.2).
fn require_in_requests(schema: &mut Value, document: &Value) {
    let properties = schema.get("properties").cloned().unwrap_or_default();
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        let is_sent = |name: &Value| {
            let property = name.as_str().and_then(|name| properties.get(name));
            !property.is_some_and(|property| is_read_only(property, document))
        };
        required.retain(is_sent);
    }
    match schema {
        Value::Object(members) => {
            for member in members.values_mut() {
                require_in_requests(member, document);
            }
        }
        Value::Array(items) => {
            for item in items {
                require_in_requests(item, document);
            }
        }
        _ => {}
    }
}

fn is_read_only(schema: &Value, document: &Value) -> bool {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let target = reference.and_then(|text| document.pointer(text.strip_prefix('#')?));
    schema["readOnly"] == json!(true) || target.is_some_and(|one| is_read_only(one, document))
}

fn reachable(api: &Api, id: SchemaId) -> Vec<SchemaId> {
    let (mut found, mut at) = (vec![id], 0);
    while let Some(id) = found.get(at).copied() {
        at += 1;
        for next in parts(api, id) {
            if !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found
}

fn parts(api: &Api, id: SchemaId) -> Vec<SchemaId> {
    match &api.schema(id).kind {
        Kind::Alias(target) => vec![*target],
        Kind::Array(array) => array.prefix.iter().copied().chain([array.items]).collect(),
        Kind::Object(object) => {
            let additional = match object.additional {
                Additional::Schema(id) => Some(id),
                _ => None,
            };
            object
                .properties
                .iter()
                .map(|property| property.schema)
                .chain(additional)
                .collect()
        }
        Kind::Union(union) => union.members.iter().map(|member| member.schema).collect(),
        _ => Vec::new(),
    }
}

fn refer(id: SchemaId) -> Value {
    json!({ "$ref": format!("#/$defs/s{}", id.index()) })
}

fn schema(api: &Api, id: SchemaId) -> Value {
    let schema = api.schema(id);
    let kind = kind(api, &schema.kind);
    if schema.nullable {
        json!({ "anyOf": [{ "type": "null" }, kind] })
    } else {
        kind
    }
}

fn kind(api: &Api, kind: &Kind) -> Value {
    match kind {
        Kind::Any => json!(true),
        Kind::Never => json!(false),
        Kind::Null => json!({ "type": "null" }),
        Kind::Alias(target) => refer(*target),
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::Integer { format, bounds } => {
            let limits = match format.as_deref() {
                Some("int32") => json!({ "minimum": i32::MIN, "maximum": i32::MAX }),
                Some("int64") => json!({ "minimum": i64::MIN, "maximum": i64::MAX }),
                _ => json!(true),
            };
            json!({ "type": "integer", "allOf": [numbers(bounds), limits] })
        }
        Kind::Number { bounds, .. } => json!({ "type": "number", "allOf": [numbers(bounds)] }),
        Kind::String(text) => string(text),
        Kind::Enumeration(list) if list.open => json!(true),
        Kind::Enumeration(list) => json!({ "enum": list.values }),
        Kind::Array(array) => {
            let mut schema = json!({ "type": "array", "items": refer(array.items), "uniqueItems": array.unique });
            let prefix: Vec<_> = array.prefix.iter().map(|id| refer(*id)).collect();
            put(
                &mut schema,
                "prefixItems",
                (!prefix.is_empty()).then_some(prefix),
            );
            put(&mut schema, "minItems", array.min_items);
            put(&mut schema, "maxItems", array.max_items);
            schema
        }
        Kind::Object(object) => {
            let hidden = |id: SchemaId| {
                let mut id = id;
                loop {
                    match api.schema(id).kind {
                        _ if api.schema(id).read_only => return true,
                        Kind::Alias(target) => id = target,
                        _ => return false,
                    }
                }
            };
            let properties = object.properties.iter().map(|property| {
                let is_hidden = hidden(property.schema);
                (
                    property.name.clone(),
                    if is_hidden {
                        json!(false)
                    } else {
                        refer(property.schema)
                    },
                )
            });
            let properties: serde_json::Map<_, _> = properties.collect();
            let required = object
                .properties
                .iter()
                .filter(|p| p.required && !hidden(p.schema));
            let required: Vec<_> = required.map(|property| &property.name).collect();
            let mut schema =
                json!({ "type": "object", "properties": properties, "required": required });
            put(&mut schema, "minProperties", object.min_properties);
            put(&mut schema, "maxProperties", object.max_properties);
            put(
                &mut schema,
                "additionalProperties",
                match object.additional {
                    Additional::Unspecified => None,
                    Additional::Forbidden => Some(json!(false)),
                    Additional::Schema(id) => Some(refer(id)),
                },
            );
            schema
        }
        Kind::Union(union) => {
            let members: Vec<_> = union
                .members
                .iter()
                .map(|member| refer(member.schema))
                .collect();
            match union.mode {
                UnionMode::OneOf if union.discriminator.is_none() => json!({ "oneOf": members }),
                UnionMode::OneOf | UnionMode::AnyOf => json!({ "anyOf": members }),
            }
        }
    }
}

fn put(schema: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        schema[name] = value.into();
    }
}

fn number(text: &str) -> Value {
    serde_json::from_str(text).expect("a number")
}

fn numbers(bounds: &Bounds) -> Value {
    let mut schema = json!({});
    let name = |exclusive, one, other| if exclusive { one } else { other };
    let least = name(bounds.exclusive_minimum, "exclusiveMinimum", "minimum");
    let most = name(bounds.exclusive_maximum, "exclusiveMaximum", "maximum");
    put(&mut schema, least, bounds.minimum.as_deref().map(number));
    put(&mut schema, most, bounds.maximum.as_deref().map(number));
    put(
        &mut schema,
        "multipleOf",
        bounds.multiple_of.as_deref().map(number),
    );
    schema
}

fn string(text: &Text) -> Value {
    let mut schema = json!({ "type": "string" });
    // The crate only supports the other name of the format.
    let format = text.format.as_deref();
    let format = format.map(|name| if name == "url" { "uri" } else { name });
    put(&mut schema, "format", format);
    put(&mut schema, "minLength", text.min_length);
    put(&mut schema, "maxLength", text.max_length);
    put(&mut schema, "pattern", text.pattern.as_deref());
    schema
}
