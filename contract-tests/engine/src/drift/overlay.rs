//! The entries as an OpenAPI Overlay 1.0.0, which adds them to the description.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::{Map, Value, json};
use spec::model::{Method, SchemaId};

use super::Drift;
use super::entry::{Entry, Key, Name};
use super::path::{Path, join};
use super::places::{Places, path_variables};
use super::shape::Shape;
use conformance_core::description::{Description, OperationId};
use conformance_core::json::Json;

/// Unreserved characters are not encoded (RFC 3986 §2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The `description` of everything that the overlay adds.
const SEEN: &str = "Seen live.";

/// Overlay 1.0.0 §4.4.1.
#[derive(Serialize)]
struct Document {
    overlay: &'static str,
    info: Info,
    extends: String,
    actions: Vec<Action>,
}

/// Overlay 1.0.0 §4.4.2.
#[derive(Serialize)]
struct Info {
    title: String,
    version: String,
}

/// Overlay 1.0.0 §4.4.3.
#[derive(Serialize)]
struct Action {
    target: String,
    description: String,
    update: Value,
}

impl Drift {
    /// Writes an OpenAPI Overlay 1.0.0 in YAML that adds the differences to the description.
    /// Returns `None` if there is nothing to add. Left out is what the main file cannot hold:
    /// definitions in other files, new union members, and names of more than 256 characters.
    #[must_use]
    pub fn overlay(&self, description: &Description) -> Option<String> {
        let places = Places::new(description);
        let state = self.state();
        let maker = Maker {
            description,
            places: &places,
        };
        let mut actions: Vec<Action> = Vec::new();
        for (key, entry) in &state.entries {
            let Some((path, what, update)) = maker.action(key, entry) else {
                continue;
            };
            let target = places.target(&path);
            match actions.last_mut() {
                // Additions to one object are one action.
                Some(last) if last.target == target && update.is_object() => {
                    merge(&mut last.update, update);
                }
                _ => actions.push(Action {
                    target,
                    description: what.to_owned(),
                    update,
                }),
            }
        }
        if actions.is_empty() {
            return None;
        }
        let document = Document {
            overlay: "1.0.0",
            info: Info {
                title: format!("What {} shows besides", description.api.title),
                version: description.api.version.clone(),
            },
            extends: utf8_percent_encode(&places.file(), RESERVED).to_string(),
            actions,
        };
        written(&document)
    }
}

/// Writes an overlay as YAML. If it has hidden characters, it is written as the JSON that is also
/// YAML, in which every text is quoted and can have escapes (YAML 1.2.2 §5.7).
fn written(document: &Document) -> Option<String> {
    let yaml = yaml_serde::to_string(document).ok()?;
    if messages::text::shows(&yaml) {
        return Some(yaml);
    }
    let mut text = String::new();
    for character in serde_json::to_string_pretty(document).ok()?.chars() {
        if character != '\n' && messages::text::is_hidden(character) {
            // Readers of YAML do not join the two escapes that JSON needs. Writing cannot fail.
            let _ = write!(text, "\\U{:08x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    Some(text + "\n")
}

struct Maker<'d> {
    description: &'d Description,
    places: &'d Places<'d>,
}

/// The place of an addition, the reason for it, and the value.
type Addition = (Path, &'static str, Value);

impl Maker<'_> {
    fn action(&self, key: &Key, entry: &Entry) -> Option<Addition> {
        match key {
            Key::Field(id, name) => self.field(*id, name, &entry.shape),
            Key::EnumValue(id, name) => self.value(*id, name),
            Key::UnionMember(..) => None,
            Key::Status(id, status, media) => {
                self.status(*id, *status, media.as_ref(), &entry.shape)
            }
            Key::Header(id, status, name) => {
                let path = self.places.response(*id, *status)?;
                let update = header(whole(name)?, &self.schema(&entry.shape));
                Some((path, "Header fields that were seen live", update))
            }
            Key::Operation(id, method) => self.operation(*id, *method),
            Key::Sunset(id, status, field) => self.end(*id, *status, field),
        }
    }

    fn schema(&self, shape: &Shape) -> Value {
        let mut schema = shape.schema(self.places.is_modern());
        if let Value::Object(schema) = &mut schema {
            schema.insert(String::from("description"), Value::from(SEEN));
        }
        schema
    }

    fn field(&self, id: SchemaId, name: &Name, shape: &Shape) -> Option<Addition> {
        let path = self.places.schema(self.description.api.schema(id))?;
        let properties = single(whole(name)?, self.schema(shape));
        let update = single("properties", properties);
        Some((path, "Members that were seen live", update))
    }

    fn value(&self, id: SchemaId, name: &Name) -> Option<Addition> {
        let schema = self.description.api.schema(id);
        let path = self.places.values(schema)?;
        let text = whole(name)?;
        let spec::model::Kind::Enumeration(list) = &schema.kind else {
            return None;
        };
        let parsed = || {
            Json::parse(text.as_bytes())
                .ok()
                .map(|json| json.to_value())
        };
        let value = match list.base {
            spec::model::EnumBase::String => Value::from(text),
            spec::model::EnumBase::Integer => parsed()?,
            spec::model::EnumBase::Other => parsed().unwrap_or_else(|| Value::from(text)),
        };
        Some((path, "A value that was seen live", value))
    }

    fn status(
        &self,
        id: OperationId,
        status: u16,
        media: Option<&Name>,
        shape: &Shape,
    ) -> Option<Addition> {
        let path = join(&self.places.operation(id)?, &["responses"]);
        let mut response = json!({ "description": SEEN });
        if let Some(media) = media.filter(|media| media.whole && !media.text.is_empty()) {
            let schema = json!({ "schema": shape.schema(self.places.is_modern()) });
            merge(
                &mut response,
                single("content", single(&media.text, schema)),
            );
        }
        let update = single(&status.to_string(), response);
        Some((path, "Statuses that were seen live", update))
    }

    /// Builds a new operation. It declares the variables of its path again, since those of other
    /// operations are not shared.
    fn operation(&self, id: OperationId, method: Method) -> Option<Addition> {
        let path = self.places.path_item(id)?;
        let variables = path_variables(self.description.operation(id)).map(|name| {
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
        });
        let mut operation = json!({
            "description": "Named in an `Allow` field.",
            "responses": { "default": { "description": "Not seen." } },
        });
        let variables: Vec<_> = variables.collect();
        if !variables.is_empty() {
            merge(&mut operation, json!({ "parameters": variables }));
        }
        let update = single(method.field(), operation);
        Some((path, "Methods that were seen live", update))
    }

    fn end(&self, id: OperationId, status: spec::model::Status, field: &str) -> Option<Addition> {
        let operation = self.places.operation(id)?;
        let own = self.places.response(id, status)?;
        if !own.starts_with(&operation) {
            // A shared response belongs to several operations: only the `deprecated` mark is added.
            let update = json!({ "deprecated": true });
            return Some((operation, "An end that was announced live", update));
        }
        let response = header(field, &json!({ "type": "string", "description": SEEN }));
        let responses = single("responses", single(own.last()?, response));
        let mut update = json!({ "deprecated": true });
        merge(&mut update, responses);
        Some((operation, "An end that was announced live", update))
    }
}

/// Returns the name, if it was kept in full.
fn whole(name: &Name) -> Option<&str> {
    name.whole.then_some(name.text.as_str())
}

fn header(name: &str, schema: &Value) -> Value {
    let header = json!({ "description": SEEN, "schema": schema });
    single("headers", single(name, header))
}

fn single(name: &str, value: Value) -> Value {
    let mut object = Map::new();
    object.insert(name.to_owned(), value);
    Value::Object(object)
}

/// Merges two values as an overlay's `update` does: objects property by property, anything else is
/// replaced.
fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}
