//! Complete schemas: exactly what is written, as JSON Schema 2020-12.

use serde_json::{Value, json};
use spec::Api;
use spec::model::SchemaId;

use super::{V30, V31, fact, schemas};

fn named(api: &Api, name: &str) -> SchemaId {
    let mut ids = api.schema_ids();
    let found = ids.find(|id| api.schema(*id).name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("there is no schema {name}"))
}

/// Returns the complete schema `A`, without `$schema`, which all have.
fn whole(head: &str, members: &str) -> Value {
    let api = schemas(head, members);
    let mut whole = api.whole(named(&api, "A"));
    let dialect = whole.as_object_mut().and_then(|all| all.remove("$schema"));
    assert_eq!(
        dialect,
        Some(json!("https://json-schema.org/draft/2020-12/schema"))
    );
    whole
}

#[test]
fn forms_of_openapi_3_0_are_those_of_json_schema() {
    for (written, expected) in [
        (
            "{type: string, nullable: true}",
            r#"{"type": ["string", "null"]}"#,
        ),
        (
            "{type: string, enum: [a], nullable: true}",
            r#"{"type": ["string", "null"], "enum": ["a", null]}"#,
        ),
        (
            "{nullable: true, allOf: [{type: object}]}",
            r#"{"anyOf": [{"type": "null"}, {"allOf": [{"type": "object"}]}]}"#,
        ),
        (
            "{anyOf: [{type: string}, {nullable: true}]}",
            r#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#,
        ),
        (
            "{type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}",
            r#"{"type": "integer", "exclusiveMinimum": 1, "maximum": 9}"#,
        ),
        (
            "{items: [{type: string}], additionalItems: false}",
            r#"{"prefixItems": [{"type": "string"}], "items": false}"#,
        ),
        (
            "{dependencies: {a: [b], c: {type: object}}}",
            r#"{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"type": "object"}}}"#,
        ),
        (
            "{title: T, description: D, example: 1, minLength: '3'}",
            r#"{"minLength": 3}"#,
        ),
    ] {
        let mut found = whole(V30, &format!("A: {written}, B: {{}}"));
        if let Some(defs) = found.as_object_mut().and_then(|all| all.remove("$defs")) {
            found = defs["A"].clone();
        }
        let expected: Value = serde_json::from_str(expected).expect("it is JSON");
        assert_eq!(found, expected, "{written}");
    }
}

#[test]
fn what_a_schema_refers_to_is_in_its_document() {
    let found = whole(
        V31,
        "A: {properties: {b: {$ref: '#/components/schemas/B', minProperties: 1}}}, \
         B: {properties: {a: {$ref: '#/components/schemas/A'}}, not: {required: [x]}}, C: {}",
    );
    let expected = json!({
        "$ref": "#/$defs/A",
        "$defs": {
            "A": {"properties": {"b": {"$ref": "#/$defs/B", "minProperties": 1}}},
            "B": {"properties": {"a": {"$ref": "#/$defs/A"}}, "not": {"required": ["x"]}},
        },
    });
    assert_eq!(found, expected);
}

#[test]
fn residual_keywords_have_places_and_operands() {
    let api = schemas(
        V31,
        "A: {type: object, not: {$ref: '#/components/schemas/B'}, maxProperties: 2, if: true}, \
         B: {required: [b]}",
    );
    let residual: Vec<_> = api.residual(named(&api, "A")).collect();
    let names: Vec<_> = residual
        .iter()
        .map(|keyword| keyword.name.as_str())
        .collect();
    assert_eq!(names, ["not", "if"]);
    assert_eq!(residual[0].span.end - residual[0].span.start, 3);
    let operand = api.written.operand(residual[0]);
    assert_eq!(operand["operand"], json!({"$ref": "#/$defs/B"}));
    assert_eq!(operand["$defs"]["B"], json!({"required": ["b"]}));
}

#[test]
fn a_keyword_with_a_faulty_schema_rejects_nothing() {
    let head = format!("{V31}paths: {{}}\n");
    let text = "components: {schemas: {A: {not: {type: strnig}, minimum: 1}}}\n";
    let loaded = spec::load_text("test.yaml", format!("{head}{text}"));
    let api = loaded.api.expect("faults of schemas are contained");
    let whole = api.whole(named(&api, "A"));
    assert_eq!(whole["$defs"]["A"], json!({"minimum": 1}));
}

#[test]
fn anchors_and_identifiers_lead_to_types() {
    let members = "A: {properties: {b: {$ref: '#text'}, c: {$ref: 'https://example.com/c'}}}, \
                   B: {$anchor: text, type: string}, \
                   C: {$id: 'https://example.com/c', type: boolean}";
    let api = schemas(V31, members);
    let id = |place: usize| {
        let pointer = format!("/schemas/0/kind/object/properties/{place}/schema");
        let index = fact(&api, &pointer).as_u64().expect("an index");
        api.schemas[usize::try_from(index).expect("small")]
            .name
            .clone()
    };
    assert_eq!(id(0).as_deref(), Some("B"));
    assert_eq!(id(1).as_deref(), Some("C"));
}
