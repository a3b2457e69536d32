//! Descriptions that say the same in another way.

use serde_json::{Value, json};
use spec::diff::{Change, Level, by_cause, compare};

use crate::{base, model, promises};

pub fn changes(old: &Value, new: &Value) -> Vec<Change> {
    by_cause(compare(&model(old), &model(new), &promises()))
}

/// Returns what is reported in either direction, as rules and messages.
fn reported(old: &Value, new: &Value) -> Vec<String> {
    let both = changes(old, new).into_iter().chain(changes(new, old));
    both.map(|one| format!("{} at {}: {}", one.rule, one.at, one.text))
        .collect()
}

fn assert_silent(old: &Value, new: &Value) {
    let reported = reported(old, new);
    assert!(reported.is_empty(), "{reported:#?}");
}

/// Returns a description with these responses, by status.
pub fn answering(responses: &Value) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1.0"},
        "servers": [{"url": "https://api.example.com/v1"}],
        "paths": {
            "/things": {"get": {"operationId": "listThings", "responses": responses}},
            "/parts": {"get": {"operationId": "listParts", "responses": {"404": {
                "description": "Not there",
                "content": {"application/json": {"schema": {"type": "object"}}},
            }}}},
        },
    })
}

pub fn body(schema: &Value) -> Value {
    json!({"200": {"description": "OK", "content": {"application/json": {"schema": schema}}}})
}

#[test]
fn servers_of_the_api_may_move_to_its_paths() {
    let old = answering(&body(&json!({"type": "string"})));
    let mut new = old.clone();
    let servers = new.as_object_mut().expect("an object").remove("servers");
    for path in new["paths"].as_object_mut().expect("paths").values_mut() {
        path["servers"] = servers.clone().expect("servers");
    }
    assert_silent(&old, &new);
    new["paths"]["/parts"]["servers"] = json!([{"url": "https://parts.example.com"}]);
    assert!(!reported(&old, &new).is_empty());
    let mut one = old.clone();
    one["servers"][0]["url"] = "https://api.example.com/v1/".into();
    assert_silent(&old, &one);
    one["servers"][0]["url"] = "https://api.example.com/v2".into();
    assert!(!reported(&old, &one).is_empty());
}

#[test]
fn servers_of_a_path_with_a_renamed_variable_are_reported_once_and_with_their_places() {
    let description = |path: &str, variable: &str, url: &str| {
        let mut description = answering(&body(&json!({"type": "string"})));
        let parameters = json!([{"name": variable, "in": "path", "required": true, "schema": {"type": "string"}}]);
        let get = json!({"operationId": "getThing", "responses": {"204": {"description": "OK"}}});
        description["paths"] = json!({path: {
            "servers": [{"url": url}], "parameters": parameters, "get": get,
        }});
        description
    };
    let old = description("/things/{id}", "id", "https://old.example.com");
    let new = description("/things/{name}", "name", "https://new.example.com");
    let mut moved = new.clone();
    moved["servers"][0]["url"] = "https://moved.example.com".into();
    for new in [new, moved] {
        let changes = changes(&old, &new);
        let servers: Vec<_> = changes
            .iter()
            .filter(|one| one.rule.starts_with("api-server-"))
            .collect();
        let rules: Vec<_> = servers.iter().map(|one| one.rule).collect();
        assert_eq!(rules, ["api-server-removed", "api-server-added"]);
        assert!(
            servers
                .iter()
                .all(|one| one.old.is_some() && one.new.is_some()),
            "{servers:#?}"
        );
    }
}

#[test]
fn null_behind_all_of_and_a_reference_is_compared() {
    let object =
        json!({"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}});
    let description = |pet: &Value, wrapped: bool| {
        let pet_of = json!({"$ref": "#/components/schemas/Pet"});
        let schema = if wrapped {
            json!({"allOf": [pet_of]})
        } else {
            pet_of
        };
        let mut description = answering(&body(&schema));
        description["components"]["schemas"] = json!({"Pet": pet});
        description
    };
    let either = json!({"oneOf": [object, {"type": "null"}]});
    let (plain, wrapped) = (description(&object, false), description(&either, true));
    let rules = |old: &Value, new: &Value| {
        let changes = changes(old, new).into_iter();
        let breaks = changes.filter(|one| one.level > Level::Info);
        breaks.map(|one| one.rule).collect::<Vec<_>>()
    };
    assert_eq!(rules(&plain, &wrapped), ["response-body-became-nullable"]);
    assert_eq!(rules(&wrapped, &plain), Vec::<&str>::new());
    let alone = description(&either, false);
    assert_eq!(rules(&alone, &wrapped), Vec::<&str>::new());
    assert_eq!(rules(&wrapped, &alone), Vec::<&str>::new());
}

#[test]
fn examples_and_paths_may_be_in_another_order() {
    let with = |examples: &Value, listed: Value| {
        let mut description = answering(&body(&json!({"type": "string", "examples": listed})));
        description["paths"]["/things"]["get"]["responses"]["200"]["content"]["application/json"]
            ["examples"] = examples.clone();
        description
    };
    let old = with(
        &json!({"a": {"value": "x"}, "b": {"value": "y"}}),
        json!(["x", "y"]),
    );
    let new = with(
        &json!({"b": {"value": "y"}, "a": {"value": "x"}}),
        json!(["y", "x"]),
    );
    assert_silent(&old, &new);
    let other = with(
        &json!({"b": {"value": "y"}, "a": {"value": "z"}}),
        json!(["y", "x"]),
    );
    assert!(!reported(&old, &other).is_empty());
    // The errors of a status have the bodies of all operations.
    let text = json!({"404": {"description": "Not there", "content": {"application/json": {"schema": {"type": "string"}}}}});
    let old = answering(&text);
    let mut new = old.clone();
    let paths = old["paths"].as_object().expect("paths");
    new["paths"] = Value::Object(paths.clone().into_iter().rev().collect());
    assert_silent(&old, &new);
}

/// A union whose members have more schemas than a trial compares, and are not written alike.
#[test]
fn large_union_members_are_matched_by_the_names_of_their_properties() {
    let member = |count: usize, turned: bool| {
        let mut inner = vec![json!({"type": "string"}), json!({"type": "integer"})];
        if turned {
            inner.reverse();
        }
        let property = |at: usize| (format!("p{at}"), json!({"anyOf": inner}));
        let properties: serde_json::Map<_, _> = (0..count).map(property).collect();
        let required: Vec<_> = properties.keys().cloned().collect();
        json!({"type": "object", "properties": properties, "required": required})
    };
    let union = |all: [Value; 2]| answering(&body(&json!({"anyOf": all})));
    let old = union([member(90, false), member(60, false)]);
    let new = union([member(60, true), member(90, true)]);
    assert_silent(&old, &new);
}

#[test]
fn arrays_in_a_union_are_matched_by_the_names_of_their_items() {
    let description = |turned: bool, more: bool| {
        let array = |name: &str| json!({"type": "array", "items": {"$ref": format!("#/components/schemas/{name}")}});
        let mut all = vec![array("Full"), array("Short")];
        if turned {
            all.reverse();
        }
        let mut description = answering(&body(&json!({"anyOf": all})));
        let mut short = json!({"type": "object", "properties": {"id": {"type": "string"}}});
        if more {
            short["properties"]["note"] = json!({"type": "string"});
        }
        let full = json!({"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}});
        description["components"]["schemas"] = json!({"Full": full, "Short": short});
        description
    };
    assert_silent(&description(false, false), &description(true, false));
    let changes = changes(&description(false, false), &description(true, true));
    let rules: Vec<_> = changes.iter().map(|one| one.rule).collect();
    assert_eq!(rules, ["response-optional-property-added"]);
}

#[test]
fn credentials_that_all_operations_share_are_reported_once() {
    let mut old = base();
    let paths = old["paths"].as_object_mut().expect("paths").values_mut();
    for operation in paths.flat_map(|path| path.as_object_mut().expect("a path").values_mut()) {
        if let Some(operation) = operation.as_object_mut() {
            operation.remove("security");
        }
    }
    old["components"]["securitySchemes"]["key"] =
        json!({"type": "apiKey", "in": "header", "name": "X-Key"});
    old["components"]["securitySchemes"]["other"] =
        json!({"type": "apiKey", "in": "header", "name": "X-Other"});
    old["security"] = json!([{"key": []}, {"other": []}]);
    let mut new = old.clone();
    new["security"] = json!([{"other": []}]);
    let changes = changes(&old, &new);
    let [change] = changes.as_slice() else {
        panic!("{changes:#?}");
    };
    assert_eq!(change.rule, "api-security-added");
    assert_eq!(change.operations.len(), model(&old).operations.len());
}

/// Returns what is reported of a value in a request and in a response, in either direction.
pub fn of_value(old: &Value, new: &Value) -> Vec<String> {
    let description = |schema: &Value| {
        let mut description = answering(&body(schema));
        let content = json!({"application/json": {"schema": schema}});
        description["paths"]["/things"]["post"] = json!({
            "operationId": "addThing",
            "requestBody": {"required": true, "content": content},
            "responses": {"204": {"description": "Added"}},
        });
        description
    };
    let (old, new) = (description(old), description(new));
    let both = changes(&old, &new).into_iter().chain(changes(&new, &old));
    let both = both.filter(|one| one.level > Level::Info);
    both.map(|one| format!("{} at {}: {}", one.rule, one.at, one.text))
        .collect()
}

#[test]
fn what_the_schema_says_anyway_may_be_written() {
    let int32 = json!({"type": "integer", "format": "int32"});
    let bounded =
        json!({"type": "integer", "format": "int32", "minimum": i32::MIN, "maximum": i32::MAX});
    let member = |kind: &str| json!({"type": "object", "required": ["kind"], "properties": {"kind": {"const": kind}}});
    let both = json!([{"title": "cat", "allOf": [member("cat")]}, {"title": "dog", "allOf": [member("dog")]}]);
    for (old, new) in [
        (
            json!({"type": "integer", "exclusiveMinimum": 0}),
            json!({"type": "integer", "minimum": 1}),
        ),
        (
            json!({"type": "integer", "exclusiveMaximum": 5}),
            json!({"type": "integer", "maximum": 4}),
        ),
        (int32.clone(), bounded),
        (
            json!({"type": "array"}),
            json!({"type": "array", "items": {}}),
        ),
        (json!({"anyOf": both}), json!({"anyOf": [both[1], both[0]]})),
    ] {
        let reported = of_value(&old, &new);
        assert!(reported.is_empty(), "{old} {new}: {reported:#?}");
    }
    for (old, new) in [
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            json!({"type": "number", "minimum": 1}),
        ),
        (
            int32,
            json!({"type": "integer", "format": "int32", "minimum": -5}),
        ),
        (
            json!({"type": "array"}),
            json!({"type": "array", "items": {"type": "string"}}),
        ),
    ] {
        assert!(!of_value(&old, &new).is_empty(), "{old} {new}");
    }
}

#[test]
fn a_discriminator_that_says_what_the_members_say_refuses_nothing() {
    let description = |discriminator: bool, kinds: [&str; 2]| {
        let member = |kind: &str| {
            let kind = if kind.is_empty() {
                json!({"type": "string"})
            } else {
                json!({"const": kind})
            };
            json!({"type": "object", "required": ["kind"], "properties": {"kind": kind}})
        };
        let mut union = json!({"oneOf": [
            {"$ref": "#/components/schemas/cat"}, {"$ref": "#/components/schemas/dog"},
        ]});
        if discriminator {
            union["discriminator"] = json!({"propertyName": "kind"});
        }
        let mut description = answering(&body(&union));
        description["components"]["schemas"] =
            json!({"cat": member(kinds[0]), "dog": member(kinds[1])});
        description
    };
    let breaks = |kinds: [&str; 2]| {
        let (old, new) = (description(false, kinds), description(true, kinds));
        let both = changes(&old, &new).into_iter().chain(changes(&new, &old));
        both.filter(|one| one.level > Level::Info).count()
    };
    assert_eq!(breaks(["cat", "dog"]), 0);
    assert_ne!(breaks(["cat", ""]), 0);
}
