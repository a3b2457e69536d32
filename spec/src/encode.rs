//! Encodes parameters of a request as text (OpenAPI 3.0.3 §4.7.12.3, RFC 6570).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use crate::model::{Location, Parameter, PathSegment, Style};

/// Characters that are never encoded: the unreserved ones (RFC 3986 §2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Like `RESERVED`, but without encoding reserved characters (RFC 6570 §3.2.3), except for `&`, `+`
/// and `#`, which would end or change the value, and `'`, which URL parsers escape in a query.
const ALLOWED: &AsciiSet = &RESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b'[')
    .remove(b']');

/// Encodes a text as one component of a request target.
#[must_use]
pub fn percent(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Encodes everything except reserved characters that are safe to keep (`allowReserved`).
#[must_use]
pub fn percent_allowing_reserved(text: &str) -> String {
    utf8_percent_encode(text, ALLOWED).to_string()
}

/// The encoded parameters of a request.
#[derive(Debug, Clone, Default)]
pub struct Encoded {
    /// The path parameters, each as written in the path.
    pub path: Vec<(String, String)>,
    /// The pairs of the query, encoded.
    pub query: Vec<String>,
    /// The header fields.
    pub headers: Vec<(String, String)>,
    /// The pairs of the `Cookie` field.
    pub cookies: Vec<String>,
}

impl Encoded {
    /// Encodes the value of a parameter.
    pub fn set(&mut self, parameter: &Parameter, value: &Value) {
        if parameter.media_type.is_some() {
            return self.place(parameter, &[(None, value.to_string())]);
        }
        self.place(parameter, &parts(parameter, value));
    }

    /// Adds the texts of a parameter at its location. A part with a name becomes a pair.
    fn place(&mut self, parameter: &Parameter, parts: &[(Option<String>, String)]) {
        let name = &parameter.name;
        let text = |text: &str| match parameter.location {
            Location::Query if parameter.allow_reserved => percent_allowing_reserved(text),
            Location::Header => text.to_owned(),
            _ => percent(text),
        };
        match parameter.location {
            Location::Query => self.query.extend(parts.iter().map(|(own, value)| {
                let name = own.as_ref().unwrap_or(name);
                format!("{}={}", percent(name), text(value))
            })),
            Location::Cookie => self.cookies.extend(parts.iter().map(|(own, value)| {
                let name = own.as_ref().unwrap_or(name);
                format!("{name}={}", text(value))
            })),
            Location::Header => {
                let value = joined(parts, ",", &text);
                self.headers.push((name.clone(), value));
            }
            Location::Path => {
                let value = match parameter.style {
                    Style::Label => format!(".{}", joined(parts, ".", &text)),
                    Style::Matrix => matrix(name, parts, &text),
                    _ => joined(parts, ",", &text),
                };
                self.path.push((name.clone(), value));
            }
        }
    }
}

/// Returns the texts of a value, by style and explode.
fn parts(parameter: &Parameter, value: &Value) -> Vec<(Option<String>, String)> {
    let delimiter = match parameter.style {
        Style::SpaceDelimited => " ",
        Style::PipeDelimited => "|",
        _ => ",",
    };
    match value {
        Value::Array(items) if parameter.explode => {
            items.iter().map(|item| (None, scalar(item))).collect()
        }
        Value::Array(items) if parameter.location == Location::Query => {
            let texts: Vec<_> = items.iter().map(scalar).collect();
            vec![(None, texts.join(delimiter))]
        }
        Value::Array(items) => items.iter().map(|item| (None, scalar(item))).collect(),
        Value::Object(members) if parameter.style == Style::DeepObject => members
            .iter()
            .map(|(key, value)| (Some(format!("{}[{key}]", parameter.name)), scalar(value)))
            .collect(),
        Value::Object(members) if parameter.explode => members
            .iter()
            .map(|(key, value)| (Some(key.clone()), scalar(value)))
            .collect(),
        Value::Object(members) => {
            let texts: Vec<_> = members
                .iter()
                .flat_map(|(key, value)| [key.clone(), scalar(value)])
                .collect();
            vec![(None, texts.join(delimiter))]
        }
        other => vec![(None, scalar(other))],
    }
}

fn joined(
    parts: &[(Option<String>, String)],
    delimiter: &str,
    text: &dyn Fn(&str) -> String,
) -> String {
    let texts = parts.iter().map(|(name, value)| match name {
        Some(name) => format!("{}={}", text(name), text(value)),
        None => text(value),
    });
    texts.collect::<Vec<_>>().join(delimiter)
}

fn matrix(name: &str, parts: &[(Option<String>, String)], text: &dyn Fn(&str) -> String) -> String {
    let texts = parts.iter().map(|(own, value)| {
        let name = own.as_deref().unwrap_or(name);
        format!(";{}={}", text(name), text(value))
    });
    texts.collect()
}

/// Returns a scalar as text, and any other value as JSON.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Returns a path template with its variables filled in; `None` if one is missing.
#[must_use]
pub fn path_text(segments: &[PathSegment], values: &[(String, String)]) -> Option<String> {
    let mut path = String::new();
    for segment in segments {
        match segment {
            PathSegment::Literal(text) => path.push_str(text),
            PathSegment::Variable(name) => {
                let value = values.iter().find(|(key, _)| key == name)?;
                path.push_str(&value.1);
            }
        }
    }
    Some(path)
}
