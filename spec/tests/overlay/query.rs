//! Targets of actions (RFC 9535), compared with a third-party library.

use proptest::prelude::*;
use serde_json::{Value, json};
use serde_json_path::JsonPath;

/// Queries of every kind of selector and function.
const QUERIES: &[&str] = &[
    "$..*..*..*..*",
    "$..*",
    "$.a..*",
    "$..[0]",
    "$..[-1]",
    "$..[1:3]",
    "$..[::2]",
    "$..[::-1]",
    "$..[3:0:-2]",
    "$..[-2:]",
    "$..[5:1]",
    "$..[0:0]",
    "$..['a','b',0]",
    "$..[*, 'a']",
    "$.*.*",
    "$['a']['b'][*]",
    "$..a.b",
    "$.a..b[0]..*",
    "$..[?@.a]",
    "$..[?@.a.b]",
    "$..[?@..b]",
    "$..[?@..b..c]",
    "$..[?!@.a]",
    "$..[?@ > 1]",
    "$..[?@ >= 1.0]",
    "$..[?@ == 1]",
    "$..[?@ != 1]",
    "$..[?@ <= 'b']",
    "$..[?@ < \"c\"]",
    "$..[?@ == null || @ == true]",
    "$..[?@.a == @.b]",
    "$..[?@.a == $.a]",
    "$..[?@.zz == @.yy]",
    "$..[?(@.a || @.b) && !(@.c)]",
    "$..[?length(@) > 2]",
    "$..[?length(@.a) == 1]",
    "$..[?count(@.*) > 2]",
    "$..[?count(@..*..*) > 4]",
    "$..[?value(@..c) == 1]",
    "$..[?match(@, 'a.*')]",
    "$..[?search(@, '[b-c]')]",
    "$..[?@['it\\'s'] == \"\\u0061\"]",
];

/// JSON values that the queries match to different degrees.
fn value() -> impl Strategy<Value = Value> {
    const TEXTS: &[&str] = &["a", "b", "abc", "c", "", "a😀", "a\nb"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1_i64..4).prop_map(Value::from),
        Just(json!(1.0)),
        proptest::sample::select(TEXTS).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let names = proptest::sample::select(&["a", "b", "c", "s", "it's"][..]);
        let members = proptest::collection::btree_map(names, inner.clone(), 0..4);
        prop_oneof![
            proptest::collection::vec(inner, 0..5).prop_map(Value::from),
            members.prop_map(|members| json!(members)),
        ]
    })
}

/// Returns the value without the nodes that a query selects, by the library.
fn without(value: &Value, query: &str) -> Value {
    let query = JsonPath::parse(query).expect("the queries are queries");
    let located = query.query_located(value);
    let mut pointers: Vec<_> = located
        .locations()
        .map(serde_json_path::NormalizedPath::to_json_pointer)
        .collect();
    // Nodes are removed from the back to the front, and children first, so that indices stay valid.
    let key = |pointer: &String| {
        let steps = pointer
            .split('/')
            .map(|step| (step.parse::<usize>().ok(), step.to_owned()));
        steps.collect::<Vec<_>>()
    };
    pointers.sort_by_key(|pointer| std::cmp::Reverse(key(pointer)));
    pointers.dedup();
    let mut left = value.clone();
    for pointer in pointers {
        let (parent, last) = pointer.rsplit_once('/').expect("the root is not selected");
        let last = last.replace("~1", "/").replace("~0", "~");
        match left.pointer_mut(parent) {
            Some(Value::Object(members)) => drop(members.remove(&last)),
            Some(Value::Array(items)) => drop(items.remove(last.parse().expect("an index"))),
            _ => {}
        }
    }
    left
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn targets_select_what_another_implementation_selects(inner in value()) {
        let text = json!({"a": inner, "s": "b"}).to_string();
        let value: Value = serde_json::from_str(&text).expect("it is JSON");
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("openapi.json");
        std::fs::write(&path, &text).expect("there is room");
        for query in QUERIES {
            let overlay = folder.path().join("o.json");
            let action = json!({"target": query, "remove": true});
            let overlaid = json!({"overlay": "1.0.0", "info": {}, "actions": [action]});
            std::fs::write(&overlay, overlaid.to_string()).expect("there is room");
            let loaded = spec::load_with(&path, &[overlay]);
            let left = loaded.documents.main().expect("it is a tree").to_json();
            prop_assert_eq!(left, without(&value, query), "{}", query);
        }
    }
}

/// Text that is inserted into a query, or replaces a part of it.
const PIECES: &[&str] = &[
    " ",
    "\n",
    "$",
    "@",
    "*",
    ".",
    "..",
    "[",
    "]",
    "(",
    ")",
    "?",
    "!",
    ",",
    ":",
    "-",
    "'",
    "\"",
    "\\",
    "\\u0041",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\'",
    "0",
    "-0",
    "1",
    "01",
    "1.5",
    "1e3",
    ".5",
    "9007199254740992",
    "a",
    "é",
    "_",
    "true",
    "null",
    "==",
    "=",
    "<",
    "<=",
    "&&",
    "||",
    "&",
    "length(",
    "count(",
    "value(",
    "match(",
    "search(",
    "none(",
    "['a']",
    "[0]",
    "[?@.a]",
    "@.a",
    "@.*",
];

/// Returns whether the library rejects a query that the grammar of RFC 9535 allows: blanks before
/// `..` (`segments = *(S segment)`), and pairs of surrogates as escapes (`hexchar`).
fn is_refused_wrongly(query: &str) -> bool {
    let blank = [" ", "\n"]
        .iter()
        .any(|blank| query.contains(&format!("{blank}..")));
    blank || query.contains("\\ud83d\\ude")
}

/// Generates text that is a query or close to one.
fn nearly() -> impl Strategy<Value = String> {
    let edit = (
        any::<prop::sample::Index>(),
        0..4_usize,
        prop::sample::select(PIECES),
    );
    let edits = prop::collection::vec(edit, 0..4);
    (prop::sample::select(QUERIES), edits).prop_map(|(query, edits)| {
        let mut characters: Vec<char> = query.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(characters.len() + 1);
            let end = characters.len().min(at + removed);
            characters.splice(at..end, piece.chars());
        }
        characters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        max_global_rejects: 100_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn a_target_is_refused_where_another_implementation_refuses_it(query in nearly()) {
        prop_assume!(!is_refused_wrongly(&query));
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("openapi.json");
        std::fs::write(&path, "{}").expect("there is room");
        let overlay = folder.path().join("o.json");
        let action = json!({"target": query, "remove": true});
        let overlaid = json!({"overlay": "1.0.0", "info": {}, "actions": [action]});
        std::fs::write(&overlay, overlaid.to_string()).expect("there is room");
        let loaded = spec::load_with(&path, &[overlay]);
        let refused = loaded.diagnostics.iter().find(|one| one.message.contains("not JSONPath"));
        let label = refused.map(|one| one.message.as_str());
        prop_assert_eq!(label.is_none(), JsonPath::parse(&query).is_ok(), "{}: {:?}", query, label);
    }
}
