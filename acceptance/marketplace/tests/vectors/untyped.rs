//! `untyped.json`: requests that the description does not describe.

use std::collections::BTreeMap;

use client::runtime::RawResponse;
use client::{Client, Error, UntypedRequest};
use serde::Deserialize;
use serde_json::{Value, json};
use types::runtime::Base64;

use crate::added::Added;
use crate::between::{Between, Next, Policy};
use crate::data::{Verdict, check, load};
use crate::equal::{same, same_json};
use crate::requests::headers;
use crate::wire::Received;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    policy: Policy,
    #[serde(default)]
    defaults: Added,
    call: Call,
    answers: Vec<Next>,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    method: String,
    path: String,
    #[serde(default)]
    query: BTreeMap<String, String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    body: Option<Body>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Body {
    media_type: String,
    value: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    requests: Vec<Sent>,
    waits: Vec<f64>,
    outcome: String,
    response: Option<Value>,
    message: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    method: String,
    url: String,
    headers: BTreeMap<String, String>,
    body: Option<Value>,
}

#[tokio::test]
async fn requests_that_are_not_described_are_sent_like_others() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("untyped.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let between = Between::start(&vector.answers).await;
    let builder = between.builder(&vector.policy, &vector.answers).await;
    let client = vector.defaults.to(builder).build();
    let client = client.map_err(|error| error.to_string())?;
    let ended = vector.call.of(&client)?.await;
    let expected = &vector.expect;
    let outcome = match &ended {
        Ok(_) => "value",
        Err(Error::Undeclared { .. }) => "undeclared",
        Err(Error::Request { .. }) => "refused",
        Err(other) => return Err(other.to_string()),
    };
    same("outcome", outcome, expected.outcome.as_str())?;
    same("waits", &between.waits(), &expected.waits)?;
    let received = between.stage.take();
    same("requests", received.len(), expected.requests.len())?;
    for ((url, received), sent) in received.iter().zip(&expected.requests) {
        sent.check(url, received)?;
    }
    if let Some(response) = &expected.response {
        same_json(
            "response",
            &shown(&ended.map_err(|error| error.to_string())?, response),
            response,
        )?;
    } else if let (Some(message), Err(error)) = (&expected.message, &ended) {
        same("message", &error.to_string(), message)?;
    }
    Ok(())
}

impl Call {
    fn of(&self, client: &Client) -> Result<UntypedRequest, String> {
        let mut request = client.request(&self.method, &self.path);
        for (name, value) in &self.query {
            request = request.query(name, value);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let Some(Body { media_type, value }) = &self.body else {
            return Ok(request);
        };
        if media_type.ends_with("json") {
            return Ok(request.json_as(media_type, value));
        }
        Ok(request.body(media_type, bytes(value)?))
    }
}

impl Sent {
    fn check(&self, url: &str, received: &Received) -> Verdict {
        same("method", &received.method, &self.method)?;
        same("url", url, self.url.as_str())?;
        same("headers", &headers(received)?, &self.headers)?;
        let body = self.body.as_ref().map(bytes).transpose()?;
        same("body", &received.bytes, &body.unwrap_or_default())
    }
}

/// Returns the bytes of a text, or of `{"base64"}`.
fn bytes(value: &Value) -> Result<Vec<u8>, String> {
    match value.as_str() {
        Some(text) => Ok(text.as_bytes().to_vec()),
        None => serde_json::from_value::<Base64>(value["base64"].clone())
            .map(|bytes| bytes.0.to_vec())
            .map_err(|error| error.to_string()),
    }
}

/// Returns a response as the vectors write it, with the header fields that are expected.
fn shown(response: &RawResponse, expected: &Value) -> Value {
    let names = expected["headers"].as_object().into_iter().flatten();
    let headers = names.map(|(name, _)| (name.clone(), json!(response.header(name))));
    json!({
        "status": response.status(),
        "headers": Value::Object(headers.collect()),
        "body": response.text(),
    })
}
