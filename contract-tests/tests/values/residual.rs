//! Values of schemas with constraints beyond types, checked by a third-party validator.

use conformance_core::description::Description;
use conformance_core::values::{Maker, Manner, NothingKnown, seed, tree};
use proptest::strategy::ValueTree;
use serde_json::{Value, json};

/// Schemas whose values are found at random, or only with the required properties.
fn schemas() -> Value {
    let text = json!({ "type": "string", "maxLength": 5 });
    let pair = json!({ "a": text, "b": text });
    json!({
        "Not": { "type": "object", "properties": pair, "not": { "required": ["a", "b"] } },
        "AnyRequired": {
            "type": "object", "properties": pair,
            "anyOf": [{ "required": ["a"] }, { "required": ["b"] }],
        },
        "OneRequired": {
            "type": "object", "properties": pair,
            "oneOf": [{ "required": ["a"] }, { "required": ["b"] }],
        },
        "Dependent": {
            "type": "object", "properties": pair, "dependentRequired": { "a": ["b"] },
        },
        "Condition": {
            "type": "object",
            "required": ["kind"],
            "properties": { "kind": { "enum": ["x", "y"] }, "a": text },
            "if": { "properties": { "kind": { "const": "x" } } },
            "then": { "required": ["a"] },
        },
        "Contains": {
            "type": "array", "items": { "enum": [1, 2, 3] }, "contains": { "const": 2 }, "maxItems": 4,
        },
        "Names": {
            "type": "object", "additionalProperties": { "type": "integer" },
            "propertyNames": { "pattern": "^[a-z0-9]+$" },
        },
        "Patterns": {
            "type": "object", "patternProperties": { "^x-": text }, "additionalProperties": false,
        },
        "Beside": { "$ref": "#/components/schemas/Names", "maxProperties": 1 },
    })
}

#[test]
fn values_keep_the_whole_of_a_schema() {
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "components": { "schemas": schemas() },
    });
    let description = Description::from_text("openapi.json", &document.to_string()).unwrap();
    let api = &description.api;
    let maker = Maker::new(api, &NothingKnown, super::schemas::now());
    for id in api.schema_ids() {
        let Some(name) = &api.schema(id).name else {
            continue;
        };
        let theirs = json!({
            "$ref": format!("#/components/schemas/{name}"), "components": { "schemas": schemas() },
        });
        let theirs = jsonschema::draft202012::new(&theirs).unwrap();
        for manner in [Manner::Plain, Manner::Boundary, Manner::Odd] {
            for round in 0..40 {
                let drawn = tree(&maker.strategy(id, manner), seed(&[name], round));
                let mut drawn = drawn.unwrap_or_else(|why| panic!("{name}, {manner:?}: {why}"));
                for _ in 0..20 {
                    let value = drawn.current();
                    assert!(theirs.is_valid(&value), "{name}, {manner:?}: {value}");
                    if !drawn.simplify() {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn a_schema_that_has_no_value_is_said_to_have_none() {
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
        "components": { "schemas": { "S": { "type": "string", "not": { "type": "string" } } } },
    });
    let description = Description::from_text("openapi.json", &document.to_string()).unwrap();
    let api = &description.api;
    let maker = Maker::new(api, &NothingKnown, super::schemas::now());
    let id = api.schema_ids().next().unwrap();
    assert!(tree(&maker.strategy(id, Manner::Plain), seed(&["S"], 0)).is_err());
}
