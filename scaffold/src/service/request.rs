//! A request to which a new server responds 501.

use std::cmp::Reverse;
use std::collections::HashMap;

use generator::Target;
use serde_json::Value;
use spec::Diagnostics;
use spec::encode::{Encoded, path_text};
use spec::model::{Kind, Location, Method, Operation, Parameter};

use super::credential::Credentials;
use super::{Error, Input};

/// The secret that the test configures.
pub(super) const SECRET: &str = "secret-of-the-test";

/// A request as it is sent.
pub(super) struct Request {
    /// Its line and its header fields.
    pub(super) lines: Vec<String>,
    /// Texts that the response must contain.
    pub(super) expected: &'static [&'static str],
}

/// Returns a request of the simplest operation: without a body, and with few parameters.
pub(super) fn of(input: &Input<'_>) -> Result<Request, Error> {
    let values = values(input)?;
    let mut operations: Vec<_> = input.api.operations.iter().collect();
    operations.sort_by_key(|operation| {
        (
            !operation.security.is_empty(),
            Reverse(operation.method == Method::Get),
            operation.parameters.len(),
        )
    });
    let mut requests = operations.into_iter();
    let request = requests.find_map(|operation| one(operation, &values, input));
    Ok(request.unwrap_or_else(|| Request {
        lines: lines("OPTIONS *", Vec::new()),
        expected: &["HTTP/1.1 204 "],
    }))
}

/// The sample values of each operation's parameters.
type Values = HashMap<String, serde_json::Map<String, Value>>;

/// Returns the parameters in the conformance vectors.
fn values(input: &Input<'_>) -> Result<Values, Error> {
    let target = Target::Vectors;
    let mut reported = Diagnostics::default();
    let tree = generator::generate(input.api, input.config, &[target], &mut reported)?;
    let text = tree.get(&format!("{}/requests.json", target.folder()));
    let vectors: Value = serde_json::from_str(text.unwrap_or("{}")).unwrap_or_default();
    let vectors = vectors["vectors"].as_array().cloned().unwrap_or_default();
    let required = vectors.into_iter().filter_map(|vector| {
        let name = vector["name"].as_str()?;
        let operation = vector["operation"].as_str()?.to_owned();
        let values = vector["parameters"].as_object().cloned();
        name.ends_with("/required")
            .then(|| (operation, values.unwrap_or_default()))
    });
    Ok(required.collect())
}

fn one(operation: &Operation, values: &Values, input: &Input<'_>) -> Option<Request> {
    let has_body = operation.body.as_ref().is_some_and(|body| body.required);
    if has_body || operation.method == Method::Head {
        return None;
    }
    let required = operation.parameters.iter().filter(|one| one.required);
    let values = values.get(&operation.id);
    let mut encoded = Encoded::default();
    for parameter in required {
        let value = values?.get(&parameter.name)?;
        if !is_valid(parameter, value, input) {
            return None;
        }
        encoded.set(parameter, value);
    }
    let path = path_text(&operation.path_segments(), &encoded.path)?;
    let Credentials { headers, query } = Credentials::of(operation, input.api)?;
    let query: Vec<_> = encoded.query.into_iter().chain(query).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    let target = format!("{path}{mark}{}", query.join("&"));
    let is_plain = target.bytes().all(|byte| byte.is_ascii_graphic());
    let method = operation.method.as_str();
    (is_plain && !path.contains(['?', '#'])).then(|| Request {
        lines: lines(&format!("{method} {target}"), headers),
        expected: &[
            "HTTP/1.1 501 Not Implemented\r\n",
            "content-type: application/problem+json\r\n",
        ],
    })
}

fn lines(target: &str, headers: Vec<String>) -> Vec<String> {
    let start = [
        &format!("{target} HTTP/1.1"),
        "host: localhost",
        "connection: close",
        "content-length: 0",
    ];
    start
        .map(str::to_owned)
        .into_iter()
        .chain(headers)
        .collect()
}

/// Returns whether a sample of a path or query parameter is certainly valid.
fn is_valid(parameter: &Parameter, value: &Value, input: &Input<'_>) -> bool {
    let schema = input.api.schema(input.api.resolve(parameter.schema));
    let is_certain = match &schema.kind {
        Kind::Boolean | Kind::Integer { .. } | Kind::Enumeration(_) => true,
        Kind::String(text) => {
            let is_free = text.pattern.is_none() && text.format.is_none();
            is_free || !schema.examples.is_empty()
        }
        _ => false,
    };
    let is_scalar = !matches!(value, Value::Null | Value::Array(_) | Value::Object(_));
    let is_here = matches!(parameter.location, Location::Path | Location::Query);
    is_here && is_certain && is_scalar && value.as_str() != Some("")
}
