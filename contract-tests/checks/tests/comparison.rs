//! Differences between sent and returned values.

use conformance_checks::state::compare::{Comparison, Relation};
use conformance_core::description::Description;
use conformance_core::json::Json;
use spec::model::SchemaId;

const DESCRIPTION: &str = r##"
openapi: 3.1.0
info: {title: Stubs, version: "1"}
paths:
  /stubs:
    post:
      operationId: createStub
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/Stub"}}}
      responses:
        "201":
          description: Created
          content: {application/json: {schema: {$ref: "#/components/schemas/Stub"}}}
components:
  schemas:
    Stub:
      type: object
      properties:
        name: {type: string}
        content: {type: string, pattern: "^[A-Za-z0-9+/]*={0,2}$"}
        url: {type: string, description: "Only one of url and path may be given."}
        path: {type: string, description: "Mutually exclusive with `url`."}
        serial: {type: string, description: "Set by the service."}
        editors: {type: array, items: {type: string}}
        text: {type: string, description: "Only one of text and bytes may be given."}
        bytes: {type: string}
        trigger:
          type: object
          properties: {id: {type: string}, event: {type: string}}
        product:
          type: object
          required: [id]
          properties: {id: {type: string}}
"##;

/// Returns the places where the response to a creation differs from what was sent.
fn places(sent: &str, answered: &str) -> Vec<String> {
    let description = Description::from_text("stubs.yaml", DESCRIPTION).expect("a description");
    let body = description.api.operations[0].body.as_ref().expect("a body");
    let schema: Option<SchemaId> = body.content[0].schema;
    let json = |text: &str| Json::parse(text.as_bytes()).expect("JSON");
    let comparison = Comparison::plain(&description.api);
    let found = comparison.differences(Relation::Echo, schema, &json(sent), &json(answered));
    found.into_iter().map(|one| one.pointer).collect()
}

#[test]
fn what_a_service_writes_in_another_way_is_no_difference() {
    for (sent, answered) in [
        (r#"{"name": "a"}"#, r#"{"name": "a", "serial": "1"}"#),
        // Several forms of an absent value.
        (r#"{"name": ""}"#, "{}"),
        (r#"{"name": ""}"#, r#"{"name": "unnamed"}"#),
        // The same bytes in Base64.
        (r#"{"content": "2czc23=="}"#, r#"{"content": "2czc2w=="}"#),
        // One of two properties that exclude each other.
        (r#"{"url": "a", "path": "b"}"#, r#"{"url": "a"}"#),
        (r#"{"url": "a", "path": "b"}"#, r#"{"path": "b"}"#),
        (r#"{"serial": "7"}"#, r#"{"serial": "1"}"#),
        (r#"{"bytes": "a", "text": "b"}"#, r#"{"text": "b"}"#),
        // An identifier that need not be sent.
        (
            r#"{"trigger": {"id": "1", "event": "a"}}"#,
            r#"{"trigger": {"id": "2", "event": "a"}}"#,
        ),
        // The service adds the creator.
        (r#"{"editors": []}"#, r#"{"editors": ["me"]}"#),
        (r#"{"editors": ["a"]}"#, r#"{"editors": ["me", "a"]}"#),
    ] {
        let found = places(sent, answered);
        assert!(found.is_empty(), "{sent}, {answered}: {found:?}");
    }
}

#[test]
fn what_is_lost_or_changed_is_a_difference() {
    for (sent, answered, place) in [
        (r#"{"name": "a"}"#, "{}", "/name"),
        (r#"{"name": "a"}"#, r#"{"name": "b"}"#, "/name"),
        (
            r#"{"content": "2czc2w=="}"#,
            r#"{"content": "2czc2g=="}"#,
            "/content",
        ),
        (
            r#"{"content": "2czc23"}"#,
            r#"{"content": "2czc2w"}"#,
            "/content",
        ),
        (
            r#"{"product": {"id": "1"}}"#,
            r#"{"product": {"id": "2"}}"#,
            "/product/id",
        ),
        (r#"{"bytes": "a"}"#, "{}", "/bytes"),
        (
            r#"{"editors": ["a"]}"#,
            r#"{"editors": ["me", "b"]}"#,
            "/editors/length",
        ),
    ] {
        assert_eq!(places(sent, answered), [place], "{sent}, {answered}");
    }
}
