//! Encodes parameters of a request as text (OpenAPI 3.1.1 §4.8.12.4, RFC 6570).

use std::collections::HashMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

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
    /// Writes the value of a parameter. A `null`, an empty array and an empty object leave nothing
    /// (RFC 6570 §2.3).
    pub fn set(&mut self, parameter: &Parameter, value: &Value) {
        self.set_ordered(parameter, value, &[], &value.to_string());
    }

    /// Writes the value of a parameter: members of an object in the order of `names`, then the
    /// others. `json` is the value where the parameter is JSON.
    pub fn set_ordered(
        &mut self,
        parameter: &Parameter,
        value: &Value,
        names: &[&str],
        json: &str,
    ) {
        let layout = Layout::of(parameter);
        let writer = Writer::of(parameter, layout, names);
        let pieces = if parameter.media_type.is_some() {
            vec![writer.whole(&writer.escape(json, ""))]
        } else {
            writer.pieces(value)
        };
        match parameter.location {
            Location::Query => self.query.extend(pieces),
            Location::Cookie => self.cookies.extend(pieces),
            Location::Header if pieces.is_empty() => {}
            Location::Header => {
                let text = pieces.join(layout.apart);
                self.headers.push((parameter.name.clone(), text));
            }
            Location::Path => {
                let first = if pieces.is_empty() { "" } else { layout.first };
                let text = format!("{first}{}", pieces.join(layout.apart));
                self.path.push((parameter.name.clone(), text));
            }
        }
    }
}

/// The delimiters of a style, in the terms of RFC 6570 §3.2.1.
#[derive(Debug, Clone, Copy)]
struct Layout {
    /// Written before the first item.
    first: &'static str,
    /// Written between items that are separate (`explode`).
    apart: &'static str,
    /// Written between the items of one value.
    within: &'static str,
    /// Whether a value is written as `name=value`.
    named: bool,
}

impl Layout {
    /// Returns the delimiters of a parameter. A query cannot contain a space or `|` (RFC 3986 §3.4), so
    /// these are escaped. Cookies are separated by `; ` (RFC 6265 §4.2.1): OpenAPI 3.1.1, appendix D,
    /// calls the `&` of the style `form` incorrect there.
    const fn of(parameter: &Parameter) -> Self {
        let (first, apart, within, named) = match (parameter.location, parameter.style) {
            (Location::Path, Style::Label) => (".", ".", ",", false),
            (Location::Path, Style::Matrix) => (";", ";", ",", true),
            (Location::Path | Location::Header, _) => ("", ",", ",", false),
            (Location::Cookie, _) => ("", "; ", ",", true),
            (Location::Query, Style::SpaceDelimited) => ("", "&", "%20", true),
            (Location::Query, Style::PipeDelimited) => ("", "&", "%7C", true),
            (Location::Query, Style::Simple) => ("", "&", ",", false),
            (Location::Query, _) => ("", "&", ",", true),
        };
        Self {
            first,
            apart,
            within,
            named,
        }
    }

    /// Returns `name=value`; in the style `matrix`, an empty value has no `=` (RFC 6570 §3.2.7).
    fn pair(self, name: &str, value: &str) -> String {
        if self.first == ";" && value.is_empty() {
            name.to_owned()
        } else {
            format!("{name}={value}")
        }
    }
}

/// Writes the value of one parameter.
struct Writer<'p> {
    parameter: &'p Parameter,
    layout: Layout,
    /// The delimiter, which is escaped in items.
    delimiter: &'static str,
    /// The names of the properties that come first.
    names: &'p [&'p str],
}

impl<'p> Writer<'p> {
    const fn of(parameter: &'p Parameter, layout: Layout, names: &'p [&'p str]) -> Self {
        let delimiter = if parameter.explode {
            layout.apart
        } else {
            layout.within
        };
        Self {
            parameter,
            layout,
            delimiter,
            names,
        }
    }

    /// Returns the texts that are written separately.
    fn pieces(&self, value: &Value) -> Vec<String> {
        match value {
            Value::Null => Vec::new(),
            Value::Array(items) => {
                let items = items.iter().filter(|item| !item.is_null());
                let texts = items.map(|item| self.item(item));
                if self.parameter.explode {
                    texts.map(|text| self.whole(&text)).collect()
                } else {
                    self.joined(&texts.collect::<Vec<_>>())
                }
            }
            Value::Object(members) => self.members(members),
            one => vec![self.whole(&self.escape(&scalar(one), ""))],
        }
    }

    fn members(&self, members: &Map<String, Value>) -> Vec<String> {
        let place = |name: &str| self.names.iter().position(|first| *first == name);
        let members = members.iter().filter(|(_, value)| !value.is_null());
        let mut members: Vec<_> = members.collect();
        members.sort_by_key(|(key, _)| place(key).unwrap_or(usize::MAX));
        let members = members.into_iter();
        let members = members.map(|(key, value)| (self.name(key), self.item(value)));
        if self.parameter.style == Style::DeepObject {
            let name = self.name(&self.parameter.name);
            return members
                .map(|(key, text)| format!("{name}%5B{key}%5D={text}"))
                .collect();
        }
        if self.parameter.explode {
            return members
                .map(|(key, text)| self.layout.pair(&key, &text))
                .collect();
        }
        let texts = members.flat_map(|(key, text)| [key, text]);
        self.joined(&texts.collect::<Vec<_>>())
    }

    /// Returns all texts joined into one, or an empty list if `texts` is empty.
    fn joined(&self, texts: &[String]) -> Vec<String> {
        let piece = (!texts.is_empty()).then(|| self.whole(&texts.join(self.layout.within)));
        piece.into_iter().collect()
    }

    fn whole(&self, value: &str) -> String {
        if self.layout.named {
            self.layout.pair(&self.name(&self.parameter.name), value)
        } else {
            value.to_owned()
        }
    }

    fn item(&self, value: &Value) -> String {
        self.escape(&scalar(value), self.delimiter)
    }

    /// Escapes a value, in which `delimiter` must not appear. Header fields and cookies have no escapes
    /// (OpenAPI 3.2 §4.12.6, `cookie`).
    fn escape(&self, text: &str, delimiter: &str) -> String {
        let escaped = match self.parameter.location {
            Location::Header | Location::Cookie => return text.to_owned(),
            Location::Query if self.parameter.allow_reserved => percent_allowing_reserved(text),
            Location::Path | Location::Query => percent(text),
        };
        match delimiter {
            "," => escaped.replace(',', "%2C"),
            "." => escaped.replace('.', "%2E"),
            _ => escaped,
        }
    }

    /// Escapes a name, including all reserved characters.
    fn name(&self, name: &str) -> String {
        match self.parameter.location {
            Location::Header | Location::Cookie => name.to_owned(),
            Location::Path | Location::Query => percent(name),
        }
    }
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
    // Of several with the same name, the first one counts.
    let values = values.iter().rev();
    let values: HashMap<_, _> = values.map(|(name, value)| (name, value)).collect();
    let mut path = String::new();
    for segment in segments {
        match segment {
            PathSegment::Literal(text) => path.push_str(text),
            PathSegment::Variable(name) => {
                path.push_str(values.get(name)?);
            }
        }
    }
    Some(path)
}
