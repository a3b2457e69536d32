//! `signatures.json`: whether webhooks are genuine.

use client::runtime::reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use client::webhook::{Verifier, WebhookError};
use serde::Deserialize;

use crate::data::{Body, check, load};
use crate::equal::same;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    secrets: Vec<String>,
    headers: Vec<(String, String)>,
    body: Body,
    expect: String,
}

#[test]
fn genuine_webhooks_are_distinguished() {
    let vectors = load::<Vector>("signatures.json").into_iter();
    check(vectors.map(|(name, vector)| {
        let found = match verify(&vector) {
            Ok(()) => "genuine",
            Err(WebhookError::Missing) => "missing",
            Err(WebhookError::Malformed) => "malformed",
            Err(WebhookError::Mismatch) => "mismatch",
            Err(WebhookError::NoSecret) => "no-secret",
            Err(_) => "something else",
        };
        (name, same("verdict", found, &*vector.expect))
    }));
}

fn verify(vector: &Vector) -> Result<(), WebhookError> {
    let mut headers = HeaderMap::new();
    for (name, value) in &vector.headers {
        let name = HeaderName::try_from(name).expect("the name of a field");
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("the value of a field");
        headers.append(name, value);
    }
    let secrets = vector.secrets.iter().map(String::as_str);
    Verifier::new(secrets)?.verify_headers(&headers, &vector.body.bytes())
}
