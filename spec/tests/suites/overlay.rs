//! The suite of the Overlay Specification: descriptions with an overlay and the result, and valid
//! and invalid overlays of each version.
//!
//! `tests/suites/overlay.txt` contains the diagnostics of the invalid ones.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::report::{self, Report};
use crate::snapshot;

const SNAPSHOT: &str = "tests/suites/overlay.txt";

/// A description for overlays that come without one, with the parts that their targets select.
const DESCRIPTION: &str = r#"
openapi: 3.1.0
info: {title: Things, version: "1", description: Old}
tags: [{name: dummy}]
paths:
  /: {get: {tags: [dummy], responses: {"200": {description: All.}}}}
  /foo:
    get:
      description: Old
      x-oai-traits: [paged]
      parameters: [{name: dummy, in: query, schema: {type: string}}]
      responses: {"200": {description: All.}}
  /bar:
    get:
      description: Old
      parameters: [{name: filter, in: query, schema: {type: string}}]
      responses: {"200": {description: All.}}
"#;

fn yaml(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("the suite can be read");
    serde_yaml::from_str(&text).expect("the suite is YAML")
}

/// Applies the overlay of a set to its description, and compares the result.
fn set(folder: &Path) -> Option<String> {
    let overlay = folder.join("overlay.yaml");
    let loaded = spec::load_with(&folder.join("openapi.yaml"), &[overlay]);
    let expected = yaml(&folder.join("output.yaml"));
    let root = loaded.documents.main().expect("the description is read");
    let found = root.to_json();
    (found != expected).then(|| format!("expected {expected:#}\nfound {found:#}"))
}

/// Returns the diagnostics of an overlay that are in its own file.
fn diagnostics(overlay: &Path) -> Vec<String> {
    let overlays = [overlay.to_path_buf()];
    let loaded = spec::load_text_with("openapi.yaml", DESCRIPTION, &overlays);
    let name = overlay.display().to_string();
    let all = loaded.diagnostics.sorted().into_iter();
    let places = all.map(|one| (one, loaded.documents.sources.locate(one.span)));
    let own = places.filter(|(_, place)| place.path == name);
    own.map(|(one, place)| {
        let level = match one.severity {
            spec::Severity::Error => "error",
            spec::Severity::Warning => "warning",
        };
        let (line, column, message) = (place.line, place.column, &one.message);
        format!("{line}:{column} {level} {}: {message}", one.code)
    })
    .collect()
}

const PARTS: [(&str, &str, bool); 4] = [
    ("1.0 valid", "v1.0/pass", true),
    ("1.0 invalid", "v1.0/fail", false),
    ("1.1 valid", "v1.1/pass", true),
    ("1.1 invalid", "v1.1/fail", false),
];

#[test]
fn overlays_change_what_they_should() {
    let Some(suite) = report::folder("overlay") else {
        return;
    };
    let mut report = Report::new("tests/suites/overlay.yaml");
    for output in report::files(&suite.join("compliant-sets"), "yaml") {
        if output.ends_with("output.yaml") {
            let folder = output.parent().expect("it is in a folder");
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            report.add("sets", format!("sets/{name}"), set(folder));
        }
    }
    let mut snapshot = String::new();
    for (part, folder, valid) in PARTS {
        for file in report::files(&suite.join("schema-tests").join(folder), "yaml") {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let said = diagnostics(&file);
            let is_refused = said.iter().any(|line| line.contains(" error "));
            let fails = if valid { is_refused } else { said.is_empty() };
            let said = said.join("\n  ");
            writeln!(snapshot, "{part}/{stem}\n  {said}").expect("strings take all");
            report.add(part, format!("{part}/{stem}"), fails.then_some(said));
        }
    }
    snapshot::compare(Path::new(SNAPSHOT), &snapshot);
    report.check("Overlay Specification");
}
