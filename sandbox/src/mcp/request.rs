//! Converts a tool call to a request for the host of its operation.

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderValue, Request};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::JsonObject;
use serde_json::Value;
use server::runtime::Secret;
use url::form_urlencoded::Serializer;

use super::binding::{Binding, Encoding, Parameter, Place, RequestBody, Style};

/// Characters that are escaped in a path (RFC 3986 §2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Builds the request from arguments that match the input schema.
///
/// # Errors
/// Returns an error if a value cannot be encoded in its place.
pub(super) fn build(
    binding: &Binding,
    arguments: &JsonObject,
    token: &Secret,
) -> anyhow::Result<Request<Body>> {
    let mut target = binding.path.clone();
    let mut query = Serializer::new(String::new());
    let mut request = Request::builder().method(binding.method.as_str());
    for parameter in &binding.parameters {
        let Some(value) = arguments.get(&parameter.argument) else {
            continue;
        };
        let values = written(parameter, value)?;
        match parameter.r#in {
            Place::Path => target = placed(&target, parameter, &values.join(","))?,
            Place::Query => {
                query.extend_pairs(values.iter().map(|value| (&parameter.name, value)));
            }
            Place::Header => request = request.header(&parameter.name, values.join(",")),
        }
    }
    let query = query.finish();
    if !query.is_empty() {
        target = format!("{target}?{query}");
    }
    // Credentials are only sent if the binding requires scopes.
    if binding.scopes().is_some() {
        let mut credential = HeaderValue::try_from(format!("Bearer {}", token.expose()))?;
        credential.set_sensitive(true);
        request = request.header(AUTHORIZATION, credential);
    }
    let sent = binding.body.as_ref().and_then(|body| {
        let value = arguments.get(&body.argument)?;
        Some((body, value))
    });
    let request = request.uri(target);
    Ok(match sent {
        Some((body, value)) => request
            .header(CONTENT_TYPE, &body.media_type)
            .body(Body::from(encoded(body, value)?)),
        None => request.body(Body::empty()),
    }?)
}

/// Encodes a parameter's values, separately if it is exploded (OpenAPI 3.0.3 §4.7.12.2.2).
fn written(parameter: &Parameter, value: &Value) -> anyhow::Result<Vec<String>> {
    let values = match value {
        Value::Array(items) => items
            .iter()
            .map(plain)
            .collect::<anyhow::Result<Vec<_>>>()?,
        value => vec![plain(value)?],
    };
    let one_by_one = parameter.style == Style::Form && parameter.explode;
    if one_by_one {
        return Ok(values);
    }
    Ok(vec![values.join(",")])
}

fn plain(value: &Value) -> anyhow::Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            anyhow::bail!("a parameter must be a string, a number or a boolean")
        }
    }
}

/// Puts a value into the path as one segment, which must not be a dot segment.
fn placed(path: &str, parameter: &Parameter, value: &str) -> anyhow::Result<String> {
    anyhow::ensure!(
        !matches!(value, "" | "." | ".."),
        "a segment is not an identifier"
    );
    let variable = format!("{{{}}}", parameter.name);
    let value = utf8_percent_encode(value, RESERVED).to_string();
    Ok(path.replace(&variable, &value))
}

fn encoded(body: &RequestBody, value: &Value) -> anyhow::Result<String> {
    Ok(match (body.encoding, value) {
        (Encoding::Json, value) => value.to_string(),
        (Encoding::Form, Value::Object(members)) => {
            let mut form = Serializer::new(String::new());
            for (name, value) in members {
                form.append_pair(name, &plain(value)?);
            }
            form.finish()
        }
        (Encoding::Form, _) => anyhow::bail!("a form has fields"),
    })
}

#[cfg(test)]
mod tests {
    use rmcp::model::JsonObject;
    use serde_json::json;
    use server::runtime::Secret;

    use super::super::catalog::Catalog;
    use super::build;

    fn built(tool: &str, arguments: serde_json::Value) -> anyhow::Result<axum::extract::Request> {
        let binding = &Catalog::shared()?.find(tool).unwrap().binding;
        let arguments: JsonObject = serde_json::from_value(arguments)?;
        build(binding, &arguments, &Secret::new("t"))
    }

    #[test]
    fn values_stay_where_they_are_put() {
        let request = built("getOffer", json!({ "orgId": "a/b?c", "offerId": "é#" })).unwrap();
        assert_eq!(request.uri().path(), "/org/a%2Fb%3Fc/offer/%C3%A9%23");
        assert_eq!(request.uri().query(), None);
        let request = built(
            "listOffers",
            json!({ "orgId": "o", "limit": 5, "status": "A&b=c" }),
        );
        assert_eq!(
            request.unwrap().uri(),
            "/org/o/offer?status=A%26b%3Dc&limit=5"
        );
    }

    #[test]
    fn no_step_up() {
        for id in ["", ".", ".."] {
            assert!(built("getOffer", json!({ "orgId": "o", "offerId": id })).is_err());
        }
    }

    #[test]
    fn the_token_goes_to_operations_that_want_one() {
        let sent = |tool| built(tool, json!({ "orgId": "o", "body": {} })).unwrap();
        assert!(sent("createOffer").headers().contains_key("authorization"));
        assert!(
            !sent("getOpenIdConfiguration")
                .headers()
                .contains_key("authorization")
        );
    }
}
