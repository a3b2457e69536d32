//! Pairs of schemas whose differences are shown by values (`pairs.yaml`).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use spec::diff::{Category, Change, Level, Way, compare};

use crate::{model, promises};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Pair {
    a: Value,
    b: Value,
    #[serde(default, deserialize_with = "present")]
    only_a: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    only_b: Option<Value>,
    #[serde(default)]
    there: Option<String>,
    #[serde(default)]
    back: Option<String>,
    /// Whether both allow the same values, with another meaning.
    #[serde(default)]
    same: bool,
    /// Whether clients accept an `onlyA` in a response anyway.
    #[serde(default)]
    tolerated: bool,
}

/// Deserializes a present value, which may be `null`.
fn present<'d, D: serde::Deserializer<'d>>(reader: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(reader).map(Some)
}

/// Returns the schemas that `$ref` leads to.
fn components() -> Value {
    let named = json!({
        "type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}
    });
    json!({"schemas": {"Named": named}})
}

/// Returns a description whose request and response carry the schema.
fn description(schema: &Value) -> Value {
    let body = json!({"type": "object", "required": ["value"], "properties": {"value": schema}});
    let content = json!({"application/json": {"schema": body}});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Pairs", "version": "1.0"},
        "paths": {"/things": {"post": {
            "operationId": "sendThing",
            "requestBody": {"required": true, "content": content},
            "responses": {"200": {"description": "OK", "content": content}},
        }}},
        "components": components(),
    })
}

/// Returns whether a value is valid, by a third-party validator.
fn allows(schema: &Value, value: &Value) -> bool {
    let whole = json!({"allOf": [schema], "components": components()});
    let mut options = jsonschema::options();
    options = options
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true);
    let validator = options.build(&whole).expect("the schema is one");
    validator.is_valid(value)
}

fn tells(changes: &[Change], way: Way) -> bool {
    changes.iter().any(|change| {
        change.way == Some(way) && change.category == Category::Wire && change.level > Level::Info
    })
}

/// Returns what is wrong with the comparison of one pair in one direction.
fn wrong(changes: &[Change], request: bool, response: bool, rule: Option<&str>) -> Option<String> {
    let told = [Way::Request, Way::Response].map(|way| tells(changes, way));
    let rules: Vec<_> = changes
        .iter()
        .map(|change| format!("{:?} {}", change.level, change.rule))
        .collect();
    let named = rule.is_none_or(|end| changes.iter().any(|change| change.rule.contains(end)));
    if told == [request, response] && named {
        return None;
    }
    Some(format!(
        "    breaks requests: {request}, responses: {response}, by {rule:?}\n    told: {rules:?}"
    ))
}

#[test]
fn each_pair_is_compared_as_values_prove() {
    let pairs: BTreeMap<String, Vec<Pair>> =
        serde_yaml::from_str(include_str!("pairs.yaml")).expect("the pairs are YAML");
    let mut complaints = Vec::new();
    let mut count = 0;
    for (category, pair) in pairs
        .iter()
        .flat_map(|(name, list)| list.iter().map(move |p| (name, p)))
    {
        count += 1;
        let (a, b) = (&pair.a, &pair.b);
        let (only_a, only_b) = (pair.only_a.as_ref(), pair.only_b.as_ref());
        for (value, in_a) in [(only_a, true), (only_b, false)] {
            if let Some(value) = value {
                assert_eq!(
                    (allows(a, value), allows(b, value)),
                    (in_a, !in_a),
                    "{value}: {a} {b}"
                );
            }
        }
        let (old, new) = (model(&description(a)), model(&description(b)));
        for one in [&old, &new] {
            let told = compare(one, one, &promises());
            assert!(told.is_empty(), "{category}: {a} {b}\n{told:?}");
        }
        let there = compare(&old, &new, &promises());
        let back = compare(&new, &old, &promises());
        let (a_more, b_more) = (only_a.is_some(), only_b.is_some());
        let ends = (pair.there.as_deref(), pair.back.as_deref());
        let found = if pair.same {
            [Some((&there, ends.0)), Some((&back, ends.1))]
                .into_iter()
                .flatten()
                .filter(|(told, end)| {
                    let end = end.unwrap_or_default();
                    !told.iter().any(|change| change.rule.contains(end))
                })
                .map(|(told, _)| format!("    told: {told:?}"))
                .next()
        } else {
            let back_response = a_more && !pair.tolerated;
            wrong(&there, a_more, b_more, ends.0)
                .or_else(|| wrong(&back, b_more, back_response, ends.1))
        };
        if let Some(found) = found {
            complaints.push(format!("{category}: {a} → {b}\n{found}"));
        }
    }
    assert!(count >= 150, "{count} pairs");
    let wrong = complaints.len();
    assert!(wrong == 0, "{wrong} of {count}\n{}", complaints.join("\n"));
}
