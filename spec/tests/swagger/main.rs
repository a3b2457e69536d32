//! Swagger 2.0: read as the equivalent OpenAPI 3.0, with locations in the user's file.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use spec::diff::{Level, Policy, compare};
use spec::{Api, Code, Loaded};

const TWO: &str = include_str!("two.yaml");
const THREE: &str = include_str!("three.yaml");

fn model(loaded: Loaded) -> Api {
    let found: Vec<_> = loaded.diagnostics.iter().map(|one| &one.message).collect();
    loaded.api.unwrap_or_else(|| panic!("{found:?}"))
}

fn read(description: &Value) -> Loaded {
    spec::load_text("openapi.json", description.to_string())
}

#[test]
fn it_is_what_the_standard_says_in_openapi() {
    let two = model(spec::load_text("two.yaml", TWO));
    let three = model(spec::load_text("three.yaml", THREE));
    let parts = |api: &Api| {
        let value = serde_json::to_value(api).expect("JSON");
        let operations = value["operations"].as_array().cloned().unwrap_or_default();
        let named = api.schemas.iter().filter(|schema| schema.name.is_some());
        let named: Vec<_> = named.map(|schema| schema.name.clone()).collect();
        let other = [
            "title",
            "servers",
            "tags",
            "security_schemes",
            "extensions",
            "found",
        ];
        let other: Vec<_> = other.iter().map(|name| plain(&value[*name])).collect();
        let operations: Vec<_> = operations.iter().map(plain).collect();
        (operations, named, other)
    };
    let (two_parts, three_parts) = (parts(&two), parts(&three));
    assert_eq!(two_parts.0.len(), 5);
    for (two, three) in two_parts.0.iter().zip(&three_parts.0) {
        assert_eq!(two, three);
    }
    assert_eq!(two_parts, three_parts);
    // Schemas by what they allow.
    let policy = Policy::on(jiff::civil::date(2027, 1, 1));
    for (old, new) in [(&two, &three), (&three, &two)] {
        let changes = compare(old, new, &policy);
        let changes: Vec<_> = changes.iter().map(|one| (&one.at, &one.text)).collect();
        assert!(changes.is_empty(), "{changes:?}");
    }
}

/// Returns a value without the numbers of schemas, which differ with the order of a file.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => {
            let members = members.iter().filter(|(name, _)| *name != "schema");
            let members = members.map(|(name, value)| (name.clone(), plain(value)));
            members.collect()
        }
        other => other.clone(),
    }
}

#[test]
fn the_conversion_is_told_and_nothing_else() {
    let two = spec::load_text("two.yaml", TWO);
    let three = spec::load_text("three.yaml", THREE);
    let said = |loaded: &Loaded| {
        let own = loaded.diagnostics.iter();
        let own = own.filter(|one| one.code != Code::UnsupportedVersion);
        own.map(|one| one.message.clone()).collect::<Vec<_>>()
    };
    assert!(two.diagnostics.has(Code::UnsupportedVersion));
    assert_eq!(said(&two), said(&three));
}

#[test]
fn places_are_those_of_the_file() {
    let text = TWO.replace("lives: {type: integer", "lives: {type: int");
    let loaded = spec::load_text("two.yaml", text.as_str());
    let wrong = loaded
        .diagnostics
        .iter()
        .find(|one| one.message.contains("int"));
    let wrong = wrong.expect("the type is wrong");
    let place = loaded.documents.sources.locate(wrong.span);
    let line = text.lines().position(|line| line.contains("type: int,"));
    assert_eq!(Some(place.line), line.map(|line| line + 1));
    let pointer = loaded.documents.pointer_to(wrong.span);
    assert!(
        pointer.starts_with("/definitions/Cat/allOf/1/properties/lives"),
        "{pointer}"
    );
}

#[test]
fn a_change_is_told_as_in_openapi() {
    let old = model(spec::load_text("two.yaml", TWO));
    let new = TWO.replace("maximum: 100", "maximum: 50");
    let new = model(spec::load_text("two.yaml", new));
    let changes = compare(&old, &new, &Policy::on(jiff::civil::date(2027, 1, 1)));
    let errors: Vec<_> = changes
        .iter()
        .filter(|one| one.level == Level::Error)
        .collect();
    let [error] = errors.as_slice() else {
        panic!("{changes:?}");
    };
    assert_eq!(error.rule, "request-parameter-max-decreased");
}

#[test]
fn servers_are_where_it_says() {
    for (fields, expected) in [
        (
            json!({"host": "h", "basePath": "/b", "schemes": ["wss"]}),
            vec!["wss://h/b"],
        ),
        (
            json!({"host": "h:8080", "basePath": "/"}),
            vec!["https://h:8080"],
        ),
        (json!({"basePath": "/b/"}), vec!["/b"]),
        (json!({"basePath": "/b", "schemes": ["https"]}), vec!["/b"]),
        (
            json!({"host": "h", "schemes": ["http", "https"]}),
            vec!["http://h", "https://h"],
        ),
        (json!({}), vec!["/"]),
    ] {
        let mut description = json!({
            "swagger": "2.0",
            "info": {"title": "T", "version": "1"},
            "paths": {"/a": {"get": {"responses": {"200": {"description": "OK"}}}}},
        });
        let members = fields.as_object().cloned().unwrap_or_default();
        description
            .as_object_mut()
            .expect("an object")
            .extend(members);
        let api = model(read(&description));
        let urls: Vec<_> = api
            .servers
            .iter()
            .map(|server| server.url.as_str())
            .collect();
        assert_eq!(urls, expected, "{fields}");
    }
}

#[test]
fn parts_of_the_wrong_kind_are_reported_and_nothing_panics() {
    let two: Value = serde_yaml::from_str(TWO).expect("YAML");
    let mut pointers = Vec::new();
    collect(&two, "", &mut pointers);
    for pointer in pointers {
        for wrong in [json!(5), json!("x"), json!([]), json!({}), Value::Null] {
            let mut broken = two.clone();
            if let Some(value) = broken.pointer_mut(&pointer) {
                *value = wrong;
            }
            let loaded = read(&broken);
            for diagnostic in &loaded.diagnostics {
                let place = loaded.documents.point_at(diagnostic.span);
                assert!(loaded.documents.sources.locate(place).line > 0);
            }
        }
    }
}

fn collect(value: &Value, at: &str, pointers: &mut Vec<String>) {
    pointers.push(at.to_owned());
    let step = |name: &str| format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &step(&index.to_string()), pointers);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                collect(member, &step(name), pointers);
            }
        }
        _ => {}
    }
}

#[test]
fn what_operations_share_does_not_multiply_without_end() {
    let types: Vec<_> = (0..3_000).map(|at| format!("application/x-{at}")).collect();
    let operation = json!({"responses": {"200": {"$ref": "#/responses/R"}}});
    let paths = (0..3_000).map(|at| (format!("/{at}"), json!({"get": operation})));
    let paths: serde_json::Map<_, _> = paths.collect();
    let description = json!({
        "swagger": "2.0",
        "info": {"title": "T", "version": "1"},
        "produces": types,
        "responses": {"R": {"description": "OK", "schema": {"type": "string"}}},
        "paths": paths,
    });
    let loaded = read(&description);
    assert!(loaded.api.is_none());
    assert!(loaded.diagnostics.has(Code::BudgetExceeded));
}

/// A third-party converter, if it is installed, leads to the same API.
#[test]
fn another_converter_agrees() {
    let program = std::env::var("SWAGGER2OPENAPI").unwrap_or_else(|_| "swagger2openapi".to_owned());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/swagger/two.yaml");
    let Ok(output) = Command::new(&program).arg("--yaml").arg(&path).output() else {
        println!("skipped: there is no `{program}`");
        return;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let theirs = String::from_utf8(output.stdout).expect("UTF-8");
    let theirs = model(spec::load_text("theirs.yaml", theirs));
    let ours = model(spec::load_text("two.yaml", TWO));
    let policy = Policy::on(jiff::civil::date(2027, 1, 1));
    let differences = [
        compare(&ours, &theirs, &policy),
        compare(&theirs, &ours, &policy),
    ];
    let told = differences
        .iter()
        .flatten()
        .filter(|one| !is_theirs(&one.at));
    let told: Vec<_> = told
        .map(|one| format!("{}: {}", one.at, one.text))
        .collect();
    assert!(told.is_empty(), "{told:#?}");
}

/// Differences of the third-party converter from the text of Swagger 2.0, with reasons.
const THEIRS: &[(&str, &str)] = &[
    (
        "createPet servers",
        "`schemes` of an operation override those of the description",
    ),
    (
        "createPet response 404",
        "`produces` of an operation holds for a shared response too",
    ),
    (
        "renamePet request",
        "a form with a required field has to be sent, and `csv` is the default",
    ),
    ("removePet request", "a file needs `multipart/form-data`"),
    (
        "removePet response 200",
        "a file without a media type is bytes",
    ),
];

fn is_theirs(at: &str) -> bool {
    THEIRS.iter().any(|(place, _)| at.starts_with(place))
}
