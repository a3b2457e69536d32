//! Error responses in the formats of several frameworks that name a missing property.

use conformance_core::description::Description;
use conformance_core::json::Json;
use conformance_engine::hints::{asked_for, put};
use serde_json::json;

const DESCRIPTION: &str = r#"
openapi: 3.0.3
info: {title: Accounts, version: "1"}
paths:
  /accounts:
    post:
      operationId: addAccount
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                email: {type: string}
                display_name: {type: string}
                data:
                  type: object
                  properties: {id: {type: string}, note: {type: string}}
      responses: {"201": {description: Added}}
"#;

/// Returns the pointers that an error response to `{"data": {}}` names.
fn asked(refusal: &str) -> Vec<String> {
    let description = Description::from_text("accounts.yaml", DESCRIPTION).expect("a description");
    let body = description.api.operations[0].body.as_ref().expect("a body");
    let schema = body.content[0].schema.expect("a schema");
    let refusal = Json::parse(refusal.as_bytes()).expect("JSON");
    let found = asked_for(&description.api, schema, &json!({ "data": {} }), &refusal);
    found.into_iter().map(|one| one.pointer).collect()
}

#[test]
fn errors_of_many_forms_name_what_is_missing() {
    for (refusal, pointer) in [
        (
            r#"{"detail": [{"type": "missing", "loc": ["body", "data", "id"], "msg": "Field required"}]}"#,
            "/data/id",
        ),
        (r#"{"email": ["This field is required."]}"#, "/email"),
        (r#"{"errors": {"email": ["can't be blank"]}}"#, "/email"),
        (
            r#"{"message": "data.id in body: Required", "errno": 107}"#,
            "/data/id",
        ),
        (
            r#"{"error": {"message": "must have required property 'display_name'"}}"#,
            "/display_name",
        ),
        (
            r#"{"title": "Invalid", "errors": [{"pointer": "/email", "detail": "is missing"}]}"#,
            "/email",
        ),
    ] {
        assert_eq!(asked(refusal), [pointer], "{refusal}");
    }
}

#[test]
fn other_errors_ask_for_nothing() {
    for refusal in [
        r#"{"message": "email is not an address"}"#,
        r#"{"message": "a credential is required"}"#,
        r#"{"errors": [{"field": "email", "detail": "too long"}, {"detail": "a name is required"}]}"#,
        "[]",
    ] {
        assert!(asked(refusal).is_empty(), "{refusal}");
    }
}

#[test]
fn a_value_goes_where_it_is_missing() {
    let description = Description::from_text("accounts.yaml", DESCRIPTION).expect("a description");
    let body = description.api.operations[0].body.as_ref().expect("a body");
    let schema = body.content[0].schema.expect("a schema");
    let mut sent = json!({ "data": {} });
    let refusal = Json::from(&json!({ "data.id": ["required"] }));
    for hint in asked_for(&description.api, schema, &sent.clone(), &refusal) {
        put(&mut sent, &hint, json!("7"));
    }
    assert_eq!(sent, json!({ "data": { "id": "7" } }));
}
