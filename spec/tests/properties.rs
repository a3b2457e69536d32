//! For any text: no panic, locations within their files, and the same result each time.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value};
use spec::diagnostic::{Style, render};
use spec::document::Node;
use spec::{Documents, Loaded, Span};

/// The description of this project, which is valid and contains nearly every construct.
const DESCRIPTION: &str = include_str!("../openapi.yaml");

static TREE: LazyLock<Value> = LazyLock::new(|| {
    let loaded = spec::load_text("openapi.yaml", DESCRIPTION);
    let root = loaded.documents.main().expect("the description is valid");
    root.to_json()
});

/// A small description to insert bytes into: in a large one, few insertions have an effect.
const SMALL: &str = r##"
openapi: 3.0.3
info: {title: Small, version: "1"}
servers: [{url: "https://{host}/", variables: {host: {default: a}}}]
paths:
  /things/{id}:
    parameters: [{$ref: "#/components/parameters/Id"}]
    get:
      operationId: getThing
      security: [{Key: []}, {}]
      responses:
        "200":
          description: A thing.
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Thing"}
              example: {id: 1, name: chair}
components:
  parameters:
    Id: {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
  schemas:
    Thing:
      allOf:
        - {$ref: "#/components/schemas/Base"}
        - type: object
          required: [name]
          properties: {name: {type: string, pattern: "^[a-z]+$", maxLength: 9}}
    Base: {type: object, properties: &p {id: {type: integer}, next: {$ref: "#/components/schemas/Thing"}}}
    Either:
      oneOf: [{$ref: "#/components/schemas/Thing"}, {$ref: "#/components/schemas/Base"}]
      discriminator: {propertyName: id, mapping: {a: Thing, b: "#/components/schemas/Base"}}
    Color: {type: string, enum: [red, green], default: red}
  securitySchemes:
    Key: {type: apiKey, name: X-Key, in: header}
x-again: *p
"##;

/// Loads a text and checks the properties.
fn load(name: &str, text: &str) -> Loaded {
    let loaded = spec::load_text(name, text);
    for diagnostic in &loaded.diagnostics {
        let related = diagnostic.related.iter().map(|(span, _)| *span);
        for span in related
            .chain([diagnostic.span])
            .chain(diagnostic.also.clone())
        {
            assert_within(&loaded.documents, span);
        }
    }
    for diagnostic in loaded.diagnostics.sorted().into_iter().take(20) {
        let rendered = render(diagnostic, &loaded.documents.sources, Style::Plain);
        assert!(rendered.contains(diagnostic.code.as_str()));
        assert!(!rendered.contains('\u{1b}'), "{rendered:?}");
    }
    assert_eq!(loaded.api.is_none(), loaded.diagnostics.has_errors());
    loaded
}

fn assert_within(documents: &Documents, span: Span) {
    let text = &documents.sources.file(span.file).text;
    let stretch = text.get(span.start as usize..span.end as usize);
    assert!(stretch.is_some(), "{span:?} is not within its file");
}

/// Returns all results as text.
fn outcome(loaded: &Loaded) -> String {
    let diagnostics: Vec<_> = loaded.diagnostics.iter().collect();
    serde_json::to_string(&(&loaded.api, diagnostics)).expect("models are JSON")
}

fn model(loaded: &Loaded) -> Value {
    serde_json::to_value(&loaded.api).expect("models are JSON")
}

/// Returns the replacement of a node.
fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ -~]{0,12}".prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
        Just(Value::Array(Vec::new())),
        Just(Value::Object(Map::new())),
        "#/(components|paths|info)(/(schemas|parameters|responses|[A-Z][a-z]{2,8})){0,3}"
            .prop_map(|reference| serde_json::json!({ "$ref": reference })),
    ]
}

#[derive(Debug, Clone)]
enum Mutation {
    Delete,
    Replace(Value),
    /// Inserts a copy of another node.
    Copy(Index),
    /// Duplicates an item, or inserts a property again under another name.
    Double,
}

fn mutation() -> impl Strategy<Value = (Index, Mutation)> {
    let kind = prop_oneof![
        Just(Mutation::Delete),
        scalar().prop_map(Mutation::Replace),
        any::<Index>().prop_map(Mutation::Copy),
        Just(Mutation::Double),
    ];
    (any::<Index>(), kind)
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the node with the number `at`, counted from the root.
fn node(value: &Value, at: &mut usize) -> Option<Value> {
    if *at == 0 {
        return Some(value.clone());
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter().find_map(|item| node(item, at)),
        Value::Object(members) => members.values().find_map(|member| node(member, at)),
        _ => None,
    }
}

/// Changes the child with the number `at`; false if there is nothing left to do.
fn mutate(value: &mut Value, at: &mut usize, how: &Mutation, copy: &Value) -> bool {
    match value {
        Value::Array(items) => {
            for place in 0..items.len() {
                if *at == 0 {
                    match how {
                        Mutation::Delete => drop(items.remove(place)),
                        Mutation::Replace(new) => items[place] = new.clone(),
                        Mutation::Copy(_) => items[place] = copy.clone(),
                        Mutation::Double => items.push(items[place].clone()),
                    }
                    return false;
                }
                *at -= 1;
                if !mutate(&mut items[place], at, how, copy) {
                    return false;
                }
            }
        }
        Value::Object(members) => {
            let names: Vec<_> = members.keys().cloned().collect();
            for name in names {
                if *at == 0 {
                    match how {
                        Mutation::Delete => drop(members.remove(&name)),
                        Mutation::Replace(new) => drop(members.insert(name, new.clone())),
                        Mutation::Copy(_) => drop(members.insert(name, copy.clone())),
                        Mutation::Double => {
                            let member = members[&name].clone();
                            members.insert(format!("{name}2"), member);
                        }
                    }
                    return false;
                }
                *at -= 1;
                if !mutate(&mut members[&name], at, how, copy) {
                    return false;
                }
            }
        }
        _ => {}
    }
    true
}

fn apply(tree: &mut Value, mutations: &[(Index, Mutation)]) {
    for (index, how) in mutations {
        let size = count(tree);
        let copy = match how {
            Mutation::Copy(from) => node(tree, &mut from.index(size)).unwrap_or_default(),
            _ => Value::Null,
        };
        // Copies of large parts into each other only take time.
        if count(&copy) < 2_000 && size > 1 {
            mutate(tree, &mut index.index(size - 1), how, &copy);
        }
    }
}

fn splice(text: &str, splices: &[(Index, u8, String)]) -> String {
    let mut text = text.to_owned();
    for (index, length, new) in splices {
        let start = text.floor_char_boundary(index.index(text.len() + 1));
        let end = (start + usize::from(*length)).min(text.len());
        let end = text.ceil_char_boundary(end);
        text.replace_range(start..end, new);
    }
    text
}

fn yamlish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("openapi: 3.0.3\n".to_owned()),
        Just("\n  ".to_owned()),
        Just("- ".to_owned()),
        Just(": ".to_owned()),
        Just("&a ".to_owned()),
        Just("*a ".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("[".to_owned()),
        Just("]".to_owned()),
        Just("\"".to_owned()),
        Just("'".to_owned()),
        Just("|\n".to_owned()),
        Just(">-\n".to_owned()),
        Just("? ".to_owned()),
        Just("!!str ".to_owned()),
        Just("#".to_owned()),
        Just("---\n".to_owned()),
        Just("\t".to_owned()),
        Just("\\u0000".to_owned()),
        Just("<<: ".to_owned()),
        Just("$ref: ".to_owned()),
        "[a-zé\u{1f600}0-9_.~%]{1,6}",
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in vec(any::<u8>(), 0..400), json: bool) {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join(if json { "a.json" } else { "a.yaml" });
        std::fs::write(&path, &bytes).expect("there is room");
        let loaded = spec::load(&path);
        prop_assert!(loaded.diagnostics.has_errors());
        load("a.yaml", &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn arbitrary_text(text in "\\PC{0,200}") {
        for name in ["a.yaml", "a.json", "a"] {
            load(name, &text);
        }
    }

    #[test]
    fn text_that_is_nearly_yaml_or_json(text in yamlish()) {
        for name in ["a.yaml", "a.json"] {
            let loaded = load(name, &text);
            prop_assert_eq!(outcome(&loaded), outcome(&load(name, &text)));
        }
    }

    #[test]
    fn spliced_descriptions(splices in vec((any::<Index>(), 0_u8..9, "[ -~\n]{0,5}"), 1..4)) {
        let text = splice(SMALL, &splices);
        let loaded = load("a.yaml", &text);
        prop_assert_eq!(outcome(&loaded), outcome(&load("a.yaml", &text)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_in_quotes_with_any_indentation(
        lines in vec((0_usize..9, "[a-zé#:, ]{0,5}"), 1..5),
        single: bool,
    ) {
        let quote = if single { '\'' } else { '"' };
        let lines = lines.iter().map(|(blanks, text)| format!("{}{text}", " ".repeat(*blanks)));
        let quoted = format!("{quote}é\n{}{quote}", lines.collect::<Vec<_>>().join("\n"));
        let text = format!(
            "openapi: 3.1.0\ninfo:\n  title: {quoted}\n  version: '1'\nx-list:\n- {quoted} # one\n-   - {quoted}\npaths: {{}}\nx-end: last\n"
        );
        let read = load("a.yaml", &text);
        let root = read.documents.main().expect("a value");
        // The reader of libyaml takes any indentation.
        let independent: Value = serde_yaml::from_str(&text).expect("YAML");
        prop_assert_eq!(root.to_json(), independent);
        let last = root.get("x-end").expect("the last member").span;
        prop_assert_eq!(&text[last.start as usize..last.end as usize], "last");
    }

    #[test]
    fn mutated_descriptions(mutations in vec(mutation(), 1..6)) {
        let mut tree = TREE.clone();
        apply(&mut tree, &mutations);
        let text = serde_json::to_string_pretty(&tree).expect("JSON is JSON");
        let json = load("a.json", &text);
        prop_assert_eq!(outcome(&json), outcome(&load("a.json", &text)));
        // JSON is also YAML.
        let yaml = load("a.yaml", &text);
        prop_assert_eq!(model(&json), model(&yaml));
    }
}

#[test]
fn json_and_yaml_give_the_same_model() {
    let yaml = load("openapi.yaml", DESCRIPTION);
    assert!(yaml.api.is_some());
    let mut json = String::new();
    write_json(yaml.documents.main().expect("it is valid"), &mut json);
    for name in ["a.json", "a.yaml"] {
        assert_eq!(model(&load(name, &json)), model(&yaml));
    }
    // Other libraries write names in another order.
    let pretty = serde_json::to_string_pretty(&*TREE).expect("JSON is JSON");
    let block = serde_yaml::to_string(&*TREE).expect("JSON is YAML");
    assert_eq!(
        model(&load("a.json", &pretty)),
        model(&load("a.yaml", &block))
    );
}

/// Writes JSON with its names in the order of the file.
fn write_json(node: &Node, json: &mut String) {
    match &node.value {
        spec::document::Value::Array(items) => {
            write_list(json, ('[', ']'), items.iter(), write_json);
        }
        spec::document::Value::Object(object) => {
            write_list(json, ('{', '}'), object.iter(), |(name, node), json| {
                json.push_str(&Value::from(name).to_string());
                json.push(':');
                write_json(node, json);
            });
        }
        _ => json.push_str(&node.to_json().to_string()),
    }
}

fn write_list<T>(
    json: &mut String,
    (open, close): (char, char),
    items: impl Iterator<Item = T>,
    write: impl Fn(T, &mut String),
) {
    json.push(open);
    for (index, item) in items.enumerate() {
        if index > 0 {
            json.push(',');
        }
        write(item, json);
    }
    json.push(close);
}

#[test]
fn the_small_description_is_valid() {
    let loaded = load("a.yaml", SMALL);
    assert!(loaded.api.is_some(), "{:?}", loaded.diagnostics);
}
