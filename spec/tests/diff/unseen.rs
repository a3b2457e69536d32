//! Keywords that change, and no value shows it, because the rest of the schema says the same. Beside
//! each such pair is one that values show.

use serde_json::{Value, json};
use spec::diff::Level;

use crate::restructured::{answering, body, changes, of_value};

/// A name, a pair that no value shows, and a pair that a value shows.
type Case = (&'static str, [Value; 2], [Value; 2]);

fn assert_cases(cases: &[Case]) {
    for (name, [old, new], [before, after]) in cases {
        let reported = of_value(old, new);
        assert!(reported.is_empty(), "{name}: {reported:#?}");
        assert!(!of_value(before, after).is_empty(), "{name}: nothing");
    }
}

#[test]
fn a_pattern_says_how_long_texts_are_and_which_others_match() {
    let text = |more: Value| {
        let mut text = json!({"type": "string", "pattern": "^[0-9]{5}$"});
        let more = more.as_object().expect("keywords").clone();
        text.as_object_mut().expect("keywords").extend(more);
        text
    };
    let names = |pattern: &str, names: Value| {
        let patterns = json!({pattern: {"type": "string"}});
        let mut object =
            json!({"type": "object", "patternProperties": patterns, "additionalProperties": false});
        object["propertyNames"] = names;
        object
    };
    let letters = json!({"pattern": "^[a-z]"});
    let pattern = |pattern: &str| json!({"type": "string", "pattern": pattern});
    assert_cases(&[
        (
            "minLength",
            [text(json!({})), text(json!({"minLength": 5}))],
            [text(json!({})), text(json!({"minLength": 6}))],
        ),
        (
            "maxLength",
            [text(json!({})), text(json!({"maxLength": 5}))],
            [text(json!({})), text(json!({"maxLength": 4}))],
        ),
        (
            "the same texts",
            [pattern("^(?:a|b)\\d$"), pattern("^[ab][0-9]$")],
            [pattern("^(?:a|b)\\d$"), pattern("^[ab][0-8]$")],
        ),
        (
            "names",
            [names("^x-", json!({})), names("^x-", letters.clone())],
            [names("^X-", json!({})), names("^X-", letters)],
        ),
    ]);
}

#[test]
fn the_only_possible_alternative_is_part_of_the_schema() {
    let whole = |part: Value| json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, part], "unevaluatedProperties": false});
    let part = |more: Value| json!({"anyOf": [{"properties": {"b": {"type": "integer"}}}, more]});
    let plain = json!({"properties": {"b": {"type": "integer"}}});
    assert_cases(&[(
        "a member of another type",
        [
            whole(plain.clone()),
            whole(part(json!({"type": "boolean"}))),
        ],
        [whole(plain), whole(part(json!({"properties": {"c": {}}})))],
    )]);
}

#[test]
fn unevaluated_sees_its_own_schema() {
    let pair =
        |items: Value| json!({"type": "array", "prefixItems": items, "unevaluatedItems": false});
    let two = json!([{"type": "string"}, {"type": "integer"}]);
    let closed = json!({"properties": {"b": {}}, "unevaluatedProperties": false});
    let whole = |part: Value| json!({"allOf": [{"type": "object", "properties": {"a": {}}}, part], "unevaluatedProperties": false});
    assert_cases(&[(
        "wrapped",
        [pair(two.clone()), json!({"allOf": [pair(two.clone())]})],
        [
            pair(two),
            json!({"allOf": [pair(json!([{"type": "string"}]))]}),
        ],
    )]);
    // The part refuses `a`: requests break in one direction, and responses in the other one.
    let (old, new) = (whole(json!({"properties": {"b": {}}})), whole(closed));
    let reported = of_value(&old, &new);
    assert_eq!(reported.len(), 2, "{reported:#?}");
}

#[test]
fn conditions_are_compared_for_the_values_of_their_object() {
    let rule = |kind: Value, condition: Value| {
        json!({
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": kind, "limit": {"type": "integer"}},
            "if": {"properties": {"kind": condition}},
            "then": {"required": ["limit"]},
            "else": {"properties": {"limit": {"maximum": 10}}},
        })
    };
    let listed = || json!({"type": "string", "enum": ["plain", "odd"]});
    let open = || json!({"type": ["string", "null"]});
    let (one, two) = (
        json!({"const": "odd"}),
        json!({"anyOf": [{"const": "odd"}, {"type": "null"}]}),
    );
    assert_cases(&[(
        "null of a property that is never null",
        [rule(listed(), one.clone()), rule(listed(), two.clone())],
        [rule(open(), one), rule(open(), two)],
    )]);
}

#[test]
fn properties_that_no_object_has_break_nothing() {
    let named = |names: &str, one: &str| {
        json!({
            "type": "object", "additionalProperties": {"type": "integer"},
            "propertyNames": {"pattern": names}, "properties": {"oneWay": {"type": one}},
        })
    };
    assert_cases(&[(
        "a name that is refused",
        [named("^[a-z]+$", "string"), named("^[a-z]+$", "integer")],
        [
            named("^[a-zA-Z]+$", "string"),
            named("^[a-zA-Z]+$", "integer"),
        ],
    )]);
    // The schema of the property is also used where its name is allowed.
    let both = |kind: &str| json!({"type": "object", "properties": {"first": named("^[a-z]+$", kind), "second": named("", kind)}});
    assert!(!of_value(&both("string"), &both("integer")).is_empty());
}

#[test]
fn properties_that_do_not_travel_are_not_compared_with_the_names_of_others() {
    let extra = |one_way: bool| {
        let mut extra = json!({"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false});
        if one_way {
            extra["properties"] = json!({"oneWay": {"type": "string", "readOnly": true}});
            extra["required"] = json!(["oneWay"]);
        }
        extra
    };
    let breaks = |old: &Value, new: &Value| {
        let reported = of_value(old, new);
        let of_requests = reported.iter().filter(|line| line.starts_with("request"));
        of_requests.cloned().collect::<Vec<_>>()
    };
    assert_eq!(breaks(&extra(true), &extra(false)), Vec::<String>::new());
    let mut sent = extra(true);
    sent["properties"]["oneWay"]["readOnly"] = false.into();
    assert!(!breaks(&sent, &extra(false)).is_empty());
}

/// A description with a union, whose first member has a property with this schema beside the
/// discriminator's. `elsewhere` says that the member is also used without the union.
fn union(kind: &Value, elsewhere: bool) -> Value {
    let member = |kind: &Value| json!({"type": "object", "required": ["kind"], "properties": {"kind": kind}});
    let mut description = answering(&body(&json!({"$ref": "#/components/schemas/Pet"})));
    description["components"]["schemas"] = json!({
        "Pet": {
            "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
            "discriminator": {"propertyName": "kind", "mapping": {
                "cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog",
            }},
        },
        "Cat": member(kind),
        "Dog": member(&json!({"type": "string"})),
    });
    if elsewhere {
        let cat = json!({"schema": {"$ref": "#/components/schemas/Cat"}});
        description["paths"]["/parts"]["get"]["responses"]["200"] =
            json!({"description": "OK", "content": {"application/json": cat}});
    }
    description
}

#[test]
fn the_mapping_says_which_values_a_discriminator_has() {
    let text = |more: Value| {
        let mut text = json!({"type": "string"});
        let more = more.as_object().expect("keywords").clone();
        text.as_object_mut().expect("keywords").extend(more);
        text
    };
    let breaks = |more: Value, elsewhere: bool| {
        let (old, new) = (
            union(&text(json!({})), elsewhere),
            union(&text(more), elsewhere),
        );
        let both = changes(&old, &new).into_iter().chain(changes(&new, &old));
        let both = both.filter(|one| one.level > Level::Info);
        both.map(|one| one.rule).collect::<Vec<_>>()
    };
    for quiet in [
        json!({"minLength": 3}),
        json!({"not": {"enum": ["a", "abc"]}}),
    ] {
        assert_eq!(breaks(quiet.clone(), false), Vec::<&str>::new(), "{quiet}");
        assert!(!breaks(quiet, true).is_empty());
    }
    for loud in [
        json!({"minLength": 4}),
        json!({"not": {"enum": ["cat"]}}),
        json!({"type": ["string", "integer"]}),
    ] {
        assert!(!breaks(loud.clone(), false).is_empty(), "{loud}");
    }
}

#[test]
fn a_number_in_a_query_is_a_list_of_one() {
    let description = |schema: Value| {
        let mut description = answering(&body(&json!({"type": "string"})));
        description["paths"]["/things"]["get"]["parameters"] = json!([
            {"name": "sort", "in": "query", "explode": false, "schema": schema},
        ]);
        description
    };
    let list = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    let limited = json!({"type": "array", "items": {"type": "string", "maxLength": 3}});
    let breaks = |old: Value, new: &Value| {
        let changes = changes(&description(old), &description(new.clone()));
        changes.iter().any(|one| one.level == Level::Error)
    };
    assert!(!breaks(json!({"type": "integer"}), &list));
    assert!(!breaks(json!({"type": "string"}), &list));
    assert!(breaks(json!({"type": "string"}), &limited));
    assert!(breaks(json!({"type": "object"}), &list));
}
