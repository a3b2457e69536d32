//! Descriptions in several files: a reference is relative to the file that contains it.

use std::path::Path;

use crate::{V30, shape, valid};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let parent = path.parent().expect("the path has a folder");
    std::fs::create_dir_all(parent).expect("there is room");
    std::fs::write(path, text).expect("there is room");
}

#[test]
fn references_are_relative_to_their_own_file() {
    let folder = tempfile::tempdir().expect("there is room");
    let folder = folder.path();
    write(
        folder,
        "openapi.yaml",
        &format!("{V30}paths:\n  /things: {{$ref: paths/things.yaml}}\n"),
    );
    write(
        folder,
        "paths/things.yaml",
        "parameters:\n  - $ref: ../parameters.json#/Limit\nget:\n  operationId: listThings\n  responses:\n    '200':\n      description: {$ref: ../texts/things.yaml}\n      content:\n        application/json:\n          schema: {$ref: '../schemas/Thing.yaml'}\n",
    );
    write(
        folder,
        "parameters.json",
        r#"{"Limit": {"name": "limit", "in": "query", "schema": {"$ref": "schemas/Thing.yaml#/properties/size"}}}"#,
    );
    write(folder, "texts/things.yaml", "All things.\n");
    write(
        folder,
        "schemas/Thing.yaml",
        "type: object\nproperties:\n  size: {type: integer}\n  parent: {$ref: 'Thing.yaml#/'}\n  color: {$ref: './deeper/colors.yaml#/Color'}\n  same: {$ref: '#/properties/size'}\n",
    );
    write(
        folder,
        "schemas/deeper/colors.yaml",
        "Color: {type: string, enum: [red, green]}\n",
    );
    let api = valid(spec::load(&folder.join("openapi.yaml")), "several files");
    let operation = api.operation("listThings").expect("there is an operation");
    assert_eq!(shape::used(&api, operation.parameters[0].schema), "integer");
    assert_eq!(operation.responses[0].description, "All things.");
    let expected = "{size: integer, parent: @Thing, color: @Color, same: integer}";
    assert_eq!(shape::of(&api, "Thing"), expected);
    assert_eq!(shape::of(&api, "Color"), "\"red\"|\"green\"");
}

#[test]
fn files_are_named_like_the_description() {
    let folder = tempfile::tempdir().expect("there is room");
    let folder = folder.path();
    write(
        folder,
        "openapi.yaml",
        &format!("{V30}paths:\n  /things: {{$ref: paths/things.yaml}}\n"),
    );
    write(
        folder,
        "paths/things.yaml",
        "get: {operationId: op, responses: {}, sumary: x}\n",
    );
    let main = folder.join("openapi.yaml");
    let loaded = spec::load(&main);
    let diagnostic = loaded
        .diagnostics
        .iter()
        .next()
        .expect("there is a warning");
    let location = loaded.documents.sources.locate(diagnostic.span);
    let expected = folder.join("paths/things.yaml").display().to_string();
    assert_eq!(
        (location.path, location.line, location.column),
        (expected, 1, 39)
    );
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let folder = tempfile::tempdir().expect("there is room");
    write(
        folder.path(),
        "openapi.yaml",
        &format!("\u{feff}{V30}paths: {{}}\n"),
    );
    write(
        folder.path(),
        "openapi.json",
        "\u{feff}{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {}}",
    );
    for name in ["openapi.yaml", "openapi.json"] {
        valid(spec::load(&folder.path().join(name)), name);
    }
}

#[test]
fn text_from_memory_refers_to_no_file() {
    let text = format!("{V30}paths: {{/x: {{$ref: openapi.yaml}}}}\n");
    let loaded = spec::load_text("openapi.yaml", text);
    let codes: Vec<_> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [spec::Code::ForbiddenReference]);
}

/// A block at the end of a file has the line breaks that the file has (YAML 1.2.2 §8.1.1.2), and
/// blanks after them are not a line.
#[test]
fn a_block_at_the_end_of_a_file_has_no_other_line_break() {
    for (text, expected) in [
        ("a: |\n  b", "b"),
        ("a: |\n  b\n", "b\n"),
        ("a: |\n  b\n  ", "b\n"),
        ("a: |\n  b\n    ", "b\n"),
        ("a: |+\n  b\n\n", "b\n\n"),
        ("a: |+\n  b", "b"),
        ("a: >\n  b\n  c", "b c"),
        ("a: |-\n  b", "b"),
    ] {
        let mut diagnostics = spec::Diagnostics::default();
        let budget = spec::Budget::default();
        let documents =
            spec::Documents::from_text("a.yaml", text.to_owned(), budget, &mut diagnostics);
        let value = documents.main().and_then(|root| root.get("a"));
        let value = value.and_then(spec::document::Node::as_str);
        assert_eq!(value, Some(expected), "{text:?}");
    }
}
