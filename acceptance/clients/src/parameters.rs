//! Generates values of parameters.

use conformance_core::encode::{Encoded, is_framing, is_mistakable, is_written};
use conformance_core::json::Json;
use conformance_core::values::{self, Manner};
use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value};
use spec::model::{Location, Operation, Parameter, Style};

use crate::draw::Drawer;

/// How often a value is drawn before it is given up.
const TRIES: usize = 12;

/// Returns the name of a parameter, with its location if two have the same name.
pub fn key(operation: &Operation, parameter: &Parameter) -> String {
    let same = operation.parameters.iter();
    if same.filter(|other| other.name == parameter.name).count() == 1 {
        parameter.name.clone()
    } else {
        format!("{}.{}", parameter.location.as_str(), parameter.name)
    }
}

/// Returns ordinary values of the required parameters and of one more; `None` if one of them cannot
/// be generated.
pub fn some(
    drawer: &Drawer<'_>,
    operation: &Operation,
    with: Option<usize>,
    seed: &[&str],
) -> Option<Map<String, Value>> {
    let mut given = Map::new();
    for (index, parameter) in operation.parameters.iter().enumerate() {
        if parameter.required || with == Some(index) {
            let value = draw(drawer, operation, parameter, Manner::Plain, seed)?;
            given.insert(key(operation, parameter), value);
        }
    }
    Some(given)
}

/// Returns values of all parameters; `None` if a required one cannot be generated.
pub fn all(
    drawer: &Drawer<'_>,
    operation: &Operation,
    manner: Manner,
    seed: &[&str],
) -> Option<Map<String, Value>> {
    let mut given = Map::new();
    for parameter in &operation.parameters {
        match draw(drawer, operation, parameter, manner, seed) {
            Some(value) => drop(given.insert(key(operation, parameter), value)),
            None if parameter.required => return None,
            None => {}
        }
    }
    Some(given)
}

fn draw(
    drawer: &Drawer<'_>,
    operation: &Operation,
    parameter: &Parameter,
    manner: Manner,
    seed: &[&str],
) -> Option<Value> {
    if is_framing(parameter) {
        return None;
    }
    (0..TRIES).find_map(|round| {
        // If a special value cannot be sent, a plain one is drawn.
        let manner = if round < TRIES / 2 {
            manner
        } else {
            Manner::Plain
        };
        let round = round.to_string();
        let what: Vec<&str> = seed
            .iter()
            .copied()
            .chain([&*parameter.name, &round])
            .collect();
        let strategy = drawer
            .maker
            .parameter(&parameter.name, parameter.schema, manner);
        let value = values::tree(&strategy, drawer.seed(operation, &what))
            .ok()?
            .current();
        let is_sent = is_written(parameter, &value)
            && !is_mistakable(operation, parameter, &value)
            && is_plain(parameter, &value)
            && drawer
                .validator
                .check(parameter.schema, &Json::from(&value))
                .is_empty();
        is_sent.then_some(value)
    })
}

/// Returns whether a value has exactly one encoding: header fields and cookies have no escapes (RFC
/// 9110 §5.5, RFC 6265 §4.1.1), dot segments are not allowed in a path (RFC 3986 §5.2.4), and
/// styles only define values of one level (OpenAPI 3.0.4 §4.7.12.3).
fn is_plain(parameter: &Parameter, value: &Value) -> bool {
    let is_styled = parameter.media_type.is_none();
    if is_styled && (!is_flat(value) || is_nothing(value) || is_divided(parameter.style, value)) {
        return false;
    }
    let mut encoded = Encoded::default();
    encoded.set(parameter, value);
    let visible = |text: &str| text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    match parameter.location {
        Location::Header => encoded.headers.iter().all(|(_, text)| visible(text)),
        Location::Cookie => {
            let mut pairs = encoded.cookies.iter();
            pairs.all(|pair| visible(pair) && !pair.contains(['%', ' ', '"', ',']))
        }
        Location::Path => encoded.path.iter().all(|(_, text)| {
            !matches!(
                text.to_ascii_lowercase().replace("%2e", ".").as_str(),
                "." | ".."
            )
        }),
        // An empty parameter is a separate case from an empty text.
        Location::Query => encoded.query.iter().all(|pair| !pair.ends_with('=')),
    }
}

/// Returns whether the encoding of a value is empty, which styles do not define.
fn is_nothing(value: &Value) -> bool {
    let is_empty = value.as_array().is_some_and(Vec::is_empty);
    is_empty || value.as_object().is_some_and(Map::is_empty)
}

/// Returns whether a value contains its style's separator, which has no escape (OpenAPI 3.0.4,
/// appendix C).
fn is_divided(style: Style, value: &Value) -> bool {
    let delimiter = match style {
        Style::SpaceDelimited => ' ',
        Style::PipeDelimited => '|',
        _ => return false,
    };
    let has = |text: &Value| text.as_str().is_some_and(|text| text.contains(delimiter));
    match value {
        Value::Array(items) => items.iter().any(has),
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| name.contains(delimiter) || has(value)),
        other => has(other),
    }
}

/// Returns whether a style defines the encoding: for a plain value, or an array or object of plain
/// values.
pub fn is_flat(value: &Value) -> bool {
    let is_scalar = |value: &Value| !value.is_null() && !value.is_array() && !value.is_object();
    match value {
        Value::Array(items) => items.iter().all(is_scalar),
        Value::Object(members) => members.values().all(is_scalar),
        other => is_scalar(other),
    }
}
