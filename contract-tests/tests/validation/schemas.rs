//! For each constraint: values, and the violations.

use conformance_core::intent::Intent;
use conformance_core::validate::Constraint::{
    Additional, Bounds, Enum, Items, Length, Null, Pattern, Properties, Required, Type, Union,
};
use conformance_core::validate::{Constraint, Direction, ObservationKind, Validator};
use serde_json::{Value, json};

type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, Constraint)],
);

fn schemas() -> Value {
    json!({
        "Text": { "type": "string", "minLength": 2, "maxLength": 3, "pattern": "^[^x]*$" },
        "Catastrophe": { "type": "string", "pattern": "^(a+)+$" },
        "Ahead": { "type": "string", "pattern": "^(?!.*x)((a+)+)+$" },
        "Count": { "type": "integer", "minimum": 1, "maximum": 10, "exclusiveMaximum": true, "multipleOf": 3 },
        "Price": { "type": "number", "multipleOf": 0.01 },
        "Maybe": { "type": "boolean", "nullable": true },
        "Colour": { "type": "string", "enum": ["red", "green"] },
        "Shade": { "type": "string", "enum": ["dark"], "x-extensible-enum": true },
        "List": { "type": "array", "items": { "type": "integer" }, "minItems": 1, "maxItems": 3, "uniqueItems": true },
        "Thing": {
            "type": "object",
            "required": ["id", "secret"],
            "properties": {
                "id": { "type": "string", "readOnly": true },
                "secret": { "type": "string", "writeOnly": true },
                "next": { "$ref": "#/components/schemas/Thing" },
                "shade": { "$ref": "#/components/schemas/Shade" },
            },
        },
        "Closed": { "type": "object", "additionalProperties": false, "minProperties": 1, "properties": { "a/b": { "type": "string" } } },
        "Map": { "type": "object", "additionalProperties": { "type": "integer" }, "maxProperties": 2 },
        "Cat": { "type": "object", "required": ["kind", "lives"], "properties": { "kind": { "type": "string" }, "lives": { "type": "integer" } } },
        "Dog": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, "barks": { "type": "boolean" } } },
        "Pet": {
            "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
            "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog" } },
        },
        "One": { "oneOf": [{ "type": "integer" }, { "type": "number", "maximum": 5 }] },
        "Twin": { "type": "object", "properties": { "a": { "type": "string", "default": "b" }, "next": { "$ref": "#/components/schemas/Twin" } } },
        "Twins": { "oneOf": [
            { "$ref": "#/components/schemas/Twin" },
            { "type": "object", "properties": { "next": { "$ref": "#/components/schemas/Twin" }, "a": { "type": "string" } } },
            { "type": "object", "required": ["b"], "properties": { "b": { "type": "string" } } },
        ] },
        "Any": { "anyOf": [{ "type": "integer" }, { "$ref": "#/components/schemas/Cat" }] },
    })
}

const RESPONSES: &[Row] = &[
    ("Text", r#""äöü""#, &[]),
    ("Text", r#""😀😀😀""#, &[]),
    ("Text", r#""a""#, &[("", Length)]),
    ("Text", r#""abcx""#, &[("", Length), ("", Pattern)]),
    ("Text", "1", &[("", Type)]),
    ("Text", "null", &[("", Null)]),
    ("Count", "9", &[]),
    ("Count", "9.0", &[]),
    ("Count", "10", &[("", Bounds), ("", Bounds)]),
    ("Count", "0", &[("", Bounds)]),
    ("Count", "1.5", &[("", Type)]),
    ("Price", "19.99", &[]),
    ("Price", "19.999", &[("", Bounds)]),
    ("Price", "1e999999999", &[]),
    ("Maybe", "null", &[]),
    ("Maybe", "0", &[("", Type)]),
    ("Colour", r#""red""#, &[]),
    ("Colour", r#""blue""#, &[("", Enum)]),
    ("Colour", "1", &[("", Type)]),
    ("Shade", r#""light""#, &[]),
    ("Shade", "1", &[("", Type)]),
    ("List", "[1,2]", &[]),
    ("List", "[]", &[("", Items)]),
    ("List", "[1,1.0]", &[("", Items)]),
    ("List", r#"[1,2,3,"x"]"#, &[("", Items), ("/3", Type)]),
    ("Thing", r#"{"id":"a","other":1}"#, &[]),
    (
        "Thing",
        r#"{"id":"a","secret":"b"}"#,
        &[("/secret", Additional)],
    ),
    (
        "Thing",
        r#"{"id":"a","next":{"id":"b","next":{}}}"#,
        &[("/next/next", Required)],
    ),
    ("Closed", r#"{"a/b":1}"#, &[("/a~1b", Type)]),
    ("Closed", r#"{"c~":1}"#, &[("/c~0", Additional)]),
    ("Closed", "{}", &[("", Properties)]),
    (
        "Map",
        r#"{"a":1,"b":"x","c":3}"#,
        &[("", Properties), ("/b", Type)],
    ),
    ("Pet", r#"{"kind":"cat","lives":9}"#, &[]),
    ("Pet", r#"{"kind":"cat"}"#, &[("", Required)]),
    ("Pet", r#"{"kind":"bird"}"#, &[]),
    ("Pet", r#"{"kind":1}"#, &[("", Union), ("/kind", Type)]),
    ("One", "7", &[]),
    ("One", "5", &[("", Union)]),
    ("One", "7.5", &[("", Union), ("", Bounds)]),
    ("Twins", r#"{"a":"b","next":{"a":"c"}}"#, &[]),
    ("Twins", r#"{"a":"b","b":"c"}"#, &[("", Union)]),
    ("Any", r#"{"kind":"cat"}"#, &[("", Union), ("", Required)]),
    ("Any", "3", &[]),
];

const REQUESTS: &[Row] = &[
    ("Thing", r#"{"secret":"b"}"#, &[]),
    ("Thing", r#"{"id":"a"}"#, &[("", Required)]),
    ("Shade", r#""light""#, &[("", Enum)]),
    ("Pet", r#"{"kind":"bird"}"#, &[("", Union)]),
];

#[test]
fn values_break_what_they_break() {
    let description = crate::describe(&schemas());
    for (direction, rows) in [
        (Direction::Response, RESPONSES),
        (Direction::Request, REQUESTS),
    ] {
        let validator = Validator::new(&description.api, direction);
        for (name, text, expected) in rows {
            let found = validator.check(crate::named(&description, name), &crate::json(text));
            let found: Vec<_> = found
                .iter()
                .map(|one| (one.pointer.as_str(), one.constraint))
                .collect();
            assert_eq!(found, *expected, "{name} {text}");
        }
    }
}

#[test]
fn no_pattern_and_no_value_makes_it_run_long() {
    let description = crate::describe(&schemas());
    let validator = Validator::new(&description.api, Direction::Response);
    let text = json!("a".repeat(20_000) + "b").to_string();
    let found = validator.check(
        crate::named(&description, "Catastrophe"),
        &crate::json(&text),
    );
    assert_eq!(found.len(), 1);
    assert!(
        found[0].actual.chars().count() <= 120,
        "{}",
        found[0].actual
    );
    // The result may remain undecided; the validator must return.
    let undecided = validator.check(crate::named(&description, "Ahead"), &crate::json(&text));
    assert!(undecided.len() <= 1);
    let many = format!("[{}]", vec!["\"x\""; 1000].join(","));
    let found = validator.check(crate::named(&description, "List"), &crate::json(&many));
    assert_eq!(found.len(), Validator::MISMATCHES);
}

#[test]
fn texts_of_headers_are_read_by_their_schema() {
    let description = crate::describe(&schemas());
    let validator = Validator::new(&description.api, Direction::Response);
    let rows: [(&str, &str, &[Constraint]); 8] = [
        ("Count", "3", &[]),
        ("Count", "x", &[Type]),
        ("Count", "03", &[Type]),
        ("Maybe", "true", &[]),
        ("List", "1, 2", &[]),
        ("List", "", &[Items]),
        ("Map", "a,1,b,2", &[]),
        ("One", "7", &[]),
    ];
    for (name, text, expected) in rows {
        let found = validator.check_text(crate::named(&description, name), text);
        let found: Vec<_> = found.iter().map(|one| one.constraint).collect();
        assert_eq!(found, expected, "{name} {text}");
    }
}

#[test]
fn a_text_is_of_another_type_only_where_none_is_wanted() {
    let description = crate::describe(&schemas());
    let validator = Validator::new(&description.api, Direction::Request);
    for (name, text, is_meant) in [("Count", "x", true), ("Text", "12345", false)] {
        let found = validator.check_text(crate::named(&description, name), text);
        assert!(!found.is_empty(), "{name} {text}");
        assert_eq!(Intent::ViolatesType.is_among(&found), is_meant, "{name}");
        assert!(Intent::ViolatesFormat.is_among(&found), "{name}");
    }
}

#[test]
fn what_is_not_described_is_observed() {
    let description = crate::describe(&schemas());
    let validator = Validator::new(&description.api, Direction::Response);
    let observe = |name: &str, text: &str| {
        let mut seen = Vec::new();
        let value = crate::json(text);
        let schema = crate::named(&description, name);
        validator.observe(schema, &value, &mut |one| {
            seen.push((one.kind, one.pointer, one.name));
        });
        seen
    };
    let observed = |kind, pointer: &str, name: &str| (kind, pointer.to_owned(), name.to_owned());
    assert_eq!(
        observe("Thing", r#"{"id":"a","next":{"shade":"light","x/":1}}"#),
        [
            observed(ObservationKind::EnumValue, "/next/shade", "light"),
            observed(ObservationKind::Field, "/next/x~1", "x/"),
        ]
    );
    assert_eq!(
        observe("Pet", r#"{"kind":"bird"}"#),
        [observed(ObservationKind::UnionMember, "", "bird")]
    );
    assert_eq!(observe("Map", r#"{"a":1}"#), []);
    assert_eq!(observe("Colour", r#""blue""#), []);
    assert_eq!(
        observe("Any", r#"{"kind":"a","lives":1,"fur":true}"#),
        [observed(ObservationKind::Field, "/fur", "fur")]
    );
}
