//! Constructs that are new in OpenAPI 3.2.

use spec::Code;
use spec::model::{Method, Operation};

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

/// A form of plain fields has one encoding as a query and as a parameter, whether they are named or not.
#[test]
fn a_query_of_plain_fields_is_a_parameter() {
    for (schema, is_parameter) in [
        ("{type: object, properties: {a: {type: string}}}", true),
        ("{type: object, additionalProperties: {type: string}}", true),
        (
            "{type: object, additionalProperties: {type: array, items: {type: string}}}",
            false,
        ),
        (
            "{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}",
            false,
        ),
        ("{type: object, additionalProperties: true}", false),
        ("{type: array, items: {type: string}}", false),
    ] {
        let operation = with_query("application/x-www-form-urlencoded", schema);
        assert_eq!(operation.parameters.len() == 1, is_parameter, "{schema}");
        assert_eq!(operation.query_string.is_none(), is_parameter, "{schema}");
    }
}

/// The text of JSON is the whole query, without a name.
#[test]
fn a_query_of_json_is_a_parameter() {
    let operation = with_query("application/json", "{type: array, items: {type: string}}");
    let [parameter] = operation.parameters.as_slice() else {
        panic!("{:?}", operation.query_string);
    };
    let mut encoded = spec::encode::Encoded::default();
    encoded.set(parameter, &serde_json::json!(["a b"]));
    assert_eq!(encoded.query, ["%5B%22a%20b%22%5D"]);
    // A key beside it could not be read.
    let keyed = "{schema: {type: object}}}}]\n      security: [{key: []}]\ncomponents:\n  \
                 securitySchemes: {key: {type: apiKey, in: query, name: key}}\n";
    let text = format!(
        "{V32}paths:\n  /things:\n    get:\n      operationId: find\n      \
         responses: {{'204': {{description: None.}}}}\n      \
         parameters: [{{name: filter, in: querystring, content: {{application/json: {keyed}"
    );
    let loaded = spec::load_text("test.yaml", text);
    let api = loaded.api.expect("a sound description");
    assert!(api.operations[0].query_string.is_some());
}

/// Returns an operation with a parameter that is the whole query.
fn with_query(media_type: &str, schema: &str) -> Operation {
    let text = format!(
        "{V32}paths:\n  /things:\n    get:\n      operationId: find\n      parameters:\n        \
         - name: filter\n          in: querystring\n          content:\n            \
         {media_type}: {{schema: {schema}}}\n      \
         responses: {{'204': {{description: None.}}}}\n"
    );
    let loaded = spec::load_text("test.yaml", text);
    let api = loaded.api.expect("a sound description");
    api.operations[0].clone()
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
