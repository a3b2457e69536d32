//! Parts of descriptions: the selected operations are unchanged, and there are no others.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use spec::model::{Api, Operation};
use spec::{Budget, Loaded, Reading, Selection};

fn selection(include: &[&str], exclude: &[&str]) -> Selection {
    let parse = |list: &[&str]| {
        let parsed = list.iter().map(|one| one.parse().expect("a pattern"));
        parsed.collect()
    };
    Selection {
        include: parse(include),
        exclude: parse(exclude),
    }
}

fn read(description: &Value, selection: &Selection) -> Loaded {
    let reading = Reading::default().only(selection);
    reading.text("test.json", description.to_string())
}

/// Operations `list`, `create` and `remove`, with a tag for each kind, and `ping`.
fn description() -> Value {
    let answer = |schema: &str| {
        json!({"200": {"description": "OK", "content": {"application/json": {
            "schema": {"$ref": format!("#/components/schemas/{schema}")},
        }}}})
    };
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "tags": [{"name": "things"}, {"name": "health"}],
        "paths": {
            "/things": {
                "get": {"operationId": "list", "tags": ["things"], "responses": answer("List")},
                "post": {"operationId": "create", "tags": ["things"], "responses": answer("Thing")},
            },
            "/things/{id}": {
                "parameters": [{"$ref": "#/components/parameters/id"}],
                "delete": {"tags": ["things", "admin"], "responses": answer("Gone")},
            },
            "/ping": {"get": {"operationId": "ping", "tags": ["health"], "responses": answer("Pong")}},
        },
        "components": {
            "parameters": {"id": {"name": "id", "in": "path", "required": true, "schema": {
                "$ref": "#/components/schemas/Id",
            }}},
            "schemas": {
                "Id": {"type": "string"},
                "List": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
                "Thing": {
                    "type": "object",
                    "properties": {"kind": {"type": "string"}},
                    "discriminator": {"propertyName": "kind"},
                },
                "Car": {"allOf": [{"$ref": "#/components/schemas/Thing"}]},
                "Gone": {"type": "object"},
                "Pong": {"type": "object"},
                "Unused": {"type": "object"},
            },
        },
    })
}

fn ids(api: &Api) -> Vec<&str> {
    api.operations.iter().map(|one| one.id.as_str()).collect()
}

fn names(api: &Api) -> BTreeSet<&str> {
    let schemas = api.schemas.iter();
    schemas
        .filter_map(|schema| schema.name.as_deref())
        .collect()
}

#[test]
fn operations_are_selected_with_what_they_need() {
    type Row<'r> = (&'r [&'r str], &'r [&'r str], &'r [&'r str], &'r [&'r str]);
    let removal = "deleteThingsById";
    let full = read(&description(), &Selection::default());
    let known: BTreeSet<_> = full
        .diagnostics
        .iter()
        .map(|one| one.message.clone())
        .collect();
    let full = full.api.expect("it can be read");
    let removal = full
        .operations
        .iter()
        .find(|one| !one.id_given)
        .map_or(removal, |one| one.id.as_str());
    let only_removal = format!("op:{removal}");
    let things: &[&str] = &["Car", "List", "Thing"];
    let rows: &[Row<'_>] = &[
        (&["tag:health"], &[], &["ping"], &["Pong"]),
        (&["path:/things"], &[], &["list", "create"], things),
        (&["op:list"], &[], &["list"], things),
        (
            &["path:/things*"],
            &["op:create", "op:list"],
            &[removal],
            &["Gone", "Id"],
        ),
        (&[&only_removal], &[], &[removal], &["Gone", "Id"]),
        (&[], &["tag:things"], &["ping"], &["Pong"]),
        (
            &["tag:health", "tag:admin"],
            &[],
            &["ping", removal],
            &["Gone", "Id", "Pong"],
        ),
        (&["path:*ing*"], &["tag:t*gs"], &["ping"], &["Pong"]),
    ];
    for (include, exclude, operations, schemas) in rows {
        let loaded = read(&description(), &selection(include, exclude));
        let api = loaded
            .api
            .unwrap_or_else(|| panic!("{include:?} {:?}", loaded.diagnostics));
        let more: Vec<_> = loaded.diagnostics.iter().map(|one| &one.message).collect();
        assert!(
            more.iter().all(|one| known.contains(*one)),
            "{include:?} {more:?}"
        );
        assert_eq!(ids(&api), *operations, "{include:?} {exclude:?}");
        let schemas: BTreeSet<_> = schemas.iter().copied().collect();
        assert_eq!(names(&api), schemas, "{include:?} {exclude:?}");
    }
}

#[test]
fn patterns_that_match_nothing_are_named() {
    let loaded = read(
        &description(),
        &selection(&["tag:health", "tag:none"], &["op:x*"]),
    );
    assert_eq!(loaded.documents.unmatched(), ["tag:none", "op:x*"]);
    let whole = read(&description(), &selection(&[], &[]));
    let both = selection(&["tag:health", "tag:none"], &["op:x*", "path:*"]);
    assert_eq!(spec::unmatched(&whole.documents, &both), [1, 2]);
    for text in ["health", "tag:", "name:x", ":x"] {
        assert!(text.parse::<spec::Pattern>().is_err(), "{text}");
    }
}

/// Returns an operation of the model, without the numbers of its schemas.
fn shape(operation: &Operation) -> Value {
    fn plain(value: &Value) -> Value {
        match value {
            Value::Number(_) => Value::Null,
            Value::Array(items) => items.iter().map(plain).collect(),
            Value::Object(members) => {
                let members = members.iter();
                members
                    .map(|(name, value)| (name.clone(), plain(value)))
                    .collect()
            }
            other => other.clone(),
        }
    }
    plain(&serde_json::to_value(operation).expect("JSON"))
}

#[test]
fn parts_of_real_descriptions_are_as_they_are_in_the_whole() {
    let corpus = Path::new("../../shared/corpus");
    let documents = [
        "swagger-petstore.yaml",
        "keeper.json",
        "museum31.yaml",
        "adyen-bp31.json",
        "discriminators.json",
        "nexus.json",
        "twilio-verify.json",
        "digitalocean/DigitalOcean-public.v2.yaml",
    ];
    for document in documents {
        let path = corpus.join(document);
        if !path.is_file() {
            eprintln!("skipped: {document} is not there");
            continue;
        }
        let whole = spec::load(&path);
        let api = whole.api.expect("it can be read");
        let first = api.operations.first().expect("an operation");
        let last = api.operations.last().expect("an operation");
        let patterns = [
            format!("op:{}", first.id),
            format!("path:{}", last.path),
            format!("tag:{}", first.tags.first().map_or("none", String::as_str)),
        ];
        for pattern in patterns.iter().filter(|one| *one != "tag:none") {
            let selection = selection(&[pattern], &[]);
            let part = Reading::within(Budget::default())
                .only(&selection)
                .file(&path);
            let known: BTreeSet<_> = whole.diagnostics.iter().map(|one| &one.message).collect();
            let new = part
                .diagnostics
                .iter()
                .find(|one| !known.contains(&one.message));
            assert_eq!(new.map(|one| &one.message), None, "{document} {pattern}");
            let part = part.api.unwrap_or_else(|| panic!("{document} {pattern}"));
            assert!(!part.operations.is_empty(), "{document} {pattern}");
            assert!(part.schemas.len() <= api.schemas.len());
            for operation in &part.operations {
                let same = api.operation(&operation.id).expect("it is in the whole");
                assert_eq!(shape(operation), shape(same), "{document} {pattern}");
            }
        }
    }
}
