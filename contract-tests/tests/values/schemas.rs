//! Values of request schemas.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use conformance_core::description::Description;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::validate::{Direction, Validator};
use conformance_core::values::{Known, Maker, Manner, NothingKnown, seed, tree};
use proptest::strategy::ValueTree;
use serde_json::{Value, json};
use spec::Api;
use spec::model::{Kind, SchemaId};

use crate::{every_construct, oracle};

const MANNERS: [Manner; 3] = [Manner::Plain, Manner::Boundary, Manner::Odd];

pub fn now() -> jiff::Timestamp {
    "2026-05-01T12:00:00Z".parse().unwrap()
}

/// Returns the schemas of parameters and JSON bodies.
fn request_schemas(api: &Api) -> Vec<(String, SchemaId)> {
    let mut found = Vec::new();
    for operation in &api.operations {
        let parameters = operation.parameters.iter();
        found.extend(parameters.map(|one| (format!("{} {}", operation.id, one.name), one.schema)));
        let content = operation.body.iter().flat_map(|body| &body.content);
        let schemas = content
            .filter(|media| media.is_json())
            .filter_map(|media| media.schema);
        found.extend(schemas.map(|schema| (format!("{} body", operation.id), schema)));
    }
    found
}

/// Returns whether jsonschema does not support a constraint, or interprets it differently: formats
/// of OpenAPI, and discriminators.
fn is_beyond_oracle(what: &str) -> bool {
    [
        "base64",
        "international",
        "decimal number",
        "stands for no member",
    ]
    .iter()
    .any(|word| what.contains(word))
}

/// Returns whether JSON Schema does not cover a constraint: the formats of numbers.
fn is_format(what: &str) -> bool {
    what.contains("too large for") || what.contains("too small for")
}

/// Checks all values that are generated for a schema. Returns what was not generated.
fn check(api: &Api, name: &str, id: SchemaId, seeds: u64) -> Vec<String> {
    let maker = Maker::new(api, &NothingKnown, now());
    let Some(validator) = oracle::validator(api, id) else {
        return vec![format!("{name}: no oracle")];
    };
    let whole = oracle::whole(api, id);
    let mut missing = Vec::new();
    let mut base = None;
    for manner in MANNERS {
        let strategy = maker.strategy(id, manner);
        for round in 0..seeds {
            match tree(&strategy, seed(&[name], round)) {
                Ok(tree) => {
                    let value = tree.current();
                    let errors: Vec<_> = validator
                        .iter_errors(&value)
                        .map(|e| e.to_string())
                        .take(3)
                        .collect();
                    assert!(errors.is_empty(), "{name}, {manner:?}: {value} {errors:?}");
                    let errors = whole.iter().flat_map(|whole| whole.iter_errors(&value));
                    let errors: Vec<_> = errors.map(|error| error.to_string()).collect();
                    assert!(errors.is_empty(), "{name}, {manner:?}: {value} {errors:?}");
                    base.get_or_insert(value);
                }
                Err(_) => missing.push(format!("{name}: no value, {manner:?}")),
            }
        }
    }
    let violations = base
        .map(|base| maker.violations(id, &base))
        .unwrap_or_default();
    assert!(violations.len() <= 400);
    for violation in &violations {
        let refused = |by: &jsonschema::Validator| !by.is_valid(&violation.value);
        assert!(
            is_beyond_oracle(&violation.what)
                || (refused(&validator)
                    && (is_format(&violation.what) || whole.as_ref().is_none_or(refused))),
            "{name}{}: {} is allowed: {}",
            violation.pointer,
            violation.what,
            violation.value
        );
    }
    missing
}

#[test]
fn the_own_description_is_served() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml");
    let description = Description::read(&path).unwrap();
    let schemas = request_schemas(&description.api);
    assert!(schemas.len() > 54);
    let missing: Vec<_> = schemas
        .iter()
        .flat_map(|(name, id)| check(&description.api, name, *id, 2))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

fn everything() -> (Description, SchemaId) {
    let description = Description::from_text("every.yaml", every_construct::TEXT).unwrap();
    let id = request_schemas(&description.api)[0].1;
    (description, id)
}

#[test]
fn every_construct_is_served() {
    let (description, id) = everything();
    assert_eq!(
        check(&description.api, "everything", id, 30),
        Vec::<String>::new()
    );
    let Kind::Object(object) = &description.api.schema(description.api.resolve(id)).kind else {
        panic!("an object");
    };
    for property in object
        .properties
        .iter()
        .filter(|property| property.name != "serverSide")
    {
        let missing = check(&description.api, &property.name, property.schema, 10);
        assert_eq!(missing, Vec::<String>::new());
    }
}

#[test]
fn every_constraint_is_broken() {
    let (description, id) = everything();
    let maker = Maker::new(&description.api, &NothingKnown, now());
    let base = tree(&maker.strategy(id, Manner::Plain), seed(&[], 1))
        .unwrap()
        .current();
    let mut found: HashMap<Intent, BTreeSet<String>> = HashMap::new();
    for violation in maker.violations(id, &base) {
        found
            .entry(violation.intent)
            .or_default()
            .insert(violation.pointer);
    }
    let expected: [(Intent, &[&str]); 7] = [
        (Intent::ViolatesRequired, &["", "/kinds"]),
        (
            Intent::ViolatesType,
            &[
                "",
                "/id",
                "/plain",
                "/flag",
                "/maybe",
                "/list/0",
                "/map/key0",
                "/tuple/1",
                "/tree/value",
            ],
        ),
        (
            Intent::ViolatesEnum,
            &["/choice", "/level", "/mixed", "/set/0", "/kinds"],
        ),
        (
            Intent::ViolatesBounds,
            &[
                "/id", "/small", "/even", "/exact", "/price", "/float", "/list", "/set", "/map",
                "/tuple",
            ],
        ),
        (
            Intent::ViolatesLength,
            &[
                "/maybe",
                "/inner",
                "/bounded",
                "/email",
                "/uri",
                "/password",
                "/list/0",
            ],
        ),
        (Intent::ViolatesPattern, &["/code", "/inner", "/amount"]),
        (
            Intent::ViolatesFormat,
            &[
                "/moment",
                "/day",
                "/hour",
                "/span",
                "/uuid",
                "/email",
                "/idn",
                "/host",
                "/four",
                "/six",
                "/uri",
                "/reference",
                "/bytes",
                "/regex",
                "/pointer",
            ],
        ),
    ];
    let mut missing = Vec::new();
    for (intent, pointers) in expected {
        let of = &found[&intent];
        missing.extend(
            pointers
                .iter()
                .filter(|pointer| !of.contains(**pointer))
                .map(|pointer| (intent, *pointer)),
        );
    }
    missing.retain(|(_, pointer)| *pointer != "/map/key0");
    assert_eq!(missing, []);
}

#[test]
fn the_same_seed_makes_the_same() {
    let (description, id) = everything();
    let maker = Maker::new(&description.api, &NothingKnown, now());
    let draw = || {
        tree(&maker.strategy(id, Manner::Odd), seed(&["x"], 7))
            .unwrap()
            .current()
    };
    assert_eq!(draw(), draw());
    assert_ne!(seed(&["a", "b"], 0), seed(&["ab"], 0));
}

#[test]
fn values_shrink_to_what_fails() {
    let (description, id) = everything();
    let maker = Maker::new(&description.api, &NothingKnown, now());
    let validator = oracle::validator(&description.api, id).unwrap();
    let fails = |value: &Value| {
        value["bounded"]
            .as_str()
            .is_some_and(|text| text.chars().count() >= 5)
    };
    let strategy = maker.strategy(id, Manner::Odd);
    let mut trees = (0..50).map(|round| tree(&strategy, seed(&[], round)).unwrap());
    let mut tree = trees
        .find(|tree| fails(&tree.current()))
        .expect("one that fails");
    let mut go = tree.simplify();
    while go {
        assert!(validator.is_valid(&tree.current()), "{}", tree.current());
        go = if fails(&tree.current()) {
            tree.simplify()
        } else {
            tree.complicate()
        };
    }
    let least = tree.current();
    assert!(fails(&least), "{least}");
    assert_eq!(least["bounded"], json!("00000"));
    let object = least.as_object().unwrap();
    assert_eq!(object.len(), 8, "{least}");
}

/// Returns which of its choices a property of a value has.
fn choice(value: &Value, path: &str) -> String {
    value
        .pointer(path)
        .map_or_else(|| "absent".to_owned(), Value::to_string)
}

#[test]
fn every_two_choices_meet() {
    let schema = json!({
        "type": "object", "required": ["a"],
        "properties": {
            "a": { "type": "string", "enum": ["x", "y", "z"] },
            "b": { "type": "boolean" },
            "c": { "type": "integer", "minimum": 1, "maximum": 9 },
            "d": { "type": ["boolean", "null"] },
            "e": {
                "type": "object", "required": ["f"],
                "properties": {
                    "f": { "type": "boolean" }, "g": { "type": "string", "enum": ["p", "q"] }
                }
            }
        }
    });
    let base = json!({ "a": "x", "c": 4 });
    assert_pairs(&schema, &base, "");
    // An object around a single object is not a level (JSON:API).
    let data = json!({
        "type": "object", "required": ["type", "attributes"],
        "properties": { "type": { "const": "t" }, "attributes": schema }
    });
    let whole = json!({ "type": "object", "required": ["data"], "properties": { "data": data } });
    let base = json!({ "data": { "type": "t", "attributes": base } });
    assert_pairs(&whole, &base, "/data/attributes");
}

/// Asserts that every two choices of the properties at a place occur together in the values of a
/// schema.
fn assert_pairs(schema: &Value, base: &Value, at: &str) {
    let operation = json!({
        "operationId": "a",
        "requestBody": { "content": { "application/json": { "schema": schema } } },
        "responses": { "200": { "description": "ok" } }
    });
    let text = json!({
        "openapi": "3.1.0", "info": { "title": "t", "version": "1" },
        "paths": { "/a": { "post": operation } }
    });
    let description = Description::from_text("pairs.json", &text.to_string()).unwrap();
    let id = request_schemas(&description.api)[0].1;
    let maker = Maker::new(&description.api, &NothingKnown, now());
    let values = maker.pairs(id, Some(base), seed(&[], 0));
    let validator = oracle::validator(&description.api, id).unwrap();
    assert!(values.iter().all(|value| validator.is_valid(value)));
    assert!((12..60).contains(&values.len()), "{}", values.len());
    let choices = [
        ("/a", vec!["\"x\"", "\"y\"", "\"z\""]),
        ("/b", vec!["absent", "true", "false"]),
        ("/c", vec!["absent", "1", "4", "9"]),
        ("/d", vec!["absent", "true", "false", "null"]),
        ("/e/f", vec!["true", "false"]),
        ("/e/g", vec!["absent", "\"p\"", "\"q\""]),
    ];
    let mut missing = Vec::new();
    for (index, (first, ones)) in choices.iter().enumerate() {
        for (second, others) in &choices[index + 1..] {
            for (one, other) in ones
                .iter()
                .flat_map(|one| others.iter().map(move |other| (one, other)))
            {
                let meet = |value: &Value| {
                    choice(value, &format!("{at}{first}")) == *one
                        && choice(value, &format!("{at}{second}")) == *other
                };
                if !values.iter().any(meet) {
                    missing.push(format!("{first}: {one}, {second}: {other}"));
                }
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

struct Ids;

impl Known for Ids {
    fn values(&self, schema_name: Option<&str>, property: &str) -> Vec<Value> {
        match (schema_name, property) {
            (None, "code") => vec![json!("ABC"), json!("not of the pattern")],
            (Some("Tree"), "tree") => vec![json!({ "value": "known" })],
            _ => Vec::new(),
        }
    }
}

#[test]
fn known_values_are_taken() {
    let (description, id) = everything();
    let maker = Maker::new(&description.api, &Ids, now());
    for round in 0..20 {
        let value = tree(&maker.strategy(id, Manner::Plain), seed(&[], round))
            .unwrap()
            .current();
        assert_eq!(value["code"], "ABC");
        assert!(
            value
                .get("tree")
                .is_none_or(|tree| tree["value"] == "known")
        );
    }
}

#[test]
fn the_corpus_is_served() {
    const FILES: usize = 15;
    const SCHEMAS: usize = 25;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("no corpus at {}: nothing checked", folder.display());
        return;
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() < 600_000)
    });
    files.retain(|file| file.extension().is_some_and(|kind| kind != "tsv"));
    files.sort();
    let (mut checked, mut missing) = (0, Vec::new());
    for file in files.iter().take(FILES) {
        let Ok(description) = Description::read(file) else {
            continue;
        };
        let schemas = request_schemas(&description.api);
        let step = schemas.len().div_ceil(SCHEMAS).max(1);
        for (name, id) in schemas.iter().step_by(step) {
            checked += 1;
            missing.extend(check(
                &description.api,
                &format!("{} {name}", file.display()),
                *id,
                1,
            ));
        }
    }
    eprintln!(
        "{checked} schemas checked, {} without a value: {missing:#?}",
        missing.len()
    );
    assert!(missing.len() * 20 <= checked, "{missing:#?}");
}

/// Integers of every format, for whichever type names it, as the validator expects.
#[test]
fn numbers_keep_their_formats() {
    let formats = [
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    ];
    let mut schemas = serde_json::Map::new();
    for format in formats {
        for kind in ["integer", "number"] {
            schemas.insert(
                format!("{kind}-{format}"),
                json!({ "type": kind, "format": format }),
            );
        }
    }
    let document = json!({
        "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "paths": {},
        "components": { "schemas": schemas },
    });
    let description = Description::from_text("openapi.json", &document.to_string()).unwrap();
    let api = &description.api;
    let validator = Validator::new(api, Direction::Request);
    let maker = Maker::new(api, &NothingKnown, now());
    for id in api.schema_ids() {
        for manner in MANNERS {
            for round in 0..20 {
                let drawn = tree(&maker.strategy(id, manner), seed(&["format"], round)).unwrap();
                let value = drawn.current();
                let found = validator.check(id, &Json::from(&value));
                assert_eq!(found, [], "{:?}: {value}", api.schema(id).name);
            }
        }
    }
}
