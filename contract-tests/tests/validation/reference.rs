//! The validator and the `jsonschema` crate agree on the keywords that both support.

use conformance_core::json::Json;
use conformance_core::validate::{Direction, Validator};
use proptest::prelude::*;
use serde_json::{Value, json};

fn scalar_schema() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({ "type": "boolean" })),
        (-5_i32..5, 0_i32..8, 1_u32..4, any::<bool>()).prop_map(|(low, span, step, whole)| {
            let kind = if whole { "integer" } else { "number" };
            json!({ "type": kind, "minimum": low, "maximum": low + span, "multipleOf": step })
        }),
        (0_u32..3, 0_u32..4).prop_map(|(low, span)| {
            json!({ "type": "string", "minLength": low, "maxLength": low + span })
        }),
        prop::sample::select(vec!["^a", "b$", "^[a-c]+$", "a|é", "^\\w*$", "^.$"])
            .prop_map(|pattern| json!({ "type": "string", "pattern": pattern })),
        Just(json!({ "type": "string", "enum": ["a", "b", "ab"] })),
        Just(json!({ "type": "integer", "enum": [1, 2, 3] })),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    scalar_schema().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), 0_u32..3, 0_u32..4, any::<bool>()).prop_map(|(items, low, span, unique)| {
                json!({ "type": "array", "items": items, "minItems": low, "maxItems": low + span, "uniqueItems": unique })
            }),
            (
                prop::collection::btree_map("[ab]", inner.clone(), 1..3),
                any::<bool>(),
                prop::option::of(inner.clone()),
                any::<bool>(),
            )
                .prop_map(|(properties, required, additional, closed)| {
                    let names: Vec<_> = properties.keys().cloned().collect();
                    let mut schema = json!({ "type": "object", "properties": properties });
                    if required {
                        schema["required"] = json!(names);
                    }
                    if closed {
                        schema["additionalProperties"] = json!(false);
                    } else if let Some(additional) = additional {
                        schema["additionalProperties"] = additional;
                    }
                    schema
                }),
            (prop::collection::vec(inner, 2..4), any::<bool>()).prop_map(|(members, exactly)| {
                // The validator reports one of several equal members, the crate each of them.
                let mut earlier = Vec::new();
                let differ = members.iter().all(|member| {
                    let is_new = !earlier.contains(&member);
                    earlier.push(member);
                    is_new
                });
                let word = if exactly && differ { "oneOf" } else { "anyOf" };
                let mut schema = serde_json::Map::new();
                schema.insert(word.to_owned(), Value::from(members));
                Value::Object(schema)
            }),
        ]
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-6_i32..12).prop_map(Value::from),
        prop::sample::select(vec![1.0, 2.5, -3.0, 0.5]).prop_map(Value::from),
        "[abé😀]{0,5}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_accept_the_same_values(schema in schema(), values in prop::collection::vec(value(), 8)) {
        let description = crate::describe(&json!({ "S": schema }));
        let ours = Validator::new(&description.api, Direction::Response);
        let theirs = jsonschema::draft7::new(&schema).expect("a schema");
        let id = crate::named(&description, "S");
        for value in values {
            let found = ours.check(id, &Json::from(&value));
            prop_assert_eq!(found.is_empty(), theirs.is_valid(&value), "{} {} {:?}", schema, value, found);
        }
    }
}
