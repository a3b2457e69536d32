//! Schemas with combined keywords.

use crate::{V30, V31, fact, schemas, shape, valid};

/// Compares the shape of `A` in a few schemas.
fn check(head: &str, table: &[(&str, &str)]) {
    for (members, expected) in table {
        let api = schemas(head, members);
        assert_eq!(shape::of(&api, "A"), *expected, "{members}");
    }
}

const CAT: &str = "Cat: {type: object, required: [kind], properties: {kind: {type: string}}}";
const DOG: &str = "Dog: {type: object, properties: {kind: {type: string}}}";

#[test]
fn all_of_is_one_schema() {
    check(
        V30,
        &[
            // Annotations next to a part do not change its type.
            (
                "A: {description: Mine., allOf: [{$ref: '#/components/schemas/B'}]}, B: {type: string}",
                "=@B",
            ),
            (
                "A: {nullable: true, allOf: [{$ref: '#/components/schemas/B'}]}, B: {type: string}",
                "=@B?",
            ),
            (
                "A: {allOf: [{type: object, properties: {a: {type: string}}}]}",
                "{a: string}",
            ),
            // A part that only requires properties.
            (
                "A: {allOf: [{type: object, properties: {a: {type: string}}}, {required: [a]}]}",
                "{a!: string}",
            ),
            (
                "A: {required: [a], allOf: [{$ref: '#/components/schemas/B'}]}, B: {type: object, properties: {a: {type: string}}}",
                "{a!: string}",
            ),
            // Properties next to the parts, in the parts, and in both.
            (
                "A: {type: object, properties: {b: {type: integer}}, allOf: [{type: object, properties: {a: {type: string}}}]}",
                "{a: string, b: integer}",
            ),
            (
                "A: {allOf: [{type: object, properties: {a: {type: string, minLength: 1}}}, {type: object, properties: {a: {type: string, maxLength: 5}}}]}",
                "{a: string(1..5)}",
            ),
            (
                "A: {allOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {a: {}}}]}",
                "{a: string}",
            ),
            // Nested.
            (
                "A: {allOf: [{allOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}, {type: object, properties: {c: {type: string}}}]}",
                "{a: string, b: string, c: string}",
            ),
            (
                "A: {allOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {a: {}}}]}, B: {allOf: [{$ref: '#/components/schemas/C'}, {type: object, properties: {b: {}}}]}, C: {type: object, properties: {c: {}}}",
                "{c: any, b: any, a: any}",
            ),
            // Further properties.
            (
                "A: {allOf: [{type: object, additionalProperties: false}, {type: object, properties: {a: {}}}]}",
                "{a: any, -}",
            ),
            (
                "A: {allOf: [{type: object, additionalProperties: {type: string}}, {type: object, additionalProperties: false}]}",
                "{*: string}",
            ),
            // Primitive values.
            (
                "A: {allOf: [{type: integer, minimum: 1}, {type: integer, maximum: 5}]}",
                "integer(1..5)",
            ),
            (
                "A: {allOf: [{type: integer, format: int32}, {type: number, minimum: 1, exclusiveMinimum: true}]}",
                "integer:int32(1<..)",
            ),
            (
                "A: {allOf: [{type: string, enum: [a, b]}, {type: string, enum: [b, c]}]}",
                "\"b\"",
            ),
            (
                "A: {allOf: [{type: array, items: {type: string}}, {type: array, items: {}, maxItems: 3}]}",
                "[string](..3)",
            ),
            // All parts nullable, or not all.
            (
                "A: {allOf: [{type: string, nullable: true}, {maxLength: 3, type: string, nullable: true}]}",
                "string(..3)?",
            ),
            (
                "A: {allOf: [{type: string, nullable: true}, {maxLength: 3, type: string}]}",
                "string(..3)",
            ),
        ],
    );
}

#[test]
fn recursive_all_of_comes_to_an_end() {
    let both = "A: {allOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}";
    let b = "B: {type: object, properties: {x: {$ref: '#/components/schemas/C'}, y: {$ref: '#/components/schemas/B'}}}";
    let c = "C: {type: object, properties: {x: {$ref: '#/components/schemas/B'}, y: {$ref: '#/components/schemas/A'}}}";
    let api = schemas(V30, &format!("{both}, {b}, {c}"));
    assert!(api.schemas.len() < 10, "{} schemas", api.schemas.len());
    let tree = "A: {allOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {next: {$ref: '#/components/schemas/A'}}}]}, B: {type: object, properties: {id: {type: string}}}";
    let api = schemas(V30, tree);
    assert_eq!(shape::of(&api, "A"), "{id: string, next: @A}");
}

#[test]
fn unions_are_made_plain() {
    let cat_and_dog =
        "oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]";
    let with = |a: &str| format!("A: {a}, {CAT}, {DOG}");
    check(
        V30,
        &[
            (&with(&format!("{{{cat_and_dog}}}")), "(@Cat | @Dog)"),
            (
                &with(&format!("{{nullable: true, {cat_and_dog}}}")),
                "(@Cat | @Dog)?",
            ),
            ("A: {oneOf: [{type: string}]}", "=string"),
            (
                "A: {anyOf: [{type: string}, {type: integer}]}",
                "any(string | integer)",
            ),
            // Enumerations are combined; a plain string next to them makes them open.
            (
                "A: {oneOf: [{type: string, enum: [a]}, {type: string, enum: [b, a]}]}",
                "\"a\"|\"b\"",
            ),
            (
                "A: {anyOf: [{type: string, enum: [a]}, {type: string}]}",
                "\"a\"|…",
            ),
            // The null of a member is one of the whole.
            (
                "A: {anyOf: [{type: string}, {type: string, nullable: true, enum: [a, null]}]}",
                "\"a\"|…?",
            ),
            ("A: {anyOf: [{type: string}, {}]}", "any"),
            // Members that only require a property are not alternatives.
            (
                "A: {type: object, properties: {a: {}}, anyOf: [{required: [a]}, {required: [b]}]}",
                "{a: any}",
            ),
            // Keywords next to a union apply to each member.
            (
                "A: {type: object, properties: {id: {type: string}}, oneOf: [{type: object, properties: {a: {}}}, {type: object, properties: {b: {}}}]}",
                "({id: string, a: any} | {id: string, b: any})",
            ),
            (
                "A: {allOf: [{oneOf: [{type: object, properties: {a: {}}}, {type: object, properties: {b: {}}}]}, {type: object, properties: {id: {type: string}}}]}",
                "({id: string, a: any} | {id: string, b: any})",
            ),
        ],
    );
    check(
        V31,
        &[
            ("A: {oneOf: [{type: string}, {type: 'null'}]}", "=string?"),
            (
                "A: {anyOf: [{type: string}, {type: integer}, {type: 'null'}]}",
                "any(string | integer)?",
            ),
            (
                "A: {type: 'null', oneOf: [{type: string}, {type: integer}]}",
                "(string | integer)?",
            ),
            ("A: {type: [string, integer]}", "any(string | integer)"),
            ("A: {oneOf: [{const: a}, {const: b}]}", "\"a\"|\"b\""),
            ("A: {oneOf: [{type: 'null'}]}", "null?"),
        ],
    );
}

#[test]
fn discriminators_say_which_member() {
    let with = |mapping: &str| {
        format!(
            "A: {{oneOf: [{{$ref: '#/components/schemas/Cat'}}, {{$ref: '#/components/schemas/Dog'}}], discriminator: {{propertyName: kind{mapping}}}}}, {CAT}, {DOG}"
        )
    };
    check(
        V30,
        &[
            (&with(""), "<kind>(Cat=@Cat | Dog=@Dog)"),
            (
                &with(", mapping: {cat: '#/components/schemas/Cat', dog: Dog}"),
                "<kind>(cat=@Cat | dog=@Dog)",
            ),
            (
                &with(", mapping: {cat: Cat, tiger: Cat}"),
                "<kind>(cat=tiger=@Cat | Dog=@Dog)",
            ),
            // A name that the property excludes cannot be its value.
            (
                "A: {oneOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {kind: {type: string, enum: [c]}}}], discriminator: {propertyName: kind}}, B: {type: object, properties: {kind: {type: string, enum: [b]}}}",
                "<kind>(b=@B | c={kind: \"c\"})",
            ),
        ],
    );
}

#[test]
fn null_is_a_mark() {
    check(
        V30,
        &[
            ("A: {type: string, nullable: true}", "string?"),
            ("A: {type: string, enum: [a, null]}", "\"a\"?"),
            (
                "A: {type: object, properties: {a: {type: string, nullable: true}}}",
                "{a: string?}",
            ),
        ],
    );
    check(
        V31,
        &[
            ("A: {type: [string, 'null'], maxLength: 3}", "string(..3)?"),
            ("A: {type: [string, 'null'], enum: [a, null]}", "\"a\"?"),
            ("A: {type: 'null'}", "null"),
            (
                "A: {$ref: '#/components/schemas/B', description: Mine.}, B: {type: string}",
                "=@B",
            ),
            (
                "A: {$ref: '#/components/schemas/B', maxLength: 3}, B: {type: string, minLength: 1}",
                "string(1..3)",
            ),
        ],
    );
}

#[test]
fn bounds_of_both_dialects() {
    check(
        V30,
        &[
            (
                "A: {type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9}",
                "integer(1<..9)",
            ),
            (
                "A: {type: number, format: double, maximum: 1.50, exclusiveMaximum: true, multipleOf: 0.01}",
                "number:double(..<1.50)*0.01",
            ),
            (
                "A: {type: integer, minimum: 1, exclusiveMinimum: false}",
                "integer(1..)",
            ),
        ],
    );
    check(
        V31,
        &[
            (
                "A: {type: integer, exclusiveMinimum: 1, exclusiveMaximum: 9}",
                "integer(1<..<9)",
            ),
            (
                "A: {type: string, minLength: 2, pattern: '^a'}",
                "string(2..)/^a/",
            ),
            (
                "A: {type: array, prefixItems: [{type: string}], items: {type: integer}, minItems: 1}",
                "[string, integer](1..)",
            ),
            ("A: {type: string, contentEncoding: base64}", "string:byte"),
            ("A: {const: 5}", "5"),
            ("A: {const: null}", "null?"),
            ("A: true", "any"),
            ("A: false", "never"),
        ],
    );
}

#[test]
fn types_that_are_implied() {
    check(
        V30,
        &[
            ("A: {properties: {a: {}}}", "{a: any}"),
            ("A: {additionalProperties: {type: string}}", "{*: string}"),
            ("A: {items: {type: string}}", "[string]"),
            ("A: {maxLength: 3}", "string(..3)"),
            ("A: {required: [a]}", "{a!: any}"),
            ("A: {type: object, additionalProperties: true}", "{}"),
            (
                "A: {type: object, maxProperties: 3, additionalProperties: {}}",
                "{*: any}(..3)",
            ),
            (
                "A: {type: string, enum: [a], x-extensible-enum: true}",
                "\"a\"+",
            ),
            ("A: {type: integer, enum: [1, 2]}", "1|2"),
            // The type of the values counts.
            ("A: {type: integer, enum: ['1']}", "\"1\""),
            ("A: {type: string, enum: [1, yes]}", "\"1\"|\"yes\""),
            (
                "A: {type: object, properties: {$ref: {type: string}}}",
                "{$ref: string}",
            ),
        ],
    );
}

#[test]
fn annotations_stay() {
    let api = schemas(
        V30,
        "A: {type: string, title: T, description: D, deprecated: true, readOnly: true, default: x, example: {$ref: '#/nowhere'}, x-a: 1}",
    );
    for (pointer, expected) in [
        ("/schemas/0/title", "\"T\""),
        ("/schemas/0/description", "\"D\""),
        ("/schemas/0/deprecated", "true"),
        ("/schemas/0/read_only", "true"),
        ("/schemas/0/write_only", "false"),
        ("/schemas/0/default", "\"x\""),
        // The content of an example is data.
        ("/schemas/0/examples", "[{\"$ref\":\"#/nowhere\"}]"),
        ("/schemas/0/extensions", "{\"x-a\":1}"),
    ] {
        assert_eq!(fact(&api, pointer).to_string(), expected, "{pointer}");
    }
}

#[test]
fn states_of_a_resource() {
    let api = schemas(
        V30,
        "A: {type: object, properties: {state: {type: string}}, x-states: {field: state, initial: [a], terminal: [b], states: {a: First., b: Last.}, transitions: [{from: [a], to: b, trigger: clock}]}}",
    );
    let states = fact(&api, "/schemas/0/states").to_string();
    let expected = r#"{"field":"state","initial":["a"],"states":[["a","First."],["b","Last."]],"terminal":["b"],"transitions":[{"cause":{"trigger":"clock"},"from":["a"],"to":"b"}]}"#;
    assert_eq!(states, expected);
}

/// Both forms keep the text of a number, whatever its size.
#[test]
fn bounds_beyond_64_bits() {
    let bounds = [
        "9223372036854775807",
        "9223372036854776000",
        "18446744073709551615",
        "-99999999999999999999999999",
    ];
    for bound in bounds {
        let members = format!(r#""A": {{"type": "integer", "minimum": {bound}}}"#);
        let head = r#""openapi": "3.0.3", "info": {"title": "Test", "version": "1"}, "paths": {}"#;
        let text = format!(r#"{{{head}, "components": {{"schemas": {{{members}}}}}}}"#);
        let in_json = valid(spec::load_text("test.json", text), &members);
        let in_yaml = schemas(V30, &members);
        let expected = format!("integer({bound}..)");
        assert_eq!(shape::of(&in_yaml, "A"), expected);
        assert_eq!(shape::of(&in_json, "A"), expected);
    }
}

#[test]
fn what_only_annotates_changes_nothing() {
    let members = "A: {type: object, properties: {\
                     b: {type: string, allOf: [{description: Text.}]}, \
                     c: {anyOf: [{type: string}, {nullable: true}]}, \
                     d: {title: null, anyOf: [{type: string}, {type: integer}]}, \
                     e: {allOf: [{type: string, nullable: true}, {title: T}]}}}";
    for head in [V30, V31] {
        let api = schemas(head, members);
        let property = |place: usize| {
            let pointer = format!("/schemas/0/kind/object/properties/{place}/schema");
            let index = fact(&api, &pointer).as_u64().expect("an index");
            &api.schemas[usize::try_from(index).expect("small")]
        };
        let behind = |place: usize| {
            let mut at = property(place);
            while let spec::model::Kind::Alias(id) = at.kind {
                at = api.schema(id);
            }
            serde_json::to_value(&at.kind).expect("it is JSON")
        };
        assert!(!property(0).nullable, "{head}");
        assert!(behind(0).get("string").is_some(), "{head}");
        assert!(property(1).nullable, "{head}");
        assert!(behind(1).get("string").is_some(), "{head}");
        assert!(behind(2).get("union").is_some(), "{head}");
        assert!(property(3).nullable, "{head}");
    }
}
