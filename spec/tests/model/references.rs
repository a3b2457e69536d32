//! References: what they refer to, and the names that result.

use crate::{V30, api, shape};

/// Returns the shape of the schema of the only response of the operation `op`.
fn answer(body: &str) -> String {
    let api = api(V30, body);
    let operation = api.operation("op").expect("there is an operation");
    let schema = operation.responses[0].content[0].schema;
    shape::used(&api, schema.expect("there is a schema"))
}

/// Returns an operation that responds with a schema, and some components.
fn with(schema: &str, rest: &str) -> String {
    format!(
        "paths: {{/x: {{get: {{operationId: op, responses: {{'200': {{description: D, content: {{application/json: {{schema: {schema}}}}}}}}}}}}}}}\n{rest}"
    )
}

#[test]
fn references_into_schemas() {
    let a = "components: {schemas: {A: {allOf: [{type: object, properties: {x: {type: string}}}, {required: [x]}]}}}";
    let table = [
        ("'#/components/schemas/A'", "@A"),
        ("'#/components/schemas/A/allOf/0'", "{x: string}"),
        ("'#/components/schemas/A/allOf/0/properties/x'", "string"),
        ("'#/components/schemas/%41'", "@A"),
    ];
    for (reference, expected) in table {
        assert_eq!(
            answer(&with(&format!("{{$ref: {reference}}}"), a)),
            expected,
            "{reference}"
        );
    }
}

#[test]
fn references_into_paths() {
    let other = "  /y/{id}: {get: {operationId: other, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: D, content: {application/json: {schema: {type: integer}}}}}}}\n";
    let reference = "'#/paths/~1y~1%7Bid%7D/get/responses/200/content/application~1json/schema'";
    let body = format!(
        "paths:\n  /x: {{get: {{operationId: op, responses: {{'200': {{description: D, content: {{application/json: {{schema: {{$ref: {reference}}}}}}}}}}}}}}}\n{other}"
    );
    assert_eq!(answer(&body), "integer");
}

#[test]
fn pointers_go_on_behind_references() {
    let rest = "components: {schemas: {A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}, B: {type: object, properties: {c: {type: boolean}}}}}";
    let reference = "{$ref: '#/components/schemas/A/properties/b/properties/c'}";
    assert_eq!(answer(&with(reference, rest)), "boolean");
}

#[test]
fn names_with_odd_characters() {
    let rest = "components: {schemas: {'a/b~c': {type: string}, 'd e': {type: integer}}}";
    let table = [
        ("a~1b~0c", "@a/b~c"),
        ("d%20e", "@d e"),
        ("a%7E1b%7E0c", "@a/b~c"),
    ];
    for (name, expected) in table {
        let schema = format!("{{$ref: '#/components/schemas/{name}'}}");
        assert_eq!(answer(&with(&schema, rest)), expected, "{name}");
    }
}

#[test]
fn maps_and_lists_behind_references() {
    let rest = "x-properties: {a: {type: string}}\nx-list: [{type: string}, {type: integer}]";
    let table = [
        (
            "{type: object, properties: {$ref: '#/x-properties'}}",
            "{a: string}",
        ),
        ("{oneOf: {$ref: '#/x-list'}}", "(string | integer)"),
    ];
    for (schema, expected) in table {
        assert_eq!(answer(&with(schema, rest)), expected, "{schema}");
    }
}

#[test]
fn chains_of_references() {
    let rest = "components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/C'}, C: {type: string}}}";
    let api = api(V30, &with("{$ref: '#/components/schemas/A'}", rest));
    assert_eq!(shape::of(&api, "A"), "=@B");
    assert_eq!(shape::of(&api, "B"), "=@C");
    let a = api.schema_ids().next().expect("there are schemas");
    assert_eq!(shape::used(&api, api.resolve(a)), "@C");
}

#[test]
fn a_value_of_ref_that_is_no_text_is_a_property() {
    let rest = "components: {schemas: {A: {type: object, properties: {$ref: {type: string}, b: {type: integer}}}}}";
    let api = api(V30, &with("{$ref: '#/components/schemas/A'}", rest));
    assert_eq!(shape::of(&api, "A"), "{$ref: string, b: integer}");
}
