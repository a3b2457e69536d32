//! Laws of comparison.

use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use spec::diff::{Level, compare};

use crate::{base, model, promises, set};

#[test]
fn nothing_changed_is_nothing_told() {
    let mut files = vec![Path::new("openapi.yaml").to_path_buf()];
    // A folder of descriptions, to be compared with themselves.
    if let Some(folder) = std::env::var_os("SPEC_CORPUS") {
        let entries = std::fs::read_dir(folder).expect("the folder can be listed");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        files.extend(paths.filter(|path| {
            let extension = path.extension().unwrap_or_default();
            extension == "json" || extension == "yaml"
        }));
    }
    let mut compared = 0;
    for file in files {
        if let (Some(old), Some(new)) = (spec::load(&file).api, spec::load(&file).api) {
            let changes = compare(&old, &new, &promises());
            assert!(changes.is_empty(), "{}: {:?}", file.display(), &changes[0]);
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn schemas_of_one_name_from_several_files_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let put = |name: &str, value: serde_json::Value| {
        std::fs::write(folder.path().join(name), value.to_string()).expect("a file can be written");
    };
    put("one.json", json!({"Word": {"type": "string"}}));
    put("two.json", json!({"Word": {"type": ["integer", "null"]}}));
    let with = |files: &[&str]| {
        let mut description = base();
        for (index, file) in files.iter().enumerate() {
            let reference = json!({"$ref": format!("{file}.json#/Word")});
            set(&mut description, &format!("T/Use{index}"), reference);
        }
        put("main.json", description);
        let loaded = spec::load(&folder.path().join("main.json"));
        loaded.api.expect("the description has no error")
    };
    let (both, one) = (with(&["one", "two"]), with(&["one"]));
    let changes = compare(&both, &both, &promises());
    assert!(changes.is_empty(), "{:?}", &changes[0]);
    for (old, new, rule) in [
        (&both, &one, "api-schema-removed"),
        (&one, &both, "api-schema-added"),
    ] {
        let changes = compare(old, new, &promises());
        let mut told = changes.iter().filter(|change| change.rule == rule);
        assert!(told.any(|change| change.at == "schema Word"), "{changes:?}");
    }
}

#[test]
fn paths_that_differ_in_names_only_are_told_apart() {
    let mut description = base();
    let (id, name) = ("/paths/~1twins~1{id}", "/paths/~1twins~1{name}");
    for (path, variable) in [(id, "id"), (name, "name")] {
        let parameter = json!({
            "name": variable, "in": "path", "required": true, "schema": { "type": "string" }
        });
        let operation = json!({ "responses": { "204": { "description": "Done." } } });
        let item = json!({ "parameters": [parameter], "get": operation });
        set(&mut description, path, item);
    }
    let changes = compare(&model(&description), &model(&description), &promises());
    assert!(changes.is_empty(), "{:?}", &changes[0]);
}

#[test]
fn every_removed_operation_is_told() {
    let api = spec::load(Path::new("openapi.yaml")).api;
    let old = api.expect("the description has no error");
    for kept in [0, 1, old.operations.len() / 2, old.operations.len()] {
        let api = spec::load(Path::new("openapi.yaml")).api;
        let mut new = api.expect("the description has no error");
        let gone: Vec<_> = new.operations.drain(kept..).map(|o| o.id).collect();
        let changes = compare(&old, &new, &promises());
        for id in gone {
            let told = changes.iter().any(|change| {
                change.level == Level::Error && change.operation.as_ref() == Some(&id)
            });
            assert!(told, "{id}");
        }
    }
}

#[test]
fn endless_chains_of_schemas_are_walked() {
    let chain = |end: &str| {
        let mut description = base();
        for at in 0..20_000 {
            let next = format!("#/components/schemas/S{}", at + 1);
            let schema = json!({"type": "object", "properties": {"next": {"$ref": next}}});
            set(&mut description, &format!("T/S{at}"), schema);
        }
        set(&mut description, "T/S20000", json!({"type": end}));
        let first = json!({"$ref": "#/components/schemas/S0"});
        set(&mut description, "T/Thing/properties/first", first);
        model(&description)
    };
    let changes = compare(&chain("string"), &chain("integer"), &promises());
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert!(changes[0].at.len() < 1_000, "{}", changes[0].at);
}

/// A proof about such a union does not end by itself.
#[test]
fn unions_that_contain_themselves_are_compared() {
    let description = |longest: u64| {
        let mut description = base();
        let union = json!({
            "type": ["string", "integer"],
            "anyOf": [
                {"$ref": "#/components/schemas/Union"},
                {"type": "string", "maxLength": longest},
                {"type": "integer"},
            ],
        });
        set(&mut description, "T/Union", union);
        let list = json!({"contains": {"$ref": "#/components/schemas/Union"}});
        set(&mut description, "T/Thing/properties/list", list);
        model(&description)
    };
    assert!(compare(&description(5), &description(5), &promises()).is_empty());
    let changes = compare(&description(5), &description(4), &promises());
    assert!(
        changes
            .iter()
            .any(|one| one.rule.ends_with("contains-changed")),
        "{changes:#?}"
    );
}

/// A schema of very many parts is not proven to allow the same, unless it is written alike.
#[test]
fn schemas_of_many_parts_are_not_trusted() {
    let composed = |least: usize| {
        let part = |at: usize| json!({"not": {"const": format!("no-{at}")}, "minLength": least});
        let parts: Vec<_> = (0..400).map(part).collect();
        let mut description = base();
        set(
            &mut description,
            "T/Thing/properties/code",
            json!({"type": "string", "allOf": parts}),
        );
        model(&description)
    };
    let told = |old: usize, new: usize| compare(&composed(old), &composed(new), &promises());
    assert!(told(1, 1).is_empty(), "{:#?}", told(1, 1));
    for (old, new) in [(1, 2), (2, 1)] {
        assert!(!told(old, new).is_empty(), "{old} to {new}");
    }
}

/// In a circle of schemas, a proof may rest on what is being proven. If that fails, so does it.
#[test]
fn a_proof_within_a_failed_one_is_not_kept() {
    let description = |number: &str, root: serde_json::Value| {
        json!({
            "openapi": "3.1.0",
            "info": {"title": "Circle", "version": "1.0"},
            "paths": {"/things": {"post": {
                "operationId": "createThing",
                "requestBody": {"content": {"application/json": {"schema": root}}},
                "responses": {"204": {"description": "Done"}},
            }}},
            "components": {"schemas": {
                "Child": {"type": "object", "properties": {
                    "parent": {"$ref": "#/components/schemas/Parent"},
                }},
                "Node": {"allOf": [
                    {"type": "object", "properties": {"size": {"type": number}}},
                    {"$ref": "#/components/schemas/Child"},
                ]},
                "Parent": {"type": "object", "properties": {
                    "node": {"$ref": "#/components/schemas/Node"},
                }},
            }},
        })
    };
    let parent = json!({"$ref": "#/components/schemas/Parent"});
    let owner = json!({"type": "object", "properties": {"owner": parent}});
    let child = json!({"$ref": "#/components/schemas/Child"});
    let old = description("string", json!({"contains": {"allOf": [owner, child]}}));
    let new = description("integer", json!({"contains": {"anyOf": [owner, child]}}));
    // `[{"owner": {"node": {"size": ""}}, "parent": {"node": {"size": ""}}}]` was valid.
    let changes = compare(&model(&old), &model(&new), &promises());
    assert!(
        changes.iter().any(|one| one.level == Level::Error),
        "{changes:#?}"
    );
}

fn schema() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "integer", "maximum": 4})),
        Just(json!({"type": "string", "enum": ["a", "b"]})),
        Just(json!({"type": ["boolean", "null"]})),
        Just(json!({"$ref": "#/components/schemas/Pet"})),
        Just(json!({})),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_map(|items| json!({"type": "array", "items": items})),
            proptest::collection::btree_map("[a-z]{1,3}", inner, 0..3)
                .prop_map(|properties| json!({"type": "object", "properties": properties})),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn new_optional_properties_break_nothing(name in "[a-z]{5,8}", schema in schema()) {
        for place in ["T/ThingInput/properties/", "T/Thing/properties/"] {
            let mut edited = base();
            set(&mut edited, &format!("{place}x-{name}"), schema.clone());
            let changes = compare(&model(&base()), &model(&edited), &promises());
            prop_assert!(!changes.is_empty());
            prop_assert!(changes.iter().all(|change| change.level == Level::Info), "{:?}", changes);
        }
    }

    #[test]
    fn what_is_told_one_way_is_told_back(one in schema(), other in schema()) {
        let with = |schema: &serde_json::Value| {
            let mut edited = base();
            set(&mut edited, "T/Thing/properties/extra", schema.clone());
            model(&edited)
        };
        let told = compare(&with(&one), &with(&other), &promises());
        let back = compare(&with(&other), &with(&one), &promises());
        prop_assert_eq!(told.is_empty(), back.is_empty(), "{:?} {:?}", told, back);
    }
}
