//! Checks requests against a description independently of the harness: routes from the document,
//! values with the `jsonschema` crate.

use std::collections::BTreeMap;

use jsonschema::Validator;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

use crate::fault::Fault;

/// A description, prepared for checking requests.
pub(crate) struct Contract {
    pub(crate) operations: Vec<Operation>,
}

/// One operation.
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) path: String,
    parameters: Vec<Parameter>,
    bodies: BTreeMap<String, Schema>,
    is_body_required: bool,
    /// The types of query parameters of which values that are not JSON are ignored.
    lenient: &'static [&'static str],
}

struct Parameter {
    name: String,
    location: String,
    is_required: bool,
    schema: Schema,
}

struct Schema {
    resolved: Value,
    validator: Validator,
}

/// The values of a request by name, from all locations.
pub(crate) type Values = BTreeMap<String, Value>;

/// Removes the lower bounds of numbers.
fn remove_minimums(document: &mut Value) {
    match document {
        Value::Object(members) => {
            members.remove("minimum");
            members.values_mut().for_each(remove_minimums);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_minimums),
        _ => {}
    }
}

/// Why a request is rejected: the status and a short text.
pub(crate) type Refusal = (u16, String);

const METHODS: [&str; 6] = ["get", "head", "post", "put", "patch", "delete"];

impl Contract {
    pub(crate) fn of(yaml: &str, fault: Option<Fault>) -> Self {
        let mut document: Value = yaml_serde::from_str(yaml).expect("YAML");
        if fault == Some(Fault::NoMinimum) {
            remove_minimums(&mut document["components"]["schemas"]);
        }
        if document["openapi"]
            .as_str()
            .is_some_and(|version| version.starts_with("3.0"))
        {
            lift_nullable(&mut document);
        }
        let paths = document["paths"].as_object().expect("paths");
        let mut operations = Vec::new();
        for (path, item) in paths {
            for method in METHODS {
                if let Some(operation) = item.get(method) {
                    let mut operation = Operation::of(&document, path, method, item, operation);
                    operation.lenient = match fault {
                        Some(Fault::WordForNumber) => &["integer", "number"],
                        Some(Fault::WordForBoolean) => &["boolean"],
                        _ => &[],
                    };
                    operations.push(operation);
                }
            }
        }
        Self { operations }
    }

    /// Returns the operations at the path of a request, with the values of its variables.
    pub(crate) fn route(&self, path: &str) -> Vec<(&Operation, BTreeMap<String, String>)> {
        let all = self.operations.iter();
        all.filter_map(|one| Some((one, matched(&one.path, path)?)))
            .collect()
    }
}

impl Operation {
    fn of(document: &Value, path: &str, method: &str, item: &Value, operation: &Value) -> Self {
        let own = [&item["parameters"], &operation["parameters"]];
        let own = own.into_iter().filter_map(Value::as_array).flatten();
        let parameters = own.map(|one| {
            let one = resolved(document, one);
            let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
            Parameter {
                name: text("name"),
                location: text("in"),
                is_required: one["required"] == true,
                schema: Schema::of(document, &one["schema"]),
            }
        });
        let body = resolved(document, &operation["requestBody"]);
        let bodies = body["content"].as_object().into_iter().flatten();
        Self {
            id: operation["operationId"]
                .as_str()
                .expect("an operationId")
                .to_owned(),
            method: method.to_uppercase(),
            path: path.to_owned(),
            parameters: parameters.collect(),
            bodies: bodies
                .map(|(name, media)| (name.clone(), Schema::of(document, &media["schema"])))
                .collect(),
            is_body_required: body["required"] == true,
            lenient: &[],
        }
    }

    /// Returns the values of the parameters of one location.
    pub(crate) fn values(
        &self,
        location: &str,
        given: &BTreeMap<String, String>,
        values: &mut Values,
    ) -> Result<(), Refusal> {
        for one in self
            .parameters
            .iter()
            .filter(|one| one.location == location)
        {
            // Field names are case-insensitive (RFC 9110 §5.1), and are received in lower case.
            let name = match location {
                "header" => one.name.to_ascii_lowercase(),
                _ => one.name.clone(),
            };
            let Some(text) = given.get(&name) else {
                if one.is_required {
                    return Err((400, format!("{} is missing", one.name)));
                }
                continue;
            };
            if location == "query" && one.schema.is_one_of(self.lenient) && !is_json(text) {
                continue;
            }
            let value = one.schema.read(text);
            one.schema
                .check(&value)
                .map_err(|why| (400, format!("{}: {why}", one.name)))?;
            values.insert(one.name.clone(), value);
        }
        Ok(())
    }

    /// Returns the first declared media type of the body.
    pub(crate) fn first_kind(&self) -> Option<&str> {
        self.bodies.keys().next().map(String::as_str)
    }

    /// Returns the value of the body.
    pub(crate) fn body(&self, content_type: &str, bytes: &[u8]) -> Result<Option<Value>, Refusal> {
        if self.bodies.is_empty() {
            return Ok(None);
        }
        if bytes.is_empty() {
            let missing = Err((400, "the body is missing".to_owned()));
            return if self.is_body_required {
                missing
            } else {
                Ok(None)
            };
        }
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        let Some(schema) = self.bodies.get(&essence.to_ascii_lowercase()) else {
            return Err((415, "no such media type is taken".to_owned()));
        };
        let value = match essence {
            "application/x-www-form-urlencoded" => schema.read_form(bytes),
            "application/octet-stream" => Value::from(String::from_utf8_lossy(bytes)),
            _ => serde_json::from_slice(bytes).map_err(|_| (400, "this is not JSON".to_owned()))?,
        };
        schema.check(&value).map_err(|why| (400, why))?;
        Ok(Some(value))
    }
}

impl Schema {
    fn of(document: &Value, schema: &Value) -> Self {
        let whole = json!({ "allOf": [schema], "components": document["components"] });
        let mut options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
        options = options.should_validate_formats(true);
        Self {
            resolved: resolved(document, schema).clone(),
            validator: options.build(&whole).expect("a schema"),
        }
    }

    fn check(&self, value: &Value) -> Result<(), String> {
        match self.validator.validate(value) {
            Ok(()) => Ok(()),
            Err(_) => Err("this is not what the description asks for".to_owned()),
        }
    }

    fn is_one_of(&self, types: &[&str]) -> bool {
        let own = self.resolved["type"].as_str();
        own.is_some_and(|own| types.contains(&own))
    }

    fn read(&self, text: &str) -> Value {
        read(&self.resolved, text)
    }

    fn read_form(&self, bytes: &[u8]) -> Value {
        let mut members = Map::new();
        for (name, text) in url::form_urlencoded::parse(bytes) {
            let value = read(&self.resolved["properties"][&*name], &text);
            // A repeated parameter is not a single value.
            let value = match members.remove(&*name) {
                Some(before) => json!([before, value]),
                None => value,
            };
            members.insert(name.into_owned(), value);
        }
        Value::Object(members)
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok()
}

/// Returns a text as a value of the schema's type.
fn read(schema: &Value, text: &str) -> Value {
    let own = || Value::from(text);
    match schema["type"].as_str() {
        Some("integer") if !text.starts_with('+') => {
            text.parse::<i64>().map_or_else(|_| own(), Value::from)
        }
        Some("number") if !text.starts_with('+') => {
            serde_json::from_str(text).unwrap_or_else(|_| own())
        }
        Some("boolean") => text.parse::<bool>().map_or_else(|_| own(), Value::from),
        _ => own(),
    }
}

fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"]
        .as_str()
        .and_then(|place| place.strip_prefix('#'))
    {
        Some(pointer) => resolved(document, document.pointer(pointer).expect("a target")),
        None => value,
    }
}

/// Replaces `nullable: true` (OpenAPI 3.0) by the JSON Schema equivalent.
fn lift_nullable(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.remove("nullable") == Some(Value::Bool(true))
                && let Some(kind) = members.get("type").cloned()
            {
                members.insert("type".to_owned(), json!([kind, "null"]));
            }
            members.values_mut().for_each(lift_nullable);
        }
        Value::Array(items) => items.iter_mut().for_each(lift_nullable),
        _ => {}
    }
}

fn matched(template: &str, path: &str) -> Option<BTreeMap<String, String>> {
    let (mut own, mut given) = (template.split('/'), path.split('/'));
    let mut values = BTreeMap::new();
    loop {
        match (own.next(), given.next()) {
            (None, None) => return Some(values),
            (Some(own), Some(given)) => {
                match own.strip_prefix('{').and_then(|o| o.strip_suffix('}')) {
                    Some(_) if given.is_empty() => return None,
                    Some(name) => {
                        let text = percent_decode_str(given).decode_utf8().ok()?;
                        values.insert(name.to_owned(), text.into_owned());
                    }
                    None if own == given => {}
                    None => return None,
                }
            }
            _ => return None,
        }
    }
}
