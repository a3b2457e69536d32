//! Reads the parameters of a request (OpenAPI 3.0.3 §4.7.12).

use std::collections::BTreeMap;

use conformance_core::encode::{is_anothers, is_framing};
use conformance_core::json::Json;
use hyper::HeaderMap;
use percent_encoding::percent_decode_str;
use spec::model::{Kind, Location, Operation, Parameter, SchemaId, Style};

use crate::raw::{Raw, Reader};
use crate::route::Matched;

/// Header fields that are not parameters (OpenAPI 3.0.3 §4.7.12.1).
const IGNORED: [&str; 3] = ["accept", "content-type", "authorization"];

/// The parts of a request outside of its body.
#[derive(Debug)]
pub(crate) struct Sent<'r> {
    pub(crate) matched: &'r Matched<'r>,
    pub(crate) query: &'r Query,
    /// The query as it was sent.
    pub(crate) whole: &'r str,
    pub(crate) headers: &'r HeaderMap,
}

/// The values of the parameters that were sent, by location and name.
pub(crate) type Values = BTreeMap<(Location, String), Json>;

/// The pairs of a query, decoded.
pub(crate) type Query = Vec<(String, String)>;

/// The pairs of a query, decoded.
pub(crate) fn query_of(query: &str) -> Query {
    url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// Returns the values of all parameters.
///
/// # Errors
/// Returns what is wrong with one of the parameters.
pub(crate) fn read(
    reader: Reader<'_>,
    operation: &Operation,
    sent: &Sent<'_>,
) -> Result<Values, String> {
    let mut values = Values::new();
    for parameter in &operation.parameters {
        let is_header = parameter.location == Location::Header;
        if is_framing(parameter) {
            continue;
        }
        if is_header && IGNORED.contains(&parameter.name.to_ascii_lowercase().as_str()) {
            continue;
        }
        let at = || {
            format!(
                "{} parameter {}",
                parameter.location.as_str(),
                parameter.name
            )
        };
        let Some(raw) = raw(reader, operation, parameter, sent) else {
            if parameter.required {
                return Err(format!("the {} is missing", at()));
            }
            continue;
        };
        let value = value(reader, parameter, &raw);
        let is_empty = matches!(&raw, Raw::Text(text) if text.is_empty()) && parameter.allow_empty;
        if !is_empty && let Some(found) = reader.requests.check(parameter.schema, &value).first() {
            return Err(format!("the {} is not {}", at(), found.expected));
        }
        values.insert((parameter.location, parameter.name.clone()), value);
    }
    Ok(values)
}

fn value(reader: Reader<'_>, parameter: &Parameter, raw: &Raw) -> Json {
    match raw {
        Raw::Text(text) if parameter.media_type.is_some() => {
            let string = |_| Json::String(text.as_str().into());
            Json::parse(text.as_bytes()).unwrap_or_else(string)
        }
        raw => reader.read(parameter.schema, raw),
    }
}

fn raw(
    reader: Reader<'_>,
    operation: &Operation,
    parameter: &Parameter,
    sent: &Sent<'_>,
) -> Option<Raw> {
    match parameter.location {
        Location::Path => {
            let mut all = sent.matched.variables();
            let (_, text) = all.find(|(name, _)| *name == parameter.name)?;
            Some(styled(reader, parameter, text))
        }
        // The whole query.
        Location::Query if parameter.style == Style::Simple => {
            let text = percent_decode_str(sent.whole).decode_utf8_lossy();
            (!text.is_empty()).then(|| Raw::Text(text.into_owned()))
        }
        Location::Query => {
            let own: Vec<_> = sent
                .query
                .iter()
                .filter(|(name, _)| !is_anothers(operation, parameter, name))
                .cloned()
                .collect();
            paired(reader, parameter, &own)
        }
        Location::Header => {
            let all = sent.headers.get_all(parameter.name.as_str());
            let texts: Vec<_> = all
                .iter()
                .map(|value| String::from_utf8_lossy(value.as_bytes()))
                .collect();
            (!texts.is_empty()).then(|| delimited(reader, parameter, &texts.join(",")))
        }
        Location::Cookie => paired(reader, parameter, &cookies(sent.headers)),
    }
}

/// Returns the pairs of the `Cookie` field, which has no escapes (RFC 6265 §4.2.1).
pub(crate) fn cookies(headers: &HeaderMap) -> Vec<(String, String)> {
    let fields = headers.get_all("cookie").iter();
    let texts = fields.filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';'));
    let pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
    owned(pairs)
}

/// Returns a path parameter without the punctuation of its style.
pub(crate) fn unmarked(parameter: &Parameter, text: &str) -> String {
    let marked = match parameter.style {
        Style::Label => text.strip_prefix('.'),
        Style::Matrix => text
            .strip_prefix(';')
            .and_then(|text| text.strip_prefix(parameter.name.as_str()))
            .map(|text| text.strip_prefix('=').unwrap_or(text)),
        _ => None,
    };
    marked.unwrap_or(text).to_owned()
}

fn styled(reader: Reader<'_>, parameter: &Parameter, text: &str) -> Raw {
    let is = |kind: fn(&Kind) -> bool| is_of(reader, parameter.schema, kind);
    let plain = unmarked(parameter, text);
    let is_list = is(|kind| matches!(kind, Kind::Array(_)));
    match parameter.style {
        Style::Label if is_list && parameter.explode => {
            Raw::List(plain.split('.').map(str::to_owned).collect())
        }
        Style::Matrix if is_list && parameter.explode => {
            let separator = format!(";{}=", parameter.name);
            Raw::List(plain.split(separator.as_str()).map(str::to_owned).collect())
        }
        Style::Matrix if parameter.explode && is(|kind| matches!(kind, Kind::Object(_))) => {
            let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
            Raw::Map(owned(pairs))
        }
        _ => delimited(reader, parameter, &plain),
    }
}

/// Splits a text at commas, if its schema has items.
fn delimited(reader: Reader<'_>, parameter: &Parameter, text: &str) -> Raw {
    let is_object = is_of(reader, parameter.schema, |kind| {
        matches!(kind, Kind::Object(_))
    });
    if is_object && parameter.explode && parameter.media_type.is_none() {
        let separator = if parameter.style == Style::Label {
            '.'
        } else {
            ','
        };
        let pairs = text
            .split(separator)
            .filter_map(|pair| pair.split_once('='));
        return Raw::Map(owned(pairs));
    }
    Raw::Text(text.to_owned())
}

/// Reads a parameter that is written as pairs.
fn paired(reader: Reader<'_>, parameter: &Parameter, pairs: &[(String, String)]) -> Option<Raw> {
    let name = parameter.name.as_str();
    let own: Vec<&str> = pairs
        .iter()
        .filter(|(key, _)| key == name || key.strip_suffix("[]") == Some(name))
        .map(|(_, text)| text.as_str())
        .collect();
    if parameter.media_type.is_some() {
        return own.first().map(|text| Raw::Text((*text).to_owned()));
    }
    let is = |kind: fn(&Kind) -> bool| is_of(reader, parameter.schema, kind);
    if parameter.style == Style::DeepObject && own.is_empty() {
        return members(pairs.iter().filter_map(|(key, text)| {
            let key = key.strip_prefix(name)?.strip_prefix('[')?;
            Some((key.strip_suffix(']')?, text.as_str()))
        }));
    }
    if own.is_empty() && parameter.explode && is(|kind| matches!(kind, Kind::Object(_))) {
        let named = properties(reader, parameter.schema);
        let has = |key: &str| named.is_empty() || named.iter().any(|own| own == key);
        let all = pairs
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str()));
        return members(all.filter(|(key, _)| has(key)));
    }
    let first = *own.first()?;
    if !is(|kind| matches!(kind, Kind::Array(_) | Kind::Union(_) | Kind::Object(_))) {
        return Some(Raw::Text(first.to_owned()));
    }
    if own.len() > 1 || (parameter.explode && is(|kind| matches!(kind, Kind::Array(_)))) {
        return Some(Raw::List(own.into_iter().map(str::to_owned).collect()));
    }
    if first.is_empty() && is(|kind| matches!(kind, Kind::Array(_))) {
        return Some(Raw::List(Vec::new()));
    }
    let delimiter = match parameter.style {
        Style::SpaceDelimited => Some(' '),
        Style::PipeDelimited => Some('|'),
        _ => None,
    };
    Some(match delimiter {
        Some(delimiter) if is(|kind| matches!(kind, Kind::Object(_))) => {
            let texts: Vec<&str> = first.split(delimiter).collect();
            let (pairs, _) = texts.as_chunks::<2>();
            Raw::Map(owned(pairs.iter().map(|[name, text]| (*name, *text))))
        }
        Some(delimiter) => Raw::List(first.split(delimiter).map(str::to_owned).collect()),
        None => Raw::Text(first.to_owned()),
    })
}

fn members<'p>(pairs: impl Iterator<Item = (&'p str, &'p str)>) -> Option<Raw> {
    let members = owned(pairs);
    (!members.is_empty()).then_some(Raw::Map(members))
}

fn owned<'p>(pairs: impl Iterator<Item = (&'p str, &'p str)>) -> Vec<(String, String)> {
    pairs
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect()
}

fn is_of(reader: Reader<'_>, schema: SchemaId, is: fn(&Kind) -> bool) -> bool {
    is(&reader.api.schema(reader.api.resolve(schema)).kind)
}

/// Returns the names of the properties; empty if others are allowed.
fn properties(reader: Reader<'_>, schema: SchemaId) -> Vec<String> {
    match &reader.api.schema(reader.api.resolve(schema)).kind {
        Kind::Object(object) => {
            let all = object.properties.iter();
            all.map(|one| one.name.clone()).collect()
        }
        _ => Vec::new(),
    }
}
