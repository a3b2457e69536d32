//! Converts texts of parameters and forms to values of their schemas.

use conformance_core::json::Json;
use conformance_core::validate::Validator;
use spec::Api;
use spec::model::{Additional, Kind, SchemaId};

/// The text of a parameter, split by its style.
#[derive(Debug, Clone)]
pub(crate) enum Raw {
    /// One text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
    /// Names with texts.
    Map(Vec<(String, String)>),
}

/// Converts texts by schemas.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'m> {
    pub(crate) api: &'m Api,
    pub(crate) requests: &'m Validator,
}

impl Reader<'_> {
    /// Returns the value of a text. One that the schema cannot read becomes a string, which the
    /// schema then rejects.
    pub(crate) fn read(self, schema: SchemaId, raw: &Raw) -> Json {
        match raw {
            Raw::Text(text) => self.text(schema, text),
            Raw::List(items) => self.list(schema, items),
            Raw::Map(members) => self.map(schema, members),
        }
    }

    /// Returns whether a value is valid against a schema.
    pub(crate) fn fits(self, schema: SchemaId, value: &Json) -> bool {
        self.requests.check(schema, value).is_empty()
    }

    fn text(self, schema: SchemaId, text: &str) -> Json {
        let simple = self.requests.read_text(schema, text);
        if self.fits(schema, &simple) {
            return simple;
        }
        self.requests.read_field(schema, &[text])
    }

    fn list(self, schema: SchemaId, items: &[String]) -> Json {
        match &self.api.schema(self.api.resolve(schema)).kind {
            Kind::Array(array) => {
                let items = items.iter().enumerate().map(|(index, item)| {
                    let schema = array.prefix.get(index).copied().unwrap_or(array.items);
                    self.text(schema, item)
                });
                Json::Array(items.collect())
            }
            Kind::Union(union) => {
                let mut members = union.members.iter().map(|one| self.list(one.schema, items));
                let found = members.find(|value| self.fits(schema, value));
                found.unwrap_or_else(|| Json::String(items.join(",").into()))
            }
            // A value that is not an array occurs once.
            _ => self.text(schema, items.first().map_or("", String::as_str)),
        }
    }

    fn map(self, schema: SchemaId, members: &[(String, String)]) -> Json {
        let whole = |own: &dyn Fn(&str) -> Option<SchemaId>| {
            let read = members.iter().map(|(name, text)| {
                let string = || Json::String(text.as_str().into());
                let value = own(name).map_or_else(string, |id| self.text(id, text));
                (name.as_str().into(), value)
            });
            Json::Object(read.collect())
        };
        match &self.api.schema(self.api.resolve(schema)).kind {
            Kind::Object(object) => whole(&|name| {
                let named = object.properties.iter().find(|one| one.name == name);
                named.map(|one| one.schema).or(match object.additional {
                    Additional::Schema(schema) => Some(schema),
                    _ => None,
                })
            }),
            Kind::Union(union) => {
                let mut all = union
                    .members
                    .iter()
                    .map(|one| self.map(one.schema, members));
                let found = all.find(|value| self.fits(schema, value));
                found.unwrap_or_else(|| whole(&|_| None))
            }
            _ => whole(&|_| None),
        }
    }
}
