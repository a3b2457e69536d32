//! The output of `--message-format`, with hostile text wherever text from a server appears.

use std::path::Path;

use conformance_report::lines::lines;
use serde_json::Value;

use super::sample;

fn schema() -> Value {
    let text = include_str!("../../../docs/schemas/conformance-messages.schema.json");
    serde_json::from_str(text).expect("JSON")
}

fn sample_lines() -> String {
    lines(&sample::report(), Path::new("out"), 1).expect("it can be written")
}

#[test]
fn every_line_is_an_object_of_the_schema() {
    let schema = jsonschema::validator_for(&schema()).expect("a schema");
    let text = sample_lines();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), sample::report().findings.len() + 1);
    for line in &lines {
        schema
            .validate(line)
            .unwrap_or_else(|error| panic!("{error} at {}: {line}", error.instance_path()));
    }
    assert_eq!(lines.last().expect("a summary")["type"], "summary");
    assert!(
        lines[..lines.len() - 1]
            .iter()
            .all(|line| line["type"] == "finding")
    );
}

#[test]
fn a_line_that_lacks_or_adds_a_member_is_not_of_the_schema() {
    let schema = jsonschema::validator_for(&schema()).expect("a schema");
    for line in sample_lines().lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let members = line.as_object().expect("an object");
        for name in members.keys() {
            let mut less = line.clone();
            less.as_object_mut().expect("an object").remove(name);
            assert!(!schema.is_valid(&less), "without {name}");
        }
        let mut more = line.clone();
        more["another"] = true.into();
        assert!(!schema.is_valid(&more));
    }
}

#[test]
fn no_character_of_a_line_steers_a_terminal() {
    let text = sample_lines();
    let steers = |character: &char| {
        *character != '\n' && (character.is_control() || spec::hidden::is_hidden(*character))
    };
    assert_eq!(text.chars().find(steers), None);
    let first: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let finding = &sample::report().findings[0];
    assert_eq!(first["actual"], finding.actual, "nothing is lost");
}
