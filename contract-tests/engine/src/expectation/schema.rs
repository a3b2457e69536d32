//! Writes schemas of the description as JSON Schema (draft 2020-12).

use std::collections::BTreeMap;

use conformance_core::number_format::Whole;
use serde_json::{Map, Value, json};
use spec::model::{Additional, Api, Bounds, Kind, SchemaId, UnionMode};

/// Writes a schema as it applies to responses, with every schema that it refers to.
#[must_use]
pub fn schema(api: &Api, id: SchemaId) -> Value {
    let mut writer = Writer {
        api,
        named: BTreeMap::new(),
        waiting: Vec::new(),
    };
    let mut root = writer.reference(id);
    let mut definitions = Map::new();
    while let Some(id) = writer.waiting.pop() {
        let name = writer.named[&id].clone();
        let schema = writer.schema(id);
        definitions.insert(name, schema);
    }
    if let (Value::Object(root), false) = (&mut root, definitions.is_empty()) {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root
}

struct Writer<'a> {
    api: &'a Api,
    /// The names under `$defs`.
    named: BTreeMap<SchemaId, String>,
    /// Schemas that are still to be written.
    waiting: Vec<SchemaId>,
}

impl Writer<'_> {
    /// Writes a schema where it is used. A schema that contains others becomes a definition, so
    /// that recursive schemas end.
    fn reference(&mut self, id: SchemaId) -> Value {
        let schema = &self.api.schemas[id.index()];
        let is_plain = !matches!(
            schema.kind,
            Kind::Array(_) | Kind::Object(_) | Kind::Union(_) | Kind::Alias(_)
        );
        if is_plain {
            return self.schema(id);
        }
        if !self.named.contains_key(&id) {
            let name = format!("s{}", self.named.len());
            self.named.insert(id, name);
            self.waiting.push(id);
        }
        json!({ "$ref": format!("#/$defs/{}", self.named[&id]) })
    }

    fn schema(&mut self, id: SchemaId) -> Value {
        let api = self.api;
        let schema = &api.schemas[id.index()];
        let written = self.kind(&schema.kind);
        if schema.nullable {
            return json!({ "anyOf": [{ "type": "null" }, written] });
        }
        written
    }

    fn kind(&mut self, kind: &Kind) -> Value {
        match kind {
            Kind::Any => json!({}),
            Kind::Never => json!({ "not": {} }),
            Kind::Null => json!({ "type": "null" }),
            Kind::Alias(target) => self.reference(*target),
            Kind::Boolean => json!({ "type": "boolean" }),
            Kind::Integer { format, bounds } => {
                let written = number("integer", bounds);
                match Whole::of(format.as_deref()).and_then(range) {
                    Some(range) => json!({ "allOf": [written, range] }),
                    None => written,
                }
            }
            Kind::Number { bounds, .. } => number("number", bounds),
            Kind::String(text) => {
                let mut written = typed("string");
                set(&mut written, "format", text.format.as_deref());
                set(&mut written, "minLength", text.min_length);
                set(&mut written, "maxLength", text.max_length);
                set(&mut written, "pattern", text.pattern.as_deref());
                Value::Object(written)
            }
            // Responses may have values that an extensible enumeration does not list.
            Kind::Enumeration(list) if list.open || list.extensible => json!({}),
            Kind::Enumeration(list) => json!({ "enum": list.values }),
            Kind::Array(array) => {
                let mut written = typed("array");
                let prefix: Vec<Value> =
                    array.prefix.iter().map(|id| self.reference(*id)).collect();
                if !prefix.is_empty() {
                    written.insert("prefixItems".to_owned(), Value::Array(prefix));
                }
                written.insert("items".to_owned(), self.reference(array.items));
                set(&mut written, "minItems", array.min_items);
                set(&mut written, "maxItems", array.max_items);
                set(&mut written, "uniqueItems", array.unique.then_some(true));
                Value::Object(written)
            }
            Kind::Object(object) => self.object(object),
            Kind::Union(union) => {
                let members = union.members.iter();
                let members: Vec<Value> = members.map(|one| self.reference(one.schema)).collect();
                match union.mode {
                    UnionMode::OneOf => json!({ "oneOf": members }),
                    UnionMode::AnyOf => json!({ "anyOf": members }),
                }
            }
        }
    }

    fn object(&mut self, object: &spec::model::Object) -> Value {
        let mut written = typed("object");
        let mut properties = Map::new();
        let mut required = Vec::new();
        for property in &object.properties {
            let is_of_requests = self.api.schemas[property.schema.index()].write_only;
            if is_of_requests {
                properties.insert(property.name.clone(), json!(false));
                continue;
            }
            properties.insert(property.name.clone(), self.reference(property.schema));
            if property.required {
                required.push(property.name.clone());
            }
        }
        if !properties.is_empty() {
            written.insert("properties".to_owned(), Value::Object(properties));
        }
        if !required.is_empty() {
            written.insert("required".to_owned(), json!(required));
        }
        match object.additional {
            Additional::Unspecified => {}
            Additional::Forbidden => {
                written.insert("additionalProperties".to_owned(), json!(false));
            }
            Additional::Schema(id) => {
                written.insert("additionalProperties".to_owned(), self.reference(id));
            }
        }
        set(&mut written, "minProperties", object.min_properties);
        set(&mut written, "maxProperties", object.max_properties);
        Value::Object(written)
    }
}

fn typed(name: &str) -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), Value::from(name))])
}

fn set(written: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        written.insert(name.to_owned(), value.into());
    }
}

/// Returns the range of a numeric format, which JSON Schema does not enforce.
fn range(format: Whole) -> Option<Value> {
    let least = i64::try_from(format.least).ok()?;
    let greatest = u64::try_from(format.greatest).ok()?;
    Some(json!({ "minimum": least, "maximum": greatest }))
}

fn number(name: &str, bounds: &Bounds) -> Value {
    let mut written = typed(name);
    let mut bound = |name: &str, text: Option<&String>| {
        // A text that is not a JSON number is left out; the other limits still apply.
        let value = text.and_then(|text| serde_json::from_str::<Value>(text).ok());
        if let Some(value) = value.filter(Value::is_number) {
            written.insert(name.to_owned(), value);
        }
    };
    let (least, greatest) = match (bounds.exclusive_minimum, bounds.exclusive_maximum) {
        (false, false) => ("minimum", "maximum"),
        (true, false) => ("exclusiveMinimum", "maximum"),
        (false, true) => ("minimum", "exclusiveMaximum"),
        (true, true) => ("exclusiveMinimum", "exclusiveMaximum"),
    };
    bound(least, bounds.minimum.as_ref());
    bound(greatest, bounds.maximum.as_ref());
    bound("multipleOf", bounds.multiple_of.as_ref());
    Value::Object(written)
}
