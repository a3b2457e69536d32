//! The rules of the comparison against what values prove.

use std::collections::HashSet;
use std::path::Path;

use diff_truth::{Report, campaign, descriptions, kinds, truth};
use jiff::civil::date;
use serde_json::{Value, json};
use spec::diff::Policy;

/// How many mutations there are of each description; `cargo xtask diff-truth` makes more.
const MUTATIONS: u64 = 50;

#[test]
fn no_break_is_silent_and_what_is_told_is_true() {
    let policy = Policy::on(date(2027, 1, 1));
    let mut report = Report::default();
    for file in [
        "../spec/openapi.yaml",
        "../spec/tests/diff/base.yaml",
        "tests/schemas.yaml",
        "tests/calls.yaml",
        "tests/inheritance.yaml",
        "tests/streams.yaml",
        "tests/shared.yaml",
        "tests/swagger.yaml",
    ] {
        for one in descriptions(Path::new(file)).expect("it can be read") {
            campaign(file, &one, (MUTATIONS, 1), &policy, &mut report);
        }
    }
    println!("{report}");
    assert!(report.breaks > 50, "{report}");
    assert_eq!(report.skipped, 0, "{report}");
    assert!(report.unproven * 20 < report.breaks, "{report}");
    assert!(report.is_good(), "{report}");
}

/// An old caller could have sent anything by a name that nothing declared, but the contract announces
/// new optional properties. Where the description says what other properties are, callers use them.
#[test]
fn a_new_optional_property_is_announced() {
    let description = |schema: Value| {
        let content = json!({"application/json": {"schema": schema}});
        json!({
            "openapi": "3.1.0",
            "info": {"title": "Things", "version": "1"},
            "paths": {"/things": {"post": {
                "operationId": "addThing",
                "requestBody": {"required": true, "content": content},
                "responses": {"204": {"description": "Added"}},
            }}},
        })
    };
    let text = json!({"type": "string"});
    let short = json!({"type": "string", "maxLength": 3, "x-changed-here": true});
    let object = |properties: Value, others: Option<&Value>| {
        let mut schema = json!({"type": "object", "properties": properties});
        if let Some(others) = others {
            schema["additionalProperties"] = others.clone();
        }
        description(schema)
    };
    let (old, new) = (json!({"a": text}), json!({"a": text, "b": short}));
    for (others, breaks) in [(None, false), (Some(&text), true)] {
        let truth = truth(&object(old.clone(), others), &object(new.clone(), others));
        assert_eq!(truth.request.is_some(), breaks, "{truth:?}");
    }
}

#[test]
fn there_are_many_kinds_of_change() {
    let kinds = kinds();
    assert!(kinds.len() >= 150, "{}", kinds.len());
    let names: HashSet<_> = kinds.iter().collect();
    assert_eq!(names.len(), kinds.len(), "a name is there twice");
}
