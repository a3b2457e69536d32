//! `environment.json`: clients that are set up from environment variables.

use std::collections::BTreeMap;

use client::Client;
use serde::Deserialize;
use serde_json::json;

use crate::call::{Request, outcome};
use crate::data::{Answer, Verdict, check, load};
use crate::equal::same;
use crate::everywhere::Everywhere;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    environment: BTreeMap<String, String>,
    request: String,
    answer: Answer,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Expected {
    url: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    token_request: Option<TokenRequest>,
    missing: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenRequest {
    url: String,
    body: String,
}

#[tokio::test]
async fn a_client_is_set_up_from_the_environment() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("environment.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let expected = &vector.expect;
    let builder = Client::from_variables(|name| vector.environment.get(name).cloned());
    if let Some(missing) = &expected.missing {
        let error = builder.map(|_| ()).expect_err("a variable is missing");
        return same("the variable", error.to_string().contains(missing), true);
    }
    let everywhere = Everywhere::answering(&vector.answer, |_, body| {
        let token = json!({"access_token": "vector-token", "token_type": "Bearer"});
        body.starts_with(b"grant_type=").then(|| token.to_string())
    });
    let builder = builder.map_err(|error| error.to_string())?;
    let client = builder.transport(everywhere.clone()).build();
    let client = client.map_err(|error| error.to_string())?;
    let ended = Request::named(&vector.request).send(&client).await;
    same("outcome", outcome(&ended), "value")?;
    let mut received = everywhere.received().into_iter();
    if let Some(TokenRequest { url, body }) = &expected.token_request {
        let asked = received.next().ok_or("no token is requested")?;
        same("url of the token request", &asked.url, url)?;
        same("its body", asked.body.as_slice(), body.as_bytes())?;
    }
    let sent = received.next().ok_or("nothing is sent")?;
    same("further requests", received.count(), 0)?;
    same("url", Some(sent.url), expected.url.clone())?;
    for (name, value) in &expected.headers {
        same(name, sent.headers.get(name), Some(value))?;
    }
    Ok(())
}
