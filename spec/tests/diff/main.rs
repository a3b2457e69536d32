//! Findings about changes: a table of edits (`cases.yaml`), and laws that hold for all changes.

mod drawn;
mod laws;
mod pairs;
mod programs;
mod restructured;
mod unseen;

use std::collections::BTreeSet;

use jiff::civil::{Date, date};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use spec::Api;
use spec::diff::{Change, Level, Policy, Removal, compare, rules};

/// The day of all comparisons.
const TODAY: Date = date(2027, 1, 1);

/// A service that gives a year's notice, and whose host has one version.
fn promises() -> Policy {
    Policy {
        version: Some("1.0".to_owned()),
        notice_days: Some(365),
        removal: Removal::Never,
        ..Policy::on(TODAY)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Values by JSON Pointer.
    edit: Map<String, Value>,
    there: BTreeSet<String>,
    back: BTreeSet<String>,
}

fn base() -> Value {
    serde_yaml::from_str(include_str!("base.yaml")).expect("the base is YAML")
}

fn model(description: &Value) -> Api {
    let loaded = spec::load_text("test.json", description.to_string());
    let messages: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| d.message.clone())
        .collect();
    loaded.api.unwrap_or_else(|| panic!("{messages:?}"))
}

fn set(description: &mut Value, pointer: &str, value: Value) {
    let pointer = if let Some(rest) = pointer.strip_prefix("P/") {
        format!("/paths/~1things~1{{id}}/{rest}")
    } else if let Some(rest) = pointer.strip_prefix("T/") {
        format!("/components/schemas/{rest}")
    } else {
        pointer.to_owned()
    };
    let (parent, last) = pointer.rsplit_once('/').expect("pointers have a slash");
    let last = last.replace("~1", "/").replace("~0", "~");
    let parent = description.pointer_mut(parent);
    match parent.unwrap_or_else(|| panic!("nothing is at {pointer}")) {
        Value::Object(members) if value == "~gone" => {
            assert!(members.remove(&last).is_some(), "nothing is at {pointer}");
        }
        Value::Object(members) => {
            members.insert(last, value);
        }
        Value::Array(items) if last == "-" => items.push(value),
        Value::Array(items) => items[last.parse::<usize>().expect("an index")] = value,
        _ => panic!("nothing can be at {pointer}"),
    }
}

fn summary(changes: &[Change]) -> BTreeSet<String> {
    let level = |level| match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "info",
    };
    let lines = changes
        .iter()
        .map(|change| format!("{} {}", level(change.level), change.rule));
    lines.collect()
}

#[test]
fn each_edit_is_told_both_ways() {
    let cases: Vec<Case> =
        serde_yaml::from_str(include_str!("cases.yaml")).expect("the cases are YAML");
    assert!(cases.len() >= 70, "{} cases", cases.len());
    let old = model(&base());
    let explained: BTreeSet<_> = rules::all().iter().map(|rule| rule.id).collect();
    let mut wrong = Vec::new();
    for case in cases {
        let mut edited = base();
        for (pointer, value) in &case.edit {
            set(&mut edited, pointer, value.clone());
        }
        let new = model(&edited);
        let edit = Value::Object(case.edit);
        for (told, expected) in [
            (compare(&old, &new, &promises()), &case.there),
            (compare(&new, &old, &promises()), &case.back),
        ] {
            let unexplained = told.iter().find(|one| !explained.contains(one.rule));
            assert_eq!(unexplained, None);
            let found = summary(&told);
            if found != *expected {
                wrong.push(format!(
                    "{edit}\n  expected {expected:?}\n  but is   {found:?}"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A union with one member is that member for types; what its discriminator says is compared.
#[test]
fn discriminators_of_a_single_member_are_compared() {
    let cat = "#/components/schemas/Cat";
    let with = |union: Value| {
        let mut edited = base();
        set(&mut edited, "T/Pet", union);
        model(&edited)
    };
    let named = |field: &str, value: &str| {
        let mapping = json!({value: cat});
        with(json!({
            field: [{"$ref": cat}], "discriminator": {"propertyName": "type", "mapping": mapping}
        }))
    };
    let plain = with(json!({"oneOf": [{"$ref": cat}]}));
    for field in ["oneOf", "anyOf"] {
        let [old, same, new] = ["cat", "cat", "tom"].map(|value| named(field, value));
        let told = |old, new| summary(&compare(old, new, &promises()));
        assert_eq!(told(&old, &same), BTreeSet::new());
        let renamed = BTreeSet::from([
            "error request-property-discriminator-mapping-deleted".to_owned(),
            "error response-property-discriminator-mapping-deleted".to_owned(),
            "info request-property-discriminator-mapping-added".to_owned(),
            "error response-property-discriminator-mapping-added".to_owned(),
        ]);
        assert_eq!(told(&old, &new), renamed);
        let added = BTreeSet::from([
            "error request-property-discriminator-added".to_owned(),
            "info response-property-discriminator-added".to_owned(),
        ]);
        assert_eq!(told(&plain, &new), added);
        let removed = BTreeSet::from([
            "error request-property-discriminator-removed".to_owned(),
            "error response-property-discriminator-removed".to_owned(),
        ]);
        assert_eq!(told(&new, &plain), removed);
    }
}

#[test]
fn changes_say_where_they_are() {
    let mut edited = base();
    set(
        &mut edited,
        "T/Thing/properties/tags/items/type",
        "integer".into(),
    );
    let changes = compare(&model(&base()), &model(&edited), &promises());
    let [change] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    assert_eq!(change.operation.as_deref(), Some("getThing"));
    assert_eq!(change.at, "getThing response 200 application/json /tags/*");
    assert_eq!(change.text, "was a string, and is an integer");
    assert!(change.old.is_some() && change.new.is_some());
}

#[test]
fn renamed_path_parameters_are_told_once() {
    let mut edited = base();
    let paths = edited["paths"].as_object_mut().expect("there are paths");
    let mut item = paths.remove("/things/{id}").expect("it is there");
    item["parameters"][0]["name"] = "thingId".into();
    paths.insert("/things/{thingId}".to_owned(), item);
    let changes = compare(&model(&base()), &model(&edited), &promises());
    let expected = BTreeSet::from(["error api-path-parameter-renamed".to_owned()]);
    assert_eq!(summary(&changes), expected);
}
