//! The overlay of code samples changes exactly the operations of its description, whatever their
//! paths are: by this project's own overlays, and by a third-party implementation of `JSONPath`.

use std::fs;
use std::path::{Path, PathBuf};

use generator::{Config, Target};
use serde_json::{Value, json};
use serde_json_path::JsonPath;

const LANGUAGES: &[&str] = &["Rust", "TypeScript", "Python", "Go", "Java"];

/// Paths that end a string of a `JSONPath`, or that look like a part of one.
const PATHS: &[&str] = &[
    "/plain",
    "/it's",
    "/a\"b",
    "/a~b/~1",
    "/back\\slash",
    "/a'].x['b",
    "/*",
    "/é/{id}",
    "/$.paths",
];

#[test]
fn every_operation_of_the_marketplace_has_samples() {
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml");
    check(&description, &[Target::Samples], LANGUAGES);
}

#[test]
fn hostile_paths_are_selected_exactly() {
    let operation = |index: usize, method: &str, parameter: bool| {
        let id =
            json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
        let parameters: Vec<_> = parameter.then_some(id).into_iter().collect();
        json!({
            "operationId": format!("{method}{index}"),
            "parameters": parameters,
            "responses": { "200": { "description": "`'\"\u{202e}" } },
        })
    };
    let paths: serde_json::Map<_, _> = PATHS
        .iter()
        .enumerate()
        .map(|(index, path)| {
            let has_id = path.contains("{id}");
            let item = json!({
                "get": operation(index, "get", has_id),
                "additionalOperations": { "CO-PY": operation(index, "copy", has_id) },
            });
            ((*path).to_owned(), item)
        })
        .collect();
    let description = json!({
        "openapi": "3.2.0",
        "info": { "title": "A \u{202e}'title'\n---", "version": "1" },
        "paths": paths,
    });
    let file = folder("hostile").join("openapi.json");
    fs::write(&file, description.to_string()).expect("a file");
    check(
        &file,
        &[Target::Samples, Target::TypeScript],
        &["TypeScript"],
    );
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("overlay")
        .join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Applies the overlay of a description, and compares every operation with what it was.
fn check(description: &Path, targets: &[Target], languages: &[&str]) {
    let mut loaded = spec::load(description);
    let api = loaded.api.expect("a description");
    let config = Config::beside(description).expect("a configuration");
    let tree = generator::generate(&api, &config, targets, &mut loaded.diagnostics);
    let tree = tree.expect("files");
    let path = "code-samples/code-samples.overlay.yaml";
    let text = tree.iter().find(|(known, _)| *known == path);
    let (_, text) = text.expect("an overlay");
    let file = folder(&api.title.len().to_string()).join("overlay.yaml");
    fs::write(&file, text).expect("a file");

    let changed = spec::load_with(description, &[file]);
    let complaints: Vec<_> = changed.diagnostics.sorted();
    let overlay: Vec<_> = complaints
        .iter()
        .filter(|one| format!("{:?}", one.code).starts_with("Overlay"))
        .collect();
    assert!(overlay.is_empty(), "{overlay:#?}");
    let before = loaded.documents.main().expect("a document").to_json();
    let after = changed.documents.main().expect("a document").to_json();
    let overlay: Value = serde_yaml::from_str(text).expect("an overlay is YAML");
    let actions = overlay["actions"].as_array().expect("actions");
    assert_eq!(actions.len(), api.operations.len());
    let mut restored = after.clone();
    for (action, operation) in actions.iter().zip(&api.operations) {
        let target = action["target"].as_str().expect("a target");
        let path = JsonPath::parse(target).unwrap_or_else(|error| panic!("{target}: {error}"));
        let selected = path.query(&after).exactly_one().expect(target);
        assert_eq!(selected["operationId"], operation.id.as_str(), "{target}");
        let samples = selected["x-codeSamples"].as_array().expect("samples");
        let found: Vec<_> = samples
            .iter()
            .filter_map(|one| one["lang"].as_str())
            .collect();
        assert_eq!(found, languages, "{target}");
        let sources = samples.iter().filter_map(|one| one["source"].as_str());
        assert!(
            sources.into_iter().all(|one| one.contains("client")),
            "{target}"
        );
        let place = path.query_located(&after).exactly_one().expect(target);
        let pointer = place.location().to_json_pointer();
        let operation = restored.pointer_mut(&pointer).expect("the operation");
        let members = operation.as_object_mut().expect("an object");
        members.remove("x-codeSamples").expect("samples");
    }
    assert!(restored == before, "the overlay changes something else");
}
