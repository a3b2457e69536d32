//! `requests.json`: the exact bytes of requests.

use std::collections::BTreeMap;

use crate::call::{Expected, REQUESTS};
use crate::data::{Verdict, check};
use crate::equal::same;
use crate::stage::{Stage, empty};
use crate::wire::Received;

/// Header fields that do not belong to the request itself.
const OF_CONNECTION: &[&str] = &[
    "user-agent",
    "host",
    "connection",
    "accept-encoding",
    "content-length",
];

#[tokio::test]
async fn every_request_is_sent_to_the_byte() {
    let stage = Stage::start().await;
    let client = stage.client();
    let mut verdicts = Vec::new();
    for (name, request) in &*REQUESTS {
        stage.script.set([empty(599)]);
        let ended = request.send(&client).await;
        let verdict = match stage.take().as_slice() {
            [(url, received)] => compare(url, received, &request.expect),
            other => Err(format!("{} requests: {ended:?}", other.len())),
        };
        verdicts.push((name.clone(), verdict));
    }
    check(verdicts);
}

fn compare(url: &str, received: &Received, expected: &Expected) -> Verdict {
    same("method", &received.method, &expected.method)?;
    same("url", url, &*expected.url)?;
    same("headers", &headers(received)?, &expected.headers)?;
    let body = expected.body.as_deref().unwrap_or_default();
    same("body", &*received.body, body)?;
    same("bytes of the body", &*received.bytes, body.as_bytes())?;
    // A request without a body that could have one has a length of 0 (RFC 9110 §8.6).
    let length = received.header("content-length");
    let empty = body.is_empty() && length.is_none();
    let has_length = length.is_some_and(|length| length == body.len().to_string());
    same("a length", empty || has_length, true)
}

/// Returns the header fields that belong to a request itself.
pub fn headers(received: &Received) -> Result<BTreeMap<String, String>, String> {
    let mut headers = BTreeMap::new();
    for (name, value) in &received.headers {
        let name = name.to_ascii_lowercase();
        if OF_CONNECTION.contains(&name.as_str()) {
            continue;
        }
        if headers.insert(name.clone(), value.clone()).is_some() {
            return Err(format!("`{name}` is sent twice"));
        }
    }
    Ok(headers)
}
