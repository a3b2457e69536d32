//! Operations from the request to the response.

mod common;

use common::*;
use serde_json::json;

#[tokio::test]
async fn arguments_come_typed_and_with_their_defaults() {
    let answer = get("/org/acme/offer").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/json");
    let name = answer.json()["items"][0]["name"].to_string();
    assert!(
        name.contains("limit: 100, offset: None, status: None"),
        "{name}"
    );
    assert!(name.contains("by OAuth2"), "{name}");

    let answer =
        get("/org/acme/offer?limit=7&offset=3&status=DRAFT&status=PENDING_ACCEPTANCE").await;
    let name = answer.json()["items"][0]["name"].to_string();
    let asked = "limit: 7, offset: Some(3), status: Some([Draft, PendingAcceptance])";
    assert!(name.contains(asked), "{name}");
}

#[tokio::test]
async fn a_parameter_that_is_not_as_described_is_named() {
    let problem = get("/org/acme/offer?limit=many")
        .await
        .is_problem(400, "invalid_parameter");
    assert_eq!(problem["title"], "Bad Request");
    assert_eq!(
        problem["errors"],
        json!([{ "parameter": "limit", "in": "query", "detail": "expected a 32-bit integer" }])
    );
    get("/org/acme/offer?limit=1&limit=2")
        .await
        .is_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn all_broken_constraints_are_told_at_once() {
    let target = "/org/no%20spaces/offer?limit=5000&status=DRAFT&status=WHATEVER";
    let problem = get(target).await.is_problem(400, "invalid_parameter");
    let errors = problem["errors"].as_array().expect("errors");
    let place = |index: usize| {
        let error = &errors[index];
        [&error["in"], &error["parameter"], &error["pointer"]]
            .map(|text| text.as_str().unwrap_or(""))
    };
    assert_eq!(place(0), ["path", "orgId", ""]);
    assert_eq!(place(1), ["query", "limit", ""]);
    assert_eq!(place(2), ["query", "status", "/1"]);
    assert_eq!(errors.len(), 3, "{problem}");
}

#[tokio::test]
async fn constraints_of_a_body_are_told_with_pointers() {
    let body = json!({ "name": "", "labels": ["ok", "a label of more than twenty"] });
    let answer = post_json("/org/acme/offer", body.to_string()).await;
    let problem = answer.is_problem(400, "invalid_body");
    let errors = problem["errors"].as_array().expect("errors");
    let pointers: Vec<_> = errors
        .iter()
        .map(|error| error["pointer"].as_str())
        .collect();
    assert_eq!(pointers, [Some("/name"), Some("/labels/1")]);
}

#[tokio::test]
async fn a_body_of_another_shape_is_told_with_a_pointer_and_without_its_content() {
    let answer = post_json("/org/acme/offer", r#"{"name":"x","labels":[1234567]}"#).await;
    let problem = answer.is_problem(400, "invalid_body");
    assert_eq!(
        problem["errors"],
        json!([{ "pointer": "/labels/0", "detail": "expected a string" }])
    );
    assert!(!answer.text().contains("1234567"));

    let answer = post_json("/org/acme/offer", "{}").await;
    let problem = answer.is_problem(400, "invalid_body");
    assert_eq!(
        problem["errors"][0]["detail"],
        "expected the required property `name`"
    );
}

#[tokio::test]
async fn declared_headers_are_sent() {
    let answer = post_json("/org/acme/offer", r#"{"name":"Gold"}"#).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.header("location"), "/org/acme/offer/Gold");
    assert!(!answer.headers.contains_key("x-draft-version"));
    assert_eq!(answer.json()["name"], "Gold");

    let answer = post_json("/org/acme/offer", r#"{"name":"versioned"}"#).await;
    assert_eq!(answer.header("x-draft-version"), "7");
}

#[tokio::test]
async fn a_header_that_cannot_be_sent_is_a_500_and_injects_nothing() {
    for name in ["a\r\nSet-Cookie: evil=1", "a\u{0}b", "\u{7f}"] {
        let body = json!({ "name": name }).to_string();
        let answer = post_json("/org/acme/offer", body).await;
        answer.is_problem(500, "internal");
        assert!(!answer.headers.contains_key("set-cookie"));
        assert!(!answer.headers.contains_key("location"));
    }
}

#[tokio::test]
async fn every_declared_answer_can_be_given() {
    let gone = get("/org/gone/offer").await;
    assert_eq!(gone.status, 410);
    assert_eq!(gone.header("content-type"), "application/problem+json");
    assert_eq!(get("/org/teapot/offer").await.status, 418);
    assert_eq!(
        post_json("/org/acme/offer", r#"{"name":"taken"}"#)
            .await
            .status,
        409
    );

    let cancel = |id: &str| format!("/org/acme/offer/{id}/cancel");
    let accepted = send(&market(), empty(authorized("POST", &cancel("a")))).await;
    assert_eq!(accepted.status, 202);
    let nothing = send(&market(), empty(authorized("POST", &cancel("cancelled")))).await;
    assert_eq!(nothing.status, 204);
    assert!(nothing.body.is_empty());
    assert!(!nothing.headers.contains_key("content-type"));
}

#[tokio::test]
async fn a_form_is_read_without_a_credential() {
    let form = "grant_type=client_credentials&client_id=a%20b+c&unknown=1";
    let request = with_body(request("POST", "/oauth2/token"), FORM, form);
    let answer = send(&market(), request).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["access_token"], "for a b c");
}

#[tokio::test]
async fn a_form_with_a_field_sent_twice_is_refused() {
    let form = "grant_type=client_credentials&grant_type=refresh_token";
    let request = with_body(request("POST", "/oauth2/token"), FORM, form);
    let problem = send(&market(), request)
        .await
        .is_problem(400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/grant_type");
}

#[tokio::test]
async fn a_handler_can_add_headers_that_are_not_declared() {
    let answer = get("/org/cached/offer").await;
    assert_eq!(answer.header("cache-control"), "private, max-age=5");
}

const FORM: &str = "application/x-www-form-urlencoded";
