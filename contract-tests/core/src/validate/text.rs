//! Reads values from header fields and parameters (OpenAPI 3.0.3 §4.7.12.3, style `simple`).

use spec::model::{Additional, EnumBase, SchemaId};

use super::Validator;
use super::compile::{Enumeration, Kind, Object};
use crate::json::Json;

impl Validator {
    /// Parses a text by its schema. A text that the schema cannot read becomes a string, which the
    /// schema then rejects.
    #[must_use]
    pub fn read_text(&self, schema: SchemaId, text: &str) -> Json {
        self.read(schema, text, 0)
    }

    /// Parses the fields of a form by its schema: a repeated field is an array, and an object or
    /// array within one field is JSON (OpenAPI 3.0.3 §4.7.15).
    #[must_use]
    pub fn read_form(&self, schema: SchemaId, fields: &[(String, String)]) -> Json {
        match &self.node(self.resolve(schema)).kind {
            Kind::Union(union) => {
                let all = || {
                    union
                        .members
                        .iter()
                        .map(|one| (one.schema, self.read_form(one.schema, fields)))
                };
                let fitting = all().find(|(id, value)| self.check(*id, value).is_empty());
                fitting
                    .or_else(|| all().next())
                    .map_or(Json::Null, |(_, value)| value)
            }
            Kind::Object(rules) => self.read_fields(Some(rules), fields),
            _ => self.read_fields(None, fields),
        }
    }

    fn read_fields(&self, rules: Option<&Object>, fields: &[(String, String)]) -> Json {
        let mut members: Vec<(Box<str>, Json)> = Vec::new();
        for (name, text) in fields {
            if members.iter().any(|(known, _)| **known == **name) {
                continue;
            }
            let own = rules.and_then(|rules| match (rules.find(name, 0), rules.additional) {
                (Some(at), _) => Some(rules.properties[at].schema),
                (None, Additional::Schema(schema)) => Some(schema),
                (None, _) => None,
            });
            let texts: Vec<&str> = fields
                .iter()
                .filter(|(other, _)| other == name)
                .map(|(_, text)| text.as_str())
                .collect();
            let value = match own {
                Some(own) => self.read_field(own, &texts),
                None => Json::String(text.as_str().into()),
            };
            members.push((name.as_str().into(), value));
        }
        Json::Object(members)
    }

    /// Parses a field that occurs once for each text.
    #[must_use]
    pub fn read_field(&self, schema: SchemaId, texts: &[&str]) -> Json {
        let first = texts.first().copied().unwrap_or_default();
        if let Kind::Array(rules) = &self.node(self.resolve(schema)).kind
            && !(texts.len() == 1 && first.starts_with('['))
        {
            let items = texts.iter().enumerate().map(|(index, text)| {
                let schema = rules.prefix.get(index).unwrap_or(&rules.items);
                self.read_field(*schema, &[text])
            });
            return Json::Array(items.collect());
        }
        let simple = self.read_text(schema, first);
        if self.check(schema, &simple).is_empty() {
            return simple;
        }
        // An empty text may represent null.
        if first.is_empty() && self.check(schema, &Json::Null).is_empty() {
            return Json::Null;
        }
        let json = first
            .starts_with(['{', '['])
            .then(|| Json::parse(first.as_bytes()));
        json.and_then(Result::ok).unwrap_or(simple)
    }

    fn read(&self, schema: SchemaId, text: &str, depth: usize) -> Json {
        const DEPTH: usize = 8;
        let string = || Json::String(text.into());
        if depth > DEPTH {
            return string();
        }
        match &self.node(self.resolve(schema)).kind {
            Kind::Integer(..) | Kind::Number(..) => number(text).unwrap_or_else(string),
            Kind::Boolean => match text {
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                _ => string(),
            },
            Kind::Null if matches!(text, "" | "null") => Json::Null,
            Kind::Enumeration(list) => listed(list, text).unwrap_or_else(string),
            Kind::Array(rules) => {
                let items = split(text).enumerate().map(|(index, item)| {
                    let schema = rules.prefix.get(index).unwrap_or(&rules.items);
                    self.read(*schema, item, depth + 1)
                });
                Json::Array(items.collect())
            }
            Kind::Object(rules) => self.read_object(rules, text, depth),
            Kind::Union(union) => {
                let members = union.members.iter();
                let mut readings = members.map(|member| {
                    let value = self.read(member.schema, text, depth + 1);
                    (member.schema, value)
                });
                let fitting = readings.find(|(id, value)| self.check(*id, value).is_empty());
                fitting.map_or_else(string, |(_, value)| value)
            }
            _ => string(),
        }
    }

    /// Parses alternating names and values: `role,admin,name,Ann`.
    fn read_object(&self, rules: &Object, text: &str, depth: usize) -> Json {
        let parts: Vec<_> = split(text).collect();
        let (pairs, []) = parts.as_chunks::<2>() else {
            return Json::String(text.into());
        };
        let members = pairs.iter().map(|[name, value]| {
            let schema = match (rules.find(name, 0), rules.additional) {
                (Some(at), _) => Some(rules.properties[at].schema),
                (None, Additional::Schema(schema)) => Some(schema),
                (None, _) => None,
            };
            let string = || Json::String((*value).into());
            let value = schema.map_or_else(string, |id| self.read(id, value, depth + 1));
            (Box::from(*name), value)
        });
        Json::Object(members.collect())
    }
}

/// Splits a list; header fields may have whitespace around its items (RFC 9110 §5.6.1).
fn split(text: &str) -> impl Iterator<Item = &str> {
    let items = (!text.is_empty()).then(|| text.split(',').map(str::trim));
    items.into_iter().flatten()
}

fn number(text: &str) -> Option<Json> {
    let parsed = Json::parse(text.as_bytes()).ok();
    parsed.filter(|json| json.number() == Some(text))
}

fn listed(list: &Enumeration, text: &str) -> Option<Json> {
    match list.base {
        EnumBase::String => None,
        EnumBase::Integer => number(text),
        EnumBase::Other => {
            let mut values = list.values.iter();
            let value = values.find(|value| value.as_str().is_none() && value.to_string() == text);
            value.cloned()
        }
    }
}
