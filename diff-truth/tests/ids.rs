//! The ids of changes: no two changes of a comparison share one. Where a schema is compared with two
//! others, `diff` also distinguishes its changes by their places.

use std::collections::HashMap;
use std::path::Path;

use diff_truth::{descriptions, pair};
use jiff::civil::date;
use serde_json::{Value, json};
use spec::diff::{Policy, by_cause, compare};

/// Returns what is reported of a pair more than once with the same id, as places and messages.
fn shared(old: &Value, new: &Value) -> Vec<[String; 2]> {
    let load = |one: &Value| spec::load_text("openapi.json", one.to_string());
    let (old, new) = (load(old), load(new));
    let (Some(before), Some(after)) = (&old.api, &new.api) else {
        return Vec::new();
    };
    let policy = Policy::on(date(2027, 1, 1));
    let mut known = HashMap::new();
    let changes = by_cause(compare(before, after, &policy)).into_iter();
    let twice = changes.filter_map(|change| {
        let id = change.fingerprint(&old.documents, &new.documents);
        let what = format!("{} at {}: {}", change.rule, change.at, change.text);
        known
            .insert((id, change.at), what.clone())
            .map(|other| [other, what])
    });
    twice.collect()
}

#[test]
fn no_two_changes_share_an_id() {
    let mut compared = 0;
    for file in [
        "../spec/tests/diff/base.yaml",
        "tests/schemas.yaml",
        "tests/calls.yaml",
        "tests/inheritance.yaml",
        "tests/streams.yaml",
        "tests/shared.yaml",
        "tests/swagger.yaml",
    ] {
        for one in descriptions(Path::new(file)).expect("it can be read") {
            for number in 0..60 {
                let Some(pair) = pair(&one, 21, number) else {
                    continue;
                };
                for (old, new) in [(&pair.old, &pair.new), (&pair.new, &pair.old)] {
                    let shared = shared(old, new);
                    assert!(
                        shared.is_empty(),
                        "{file} #{number} {:?}: {shared:#?}",
                        pair.made
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Values that look the same in a message, because it shows their first characters only.
#[test]
fn long_values_with_the_same_beginning_have_different_ids() {
    let description = |values: &[&str]| {
        let schema = json!({"type": "string", "enum": values});
        json!({
            "openapi": "3.1.0",
            "info": {"title": "Things", "version": "1"},
            "paths": {"/things": {"get": {
                "operationId": "getThing",
                "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": schema}}}},
            }}},
        })
    };
    let long = "a".repeat(80);
    let (one, other) = (format!("{long}1"), format!("{long}2"));
    let (old, new) = (description(&["on"]), description(&["on", &one, &other]));
    assert!(shared(&old, &new).is_empty());
}
