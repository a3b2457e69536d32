//! A deviation from a schema that occurs in many copies has one location.

use conformance_core::description::Description;
use spec::Span;
use spec::model::Api;

const DESCRIPTION: &str = r#"
openapi: 3.1.0
info: {title: Copies, version: "1"}
paths:
  /a:
    get:
      operationId: getA
      responses:
        "200": {description: An id, content: {application/json: {schema: {type: string}}}}
        default:
          description: An error
          content:
            application/json:
              schema: {type: object, properties: {code: {type: integer}}, required: [code]}
  /b:
    get:
      operationId: getB
      responses:
        "200": {description: A name, content: {application/json: {schema: {type: string}}}}
        "400":
          description: Another error
          content:
            application/json:
              schema: {type: object, properties: {code: {type: string}}, required: [code]}
        default:
          description: An error
          content:
            application/json:
              schema: {type: object, properties: {code: {type: integer}}, required: [code]}
"#;

/// Returns the locations of the response schemas of an operation, in order.
fn places(description: &Description, operation: usize) -> Vec<String> {
    let span = |api: &Api, schema| -> Span { api.schema(schema).span };
    let responses = description.api.operations[operation].responses.iter();
    let schemas = responses.filter_map(|one| one.content[0].schema);
    let spans = schemas.map(|schema| span(&description.api, schema));
    spans.map(|span| description.shared_pointer(span)).collect()
}

#[test]
fn copies_of_a_schema_have_the_place_of_the_first() {
    let description = Description::from_text("copies.yaml", DESCRIPTION).expect("a description");
    let media = "content/application~1json/schema";
    let of = |path: &str, status: &str| format!("/paths/~1{path}/get/responses/{status}/{media}");
    assert_eq!(
        places(&description, 0),
        [of("a", "200"), of("a", "default")]
    );
    assert_eq!(
        places(&description, 1),
        // The equal text is a coincidence, and the other error has another schema.
        [of("b", "200"), of("b", "400"), of("a", "default")]
    );
}
