//! The test kit of the client, as a user's tests have it.

use std::time::Duration;

use client::runtime::TransportErrorKind;
use client::testing::{TestAnswer, TestService};
use client::types::{OrgId, operations};
use client::{ClientCredentials, Error};
use serde_json::{Value, json};

fn organization() -> TestAnswer {
    let body = json!({
        "id": "o",
        "name": "Example",
        "partners": [],
        "creationTime": "2026-01-01T00:00:00Z",
    });
    TestAnswer::json(200, &body)
}

#[tokio::test]
async fn answers_come_in_order_and_waits_end_at_once() {
    let service = TestService::new();
    service
        .on(&operations::GET_ORGANIZATION, TestAnswer::unreachable())
        .on(&operations::GET_ORGANIZATION, TestAnswer::broken())
        .on(&operations::GET_ORGANIZATION, organization());
    let client = service.builder().build().expect("a client");
    let found = client.organization().get().org_id(OrgId::from("o")).await;
    assert_eq!(found.expect("the third answer").name.as_str(), "Example");
    assert_eq!(service.requests().len(), 3);
    let waits = [Duration::from_millis(250), Duration::from_millis(500)];
    assert_eq!(service.clock().waits(), waits);
}

#[tokio::test]
async fn what_no_test_answers_is_said_at_once() {
    let service = TestService::new();
    let client = service.builder().build().expect("a client");
    let error = client.organization().get().org_id(OrgId::from("o")).await;
    let error = error.expect_err("there is no answer");
    assert_eq!(
        error.to_string(),
        "getOrganization: the test has no answer for getOrganization (GET /org/o): add one with \
         `TestService::on` or `always`"
    );
    assert!(matches!(&error, Error::Transport { error, .. }
        if error.kind() == TransportErrorKind::Refused));
    assert_eq!(service.clock().waits(), []);
}

#[tokio::test]
async fn requests_are_kept_and_tokens_issued() {
    let service = TestService::new();
    service.always(&operations::GET_ORGANIZATION, organization());
    let credentials = ClientCredentials::new("id", "s3cret");
    let client = service.builder().oauth2(credentials).build();
    let client = client.expect("a client");
    for _ in 0..2 {
        let found = client.organization().get().org_id(OrgId::from("o")).await;
        found.expect("an organization");
    }
    let requests = service.requests();
    let [first, _] = requests.as_slice() else {
        panic!("{requests:?}");
    };
    assert_eq!(first.operation, "getOrganization");
    assert_eq!(first.header("authorization"), Some("Bearer test-token"));
    let tokens = service.token_requests();
    assert_eq!(tokens.len(), 1);
    assert!(tokens[0].body.starts_with(b"grant_type=client_credentials"));
    let shown = format!("{service:?} {tokens:?} {client:?}");
    assert!(
        !shown.contains("s3cret") && !shown.contains("test-token"),
        "{shown}"
    );
}

#[tokio::test]
async fn an_answer_can_be_late_and_an_error() {
    let service = TestService::new();
    let problem = json!({"type": "about:blank", "title": "Gone", "status": 404});
    let problem =
        TestAnswer::json(404, &problem).header("content-type", "application/problem+json");
    service
        .on(
            &operations::GET_ORGANIZATION,
            problem.after(Duration::from_secs(5)),
        )
        .on(&operations::GET_ORGANIZATION, TestAnswer::timeout());
    let client = service.builder().build().expect("a client");
    let error = client.organization().get().org_id(OrgId::from("o")).await;
    let error = error.expect_err("404");
    assert_eq!(error.status(), Some(404));
    assert_eq!(
        error.to_string(),
        "getOrganization: the service answered with status 404: Gone"
    );
    let error = client.organization().get().org_id(OrgId::from("o")).await;
    assert!(matches!(error, Err(Error::Timeout { .. })));
}

#[tokio::test]
async fn what_is_not_described_is_received_as_sent() {
    let service = TestService::new();
    service.on_untyped(TestAnswer::json(200, &json!({"a": 1})));
    let client = service.builder().build().expect("a client");
    let raw = client.request("POST", "/new").json(&json!([1])).await;
    let body: Value = raw.expect("an answer").json().expect("JSON");
    assert_eq!(body, json!({"a": 1}));
    let sent: Value = service.requests()[0].json().expect("JSON");
    assert_eq!(sent, json!([1]));
}
