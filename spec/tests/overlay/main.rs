//! Overlays, through the public functions: how they change a tree, and the diagnostics for bad ones.

mod query;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use spec::diagnostic::{Style, render};
use spec::{Loaded, Severity};

const HEAD: &str = "overlay: 1.0.0\ninfo: {title: Test, version: '1'}\n";

/// OpenAPI does not define these properties, and only warns about them.
const DESCRIPTION: &str = "openapi: 3.0.3
info: {title: Test, version: '1'}
paths: {}
xa: {n: 1, s: old, deep: {n: 2}}
xl: [{name: x, v: 1}, {name: 'y', v: 2}, {name: z}]
\"x-it's\": {n: 1}
";

struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("there is room");
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn load(&self, overlays: &[&str]) -> Loaded {
        let overlays: Vec<_> = overlays.iter().map(|name| self.path(name)).collect();
        spec::load_with(&self.path("openapi.yaml"), &overlays)
    }
}

fn loaded(actions: &str) -> Loaded {
    let overlay = format!("{HEAD}actions:\n{actions}\n");
    Files::new(&[("openapi.yaml", DESCRIPTION), ("o.yaml", &overlay)]).load(&["o.yaml"])
}

fn diagnostics(loaded: &Loaded) -> String {
    let sources = &loaded.documents.sources;
    let texts = loaded
        .diagnostics
        .iter()
        .map(|diagnostic| render(diagnostic, sources, Style::Plain));
    texts.collect::<Vec<_>>().join("\n")
}

/// The actions, a JSON Pointer, and the expected JSON at it (`null`: nothing).
const EDITS: &[(&str, &str, &str)] = &[
    ("- {target: $.xa, update: {m: 5}}", "/xa/m", "5"),
    ("- {target: $.xa, update: {m: 5}}", "/xa/n", "1"),
    ("- {target: $.xa, update: {s: new}}", "/xa/s", r#""new""#),
    (
        "- {target: $.xa, update: {deep: {m: 3}}}",
        "/xa/deep",
        r#"{"n": 2, "m": 3}"#,
    ),
    ("- {target: $, update: {xnew: {y: 1}}}", "/xnew/y", "1"),
    (
        "- {target: $, update: {xl: [{name: w}]}}",
        "/xl/3/name",
        r#""w""#,
    ),
    (
        "- {target: $.xl, update: {name: w}}",
        "/xl/3/name",
        r#""w""#,
    ),
    (
        "- {target: $.xl, update: [{name: w}]}",
        "/xl/3/name",
        r#""w""#,
    ),
    ("- {target: $.xl, update: w}", "/xl/3", r#""w""#),
    ("- {target: '$.xl[*]', update: {k: 1}}", "/xl/2/k", "1"),
    ("- {target: '$.xl[-1]', update: {k: 1}}", "/xl/2/k", "1"),
    ("- {target: '$.xl[0:2]', update: {k: 1}}", "/xl/1/k", "1"),
    ("- {target: '$.xl[0:2]', update: {k: 1}}", "/xl/2/k", "null"),
    (
        "- {target: \"$.xl[?@.name=='y']\", update: {k: 1}}",
        "/xl/1/k",
        "1",
    ),
    (
        "- {target: \"$.xl[?(@.name!='y' && @.v)]\", update: {k: 1}}",
        "/xl/0/k",
        "1",
    ),
    (
        "- {target: \"$.xl[?@.name=='z' || @.v==2]\", remove: true}",
        "/xl",
        r#"[{"name": "x", "v": 1}]"#,
    ),
    ("- {target: '$..deep', update: {k: 1}}", "/xa/deep/k", "1"),
    (
        "- {target: \"$['xa','nothing']\", update: {k: 1}}",
        "/xa/k",
        "1",
    ),
    (
        "- {target: \"$['x-it\\\\'s']\", update: {k: 1}}",
        "/x-it's/k",
        "1",
    ),
    (
        "- {target: '$[\"x-it''s\"]', update: {k: 1}}",
        "/x-it's/k",
        "1",
    ),
    ("- {target: $.xa.deep, remove: true}", "/xa/deep", "null"),
    ("- {target: '$.xl[*]', remove: true}", "/xl", "[]"),
    (
        "- {target: $.xa, remove: true, update: {m: 5}}",
        "/xa",
        "null",
    ),
    (
        "- {target: $.xa.n, remove: true}",
        "/xa",
        r#"{"s": "old", "deep": {"n": 2}}"#,
    ),
    (
        "- {target: $.xa, remove: true}\n- {target: $, update: {xa: 7}}",
        "/xa",
        "7",
    ),
    (
        "- {target: $.xa, update: {k: {}}}\n- {target: $.xa.k, update: {m: 1}}",
        "/xa/k/m",
        "1",
    ),
    (
        "- {target: '$..n', remove: true}",
        "/xa",
        r#"{"s": "old", "deep": {}}"#,
    ),
];

#[test]
fn actions_change_the_tree() {
    for (actions, pointer, expected) in EDITS {
        let loaded = loaded(actions);
        assert!(loaded.api.is_some(), "{actions}\n{}", diagnostics(&loaded));
        let tree = loaded.documents.main().expect("there is a tree").to_json();
        let found = tree.pointer(pointer).cloned().unwrap_or(Value::Null);
        let expected: Value = serde_json::from_str(expected).expect("it is JSON");
        assert_eq!(found, expected, "{pointer} after\n{actions}");
    }
}

/// The overlay, the code, the place of the diagnostic, and its severity.
const BAD: &[(&str, &str, &str, Severity)] = &[
    ("[]", "wrong-type", "o.yaml:1:1", Severity::Error),
    (
        "{actions: []}",
        "missing-field",
        "o.yaml:1:1",
        Severity::Error,
    ),
    (
        "overlay: 2.0.0\nactions: []",
        "unsupported-version",
        "o.yaml:1:10",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0",
        "missing-field",
        "o.yaml:1:1",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: 3",
        "wrong-type",
        "o.yaml:2:10",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [3]",
        "wrong-type",
        "o.yaml:2:11",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: 3}]",
        "wrong-type",
        "o.yaml:2:20",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{remove: true}]",
        "missing-field",
        "o.yaml:2:11",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: $, remove: 1}]",
        "wrong-type",
        "o.yaml:2:31",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: $, remove: true}]",
        "overlay-target",
        "o.yaml:2:20",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: xa, remove: true}]",
        "overlay-target",
        "o.yaml:2:20",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: '$.xa[', remove: true}]",
        "overlay-target",
        "o.yaml:2:20",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: $.xa, update: 1}]",
        "overlay-target",
        "o.yaml:2:20",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: $.xa.n, update: 1}]",
        "overlay-target",
        "o.yaml:2:20",
        Severity::Error,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: $.xnone, update: {}}]",
        "overlay-target",
        "o.yaml:2:20",
        Severity::Warning,
    ),
    (
        "overlay: 1.0.0\nactions: [{target: $.xa}]",
        "missing-field",
        "o.yaml:2:11",
        Severity::Warning,
    ),
    (
        "overlay: 1.0.0\nactoins: []\nactions: []",
        "unknown-field",
        "o.yaml:2:1",
        Severity::Warning,
    ),
    ("overlay: [", "syntax", "o.yaml:1:10", Severity::Error),
    // A later diagnostic about a part from the overlay refers to the overlay.
    (
        "overlay: 1.0.0\nactions:\n- target: $.paths\n  update: {/a: {get: 5}}",
        "wrong-type",
        "o.yaml:4:22",
        Severity::Error,
    ),
];

#[test]
fn bad_overlays_are_refused_at_their_place() {
    for (overlay, code, place, severity) in BAD {
        let files = Files::new(&[("openapi.yaml", DESCRIPTION), ("o.yaml", overlay)]);
        let loaded = files.load(&["o.yaml"]);
        let found = loaded.diagnostics.iter().any(|diagnostic| {
            let at = loaded.documents.sources.locate(diagnostic.span).to_string();
            diagnostic.code.as_str() == *code
                && diagnostic.severity == *severity
                && at.ends_with(*place)
        });
        assert!(
            found,
            "{code} at {place} in\n{overlay}\nbut said is\n{}",
            diagnostics(&loaded)
        );
        assert_eq!(
            loaded.api.is_none(),
            *severity == Severity::Error,
            "{overlay}"
        );
    }
}

#[test]
fn a_missing_overlay_is_an_error() {
    let files = Files::new(&[("openapi.yaml", DESCRIPTION)]);
    let loaded = files.load(&["none.yaml"]);
    assert!(
        diagnostics(&loaded).contains("unreadable-file"),
        "{}",
        diagnostics(&loaded)
    );
    assert!(loaded.api.is_none());
}

#[test]
fn overlays_may_be_anywhere_and_their_references_start_from_the_description() {
    let files = Files::new(&[
        (
            "openapi.yaml",
            "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents: {schemas: {Thing: {type: integer}, Other: {type: object}}}\n",
        ),
        ("more.yaml", "type: boolean\n"),
    ]);
    let elsewhere = Files::new(&[(
        "o.yaml",
        &format!(
            "{HEAD}actions:\n- target: $.components.schemas.Other\n  update: {{properties: {{a: {{$ref: '#/components/schemas/Thing'}}, b: {{$ref: more.yaml}}}}}}\n"
        ),
    )]);
    let loaded = spec::load_with(&files.path("openapi.yaml"), &[elsewhere.path("o.yaml")]);
    let api = loaded
        .api
        .as_ref()
        .unwrap_or_else(|| panic!("{}", diagnostics(&loaded)));
    let json = serde_json::to_value(api)
        .expect("models are JSON")
        .to_string();
    assert!(
        json.contains("boolean") && json.contains("integer"),
        "{json}"
    );
}

#[test]
fn copies_of_one_update_can_be_changed_apart() {
    let description = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents: {schemas: {A: {type: object}, B: {type: object}}}\n";
    let overlay = format!(
        "{HEAD}actions:\n- target: $.components.schemas[*]\n  update: {{properties: {{p: {{type: object, properties: {{q: {{type: string}}}}}}}}}}\n- target: $.components.schemas.B.properties.p.properties.q\n  update: {{maxLength: 7}}\n"
    );
    let files = Files::new(&[("openapi.yaml", description), ("o.yaml", &overlay)]);
    let loaded = files.load(&["o.yaml"]);
    let api = loaded
        .api
        .as_ref()
        .unwrap_or_else(|| panic!("{}", diagnostics(&loaded)));
    let lengths: Vec<_> = api
        .schemas
        .iter()
        .filter_map(|schema| match &schema.kind {
            spec::model::Kind::String(text) => Some(text.max_length),
            _ => None,
        })
        .collect();
    assert_eq!(lengths.iter().flatten().count(), 1, "{lengths:?}");
    assert_eq!(lengths.len(), 2, "{lengths:?}");
}

#[test]
fn overlays_apply_one_after_the_other() {
    let one = format!("{HEAD}actions: [{{target: $, update: {{xb: {{}}}}}}]\n");
    let two = format!("{HEAD}actions: [{{target: $.xb, update: {{k: 1}}}}]\n");
    let files = Files::new(&[
        ("openapi.yaml", DESCRIPTION),
        ("1.yaml", &one),
        ("2.yaml", &two),
    ]);
    let tree = |overlays| {
        files
            .load(overlays)
            .documents
            .main()
            .map(spec::document::Node::to_json)
    };
    let ordered = tree(&["1.yaml", "2.yaml"]).expect("there is a tree");
    assert_eq!(ordered["xb"]["k"], 1);
    let reversed = tree(&["2.yaml", "1.yaml"]).expect("there is a tree");
    assert_eq!(reversed["xb"], json!({}));
}

#[test]
fn bombs_are_refused() {
    let nested = format!("'$[?{}@.a{}]'", "(".repeat(400), ")".repeat(400));
    let growing = "- {target: '$..[?@.xboom]', update: {xboom: {xboom: {xboom: 1}}}}\n".repeat(900);
    let deepening = "- {target: '$..k', update: {k: {}}}\n".repeat(300);
    let doubling = "- {target: '$..*', update: {a: {}, b: {}}}\n".repeat(40);
    let table = [
        format!("- {{target: {nested}, remove: true}}"),
        format!(
            "- {{target: $, update: {{k: {}{}}}}}\n- {{target: '$..[?count(@..*..*..*..*..*) > 9]', remove: true}}",
            "[".repeat(60),
            "]".repeat(60)
        ),
        format!("- {{target: $, update: {{k: {{k: {{}}}}}}}}\n{deepening}"),
        format!("- {{target: $, remove: false, update: {{xboom: {{xboom: {{}}}}}}}}\n{growing}"),
        format!("- {{target: '$.xl[*]', update: {{a: {{}}}}}}\n{doubling}"),
    ];
    for actions in table {
        let loaded = loaded(&actions);
        assert!(loaded.diagnostics.has_errors(), "{}", &actions[..30]);
    }
}

#[test]
fn what_costs_too_much_is_said_once() {
    let deepening =
        format!("{HEAD}actions: [{{target: '$..[?@..*]', update: {{k: {{a: [b]}}}}}}]\n");
    let names: Vec<_> = (0..30).map(|number| format!("{number}.yaml")).collect();
    let overlays = names.iter().map(|name| (name.as_str(), deepening.as_str()));
    let all: Vec<_> = [("openapi.yaml", DESCRIPTION)]
        .into_iter()
        .chain(overlays)
        .collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let loaded = Files::new(&all).load(&names);
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error);
    assert_eq!(errors.count(), 1, "{}", diagnostics(&loaded));
    assert!(diagnostics(&loaded).contains("overlays copy more than 500000 values"));
}

#[test]
fn nothing_changes_without_actions() {
    let path = Path::new("openapi.yaml");
    let folder = tempfile::tempdir().expect("there is room");
    let overlay = folder.path().join("o.yaml");
    std::fs::write(&overlay, format!("{HEAD}actions: []\n")).expect("there is room");
    let model = |loaded: Loaded| serde_json::to_value(loaded.api).expect("models are JSON");
    assert!(model(spec::load(path)) == model(spec::load_with(path, &[overlay])));
}

/// Actions of Overlay 1.1 and their results, in the form of [`EDITS`].
const EDITS_SINCE_1_1: &[(&str, &str, &str)] = &[
    ("- {target: $.xa.s, update: new}", "/xa/s", r#""new""#),
    ("- {target: '$.xl[*].v', update: 7}", "/xl/1/v", "7"),
    (
        "- {target: $.xa.deep, copy: \"$['x-it\\\\'s']\"}",
        "/xa/deep/n",
        "1",
    ),
    ("- {target: $.xl, copy: $.xa.deep}", "/xl/3", r#"{"n": 2}"#),
    ("- {target: $.xl, copy: $.xl}", "/xl/5/name", r#""z""#),
    ("- {target: $.xa.n, copy: $.xa.deep.n}", "/xa/n", "2"),
    (
        "- {target: $.xa.deep, remove: true, copy: $.xa}",
        "/xa/deep",
        "null",
    ),
    (
        "- {target: $.xa, update: {n: 3}, copy: $.xa.deep}",
        "/xa/n",
        "1",
    ),
];

/// Overlays that Overlay 1.1 rejects, and the diagnostics.
const REFUSED_SINCE_1_1: &[(&str, &str)] = &[
    (
        "- {target: '$.xa.*', update: {k: 1}}",
        "values of several kinds",
    ),
    (
        "- {target: $.xa, update: {deep: 1}}",
        "has a different type",
    ),
    ("- {target: $.xa, update: {n: {}}}", "has a different type"),
    ("- {target: $.xa.n, update: [1]}", "a plain value"),
    ("- {target: $.xa, copy: '$.xl[*]'}", "selects 3 values"),
    ("- {target: $.xa, copy: $.none}", "selects 0 values"),
    ("- {target: $.xa, copy: 5}", "`copy` must be a string"),
];

fn loaded_by_1_1(actions: &str) -> Loaded {
    let head = HEAD.replace("1.0.0", "1.1.0");
    let overlay = format!("{head}actions:\n{actions}\n");
    Files::new(&[("openapi.yaml", DESCRIPTION), ("o.yaml", &overlay)]).load(&["o.yaml"])
}

#[test]
fn overlay_1_1_copies_and_replaces() {
    for (actions, pointer, expected) in EDITS_SINCE_1_1 {
        let loaded = loaded_by_1_1(actions);
        let root = loaded.documents.main().expect("the description is read");
        let json = root.to_json();
        let found = json.pointer(pointer).cloned().unwrap_or(Value::Null);
        let expected: Value = serde_json::from_str(expected).expect("it is JSON");
        assert_eq!(found, expected, "{actions}\n{}", diagnostics(&loaded));
        assert!(loaded.api.is_some(), "{actions}\n{}", diagnostics(&loaded));
    }
    for (actions, complaint) in REFUSED_SINCE_1_1 {
        let loaded = loaded_by_1_1(actions);
        assert!(loaded.api.is_none(), "{actions}");
        assert!(
            diagnostics(&loaded).contains(complaint),
            "{actions}\n{}",
            diagnostics(&loaded)
        );
    }
    // Version 1.0 has no field `copy`.
    let loaded = loaded("- {target: $.xa, copy: $.xl}");
    assert!(
        diagnostics(&loaded).contains("`copy` means nothing here"),
        "{}",
        diagnostics(&loaded)
    );
}
