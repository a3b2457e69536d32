//! Constructs that are new in OpenAPI 3.2.

use spec::Code;
use spec::model::Method;

use crate::assert_facts;

const V32: &str = "openapi: 3.2.0\ninfo: {title: Test, version: '1'}\n";

const BODY: &str = r#"
$self: https://example.com/api.yaml
tags:
  - {name: all, summary: All, kind: nav}
  - {name: things, parent: all, kind: nav}
paths:
  /things:
    query:
      operationId: searchThings
      parameters:
        - name: filter
          in: querystring
          required: true
          content:
            application/x-www-form-urlencoded: {schema: {type: object}}
      responses:
        "200":
          summary: Found.
          content:
            application/jsonl: {$ref: '#/components/mediaTypes/Things'}
    additionalOperations:
      LINK:
        operationId: linkThing
        responses: {"204": {description: Linked.}}
    post:
      operationId: addThings
      requestBody:
        content:
          multipart/mixed:
            schema: {type: array, items: {}}
            prefixEncoding: [{contentType: application/json}]
            itemEncoding: {contentType: image/png}
            examples:
              one: {dataValue: [1], serializedValue: '--x'}
      responses: {"204": {description: Added.}}
components:
  mediaTypes:
    Things: {itemSchema: {$ref: 'https://example.com/api.yaml#/components/schemas/Thing'}}
  schemas:
    Thing:
      oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]
      discriminator: {propertyName: kind, defaultMapping: Other}
    A: {type: object, properties: {kind: {type: string}}}
    B: {type: object, properties: {kind: {type: string}}}
    Other: {type: object, properties: {kind: {type: string}}}
  securitySchemes:
    Device:
      type: oauth2
      flows:
        deviceAuthorization:
          deviceAuthorizationUrl: https://example.com/device
          tokenUrl: https://example.com/token
          scopes: {}
"#;

#[test]
fn constructs_of_3_2_are_in_the_model() {
    assert_facts(
        V32,
        BODY,
        &[
            ("/identity", r#""https://example.com/api.yaml""#),
            ("/tags/0/summary", r#""All""#),
            ("/tags/1/parent", r#""all""#),
            ("/operations/1/id", r#""addThings""#),
            ("/operations/0/method", r#""QUERY""#),
            ("/operations/0/query_string/name", r#""filter""#),
            ("/operations/0/query_string/required", "true"),
            ("/operations/0/responses/0/summary", r#""Found.""#),
            ("/operations/0/responses/0/content/0/item_schema", "0"),
            ("/operations/2/method", r#""LINK""#),
            (
                "/operations/1/body/content/0/prefix_encoding/0/content_type",
                r#""application/json""#,
            ),
            (
                "/operations/1/body/content/0/item_encoding/content_type",
                r#""image/png""#,
            ),
            ("/operations/1/body/content/0/examples/0/value", "[1]"),
            (
                "/operations/1/body/content/0/examples/0/serialized",
                r#""--x""#,
            ),
            (
                "/security_schemes/0/kind/o-auth2/flows/0/device_authorization_url",
                r#""https://example.com/device""#,
            ),
            ("/schemas/3/direction/response", "true"),
        ],
    );
}

#[test]
fn what_is_not_generated_is_named() {
    let loaded = spec::load_text("test.yaml", format!("{V32}{BODY}"));
    let all = loaded.diagnostics.iter();
    let unsupported = all.filter(|one| one.code == Code::UnsupportedConstruct);
    let messages: Vec<_> = unsupported.map(|one| one.message.as_str()).collect();
    for construct in [
        "querystring",
        "prefixEncoding",
        "itemEncoding",
        "defaultMapping",
    ] {
        let named = messages.iter().any(|message| message.contains(construct));
        assert!(named, "{construct}: {messages:#?}");
    }
}

#[test]
fn a_method_is_any_token() {
    for name in ["GET", "QUERY", "LINK", "get"] {
        assert_eq!(Method::named(name).as_str(), name);
        assert_eq!(Method::named(name), Method::named(name));
    }
    assert_eq!(Method::named("GET"), Method::Get);
    assert!(Method::Query.is_safe() && !Method::named("LINK").is_idempotent());
}
