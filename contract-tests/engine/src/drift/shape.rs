//! Infers a schema from sample values.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use conformance_core::validate::Sample;

/// The types, formats and items of all samples.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    types: BTreeSet<&'static str>,
    nullable: bool,
    /// The format that all strings have; `None` if there are no strings or they have several
    /// formats.
    format: Option<&'static str>,
    items: Option<Box<Self>>,
}

impl Shape {
    pub(super) fn add(&mut self, sample: &Sample) {
        let name = match sample {
            Sample::Null => {
                self.nullable = true;
                return;
            }
            Sample::Boolean => "boolean",
            Sample::Integer => "integer",
            Sample::Number => "number",
            Sample::String(format) => {
                let first = !self.types.contains("string");
                self.format = format.filter(|_| first || self.format == *format);
                "string"
            }
            Sample::Array(items) => {
                let shape = self.items.get_or_insert_default();
                for item in items {
                    shape.add(item);
                }
                "array"
            }
            Sample::Object => "object",
        };
        self.types.insert(name);
    }

    /// Returns the type, if all samples have the same one.
    fn single(&self) -> Option<&'static str> {
        let types: Vec<_> = self.types.iter().copied().collect();
        match types.as_slice() {
            [one] => Some(one),
            ["integer", "number"] => Some("number"),
            _ => None,
        }
    }

    /// Describes the shape in words: `string of format date-time or null`.
    pub(super) fn describe(&self) -> String {
        let mut words: Vec<String> = self.types.iter().map(|&name| name.to_owned()).collect();
        if let (Some("string"), Some(format)) = (self.single(), self.format) {
            words = vec![format!("string of format {format}")];
        }
        if self.nullable {
            words.push(String::from("null"));
        }
        words.join(" or ")
    }

    /// Writes the shape as a schema. With `modern` (OpenAPI 3.1) `null` is a type.
    pub(super) fn schema(&self, modern: bool) -> Value {
        let mut schema = Map::new();
        let single = self.single();
        if let Some(name) = single {
            let value = if self.nullable && modern {
                json!([name, "null"])
            } else {
                json!(name)
            };
            schema.insert(String::from("type"), value);
            if self.nullable && !modern {
                schema.insert(String::from("nullable"), Value::Bool(true));
            }
        }
        if let (Some("string"), Some(format)) = (single, self.format) {
            schema.insert(String::from("format"), Value::from(format));
        }
        if single == Some("array") {
            let items = self.items.as_ref();
            let items = items.map_or_else(|| json!({}), |items| items.schema(modern));
            schema.insert(String::from("items"), items);
        }
        Value::Object(schema)
    }
}
