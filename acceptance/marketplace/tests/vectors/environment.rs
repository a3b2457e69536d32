//! `environment.json`: clients that are set up from environment variables.

use std::collections::BTreeMap;

use client::Client;
use client::testing::{TestAnswer, TestService};
use client::types::operations;
use serde::Deserialize;
use serde_json::{Map, json};

use crate::call::{Request, outcome};
use crate::data::{Answer, Verdict, check, load};
use crate::equal::same;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    environment: BTreeMap<String, String>,
    request: String,
    /// The parameters that the environment sets.
    #[serde(default)]
    without: Vec<String>,
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
    let service = TestService::new();
    let mut operations = operations::ALL.iter();
    let request = Request::named(&vector.request).setting(&vector.without, &Map::new());
    let operation = operations.find(|one| one.id == request.operation);
    service.on(operation.ok_or("an operation")?, vector.answer.prepared());
    let token = json!({"access_token": "vector-token", "token_type": "Bearer"});
    service.on_token(TestAnswer::json(200, &token));
    let builder = builder.map_err(|error| error.to_string())?;
    let client = builder.transport(service.clone()).build();
    let client = client.map_err(|error| error.to_string())?;
    same("outcome", outcome(&request.send(&client).await), "value")?;
    let asked = service.token_requests();
    let expected_tokens = usize::from(expected.token_request.is_some());
    same("token requests", asked.len(), expected_tokens)?;
    for (asked, TokenRequest { url, body }) in asked.iter().zip(&expected.token_request) {
        same("url of the token request", asked.url.as_str(), url.as_str())?;
        same("its body", &*asked.body, body.as_bytes())?;
    }
    let requests = service.requests();
    let [sent] = requests.as_slice() else {
        return Err(format!("not one request: {requests:?}"));
    };
    same("url", Some(sent.url.as_str()), expected.url.as_deref())?;
    for (name, value) in &expected.headers {
        same(name, sent.header(name), Some(value.as_str()))?;
    }
    Ok(())
}
