//! The results of the suite.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// A scenario that was run, with its failed checks and their messages. A warning counts as a failure, as
/// in the suite's own lists of expected failures, and so does a scenario in which no check passed.
#[derive(Debug)]
pub struct Scenario {
    pub name: String,
    pub failed: BTreeMap<String, String>,
}

/// Reads the scenarios of a kind (`server`, `authorization-server`) that the output names, each with its file
/// in the folder of results.
///
/// # Panics
/// Panics if a scenario has no results, so that none can be lost.
pub fn read(output: &str, kind: &str, folder: &Path) -> Vec<Scenario> {
    let names = output.lines().filter_map(|line| {
        let name = line.strip_prefix("=== Running scenario: ")?;
        name.strip_suffix(" ===")
    });
    let all: Vec<_> = names.map(|name| scenario(name, kind, folder)).collect();
    assert!(!all.is_empty(), "the suite has no scenarios:\n{output}");
    all
}

fn scenario(name: &str, kind: &str, folder: &Path) -> Scenario {
    let checks = checks(name, kind, folder);
    let mut checks = checks.as_array().expect("a list of checks").iter();
    let text = |check: &Value, name: &str| check[name].as_str().unwrap_or_default().to_owned();
    let mut failed: BTreeMap<_, _> = checks
        .clone()
        .filter(|check| matches!(text(check, "status").as_str(), "FAILURE" | "WARNING"))
        .map(|check| (text(check, "id"), text(check, "errorMessage")))
        .collect();
    if failed.is_empty() && !checks.any(|check| text(check, "status") == "SUCCESS") {
        failed.insert("nothing-passed".to_owned(), "no check passed".to_owned());
    }
    Scenario {
        name: name.to_owned(),
        failed,
    }
}

/// Returns the checks of a scenario, whose folder ends with the time.
fn checks(name: &str, kind: &str, folder: &Path) -> Value {
    let start = format!("{kind}-{name}-20");
    let mut folders = std::fs::read_dir(folder).expect("the results").flatten();
    let found = folders.find(|entry| entry.file_name().to_string_lossy().starts_with(&start));
    let found = found.unwrap_or_else(|| panic!("{name} has no results"));
    let text = std::fs::read_to_string(found.path().join("checks.json")).expect("the checks");
    serde_json::from_str(&text).expect("JSON")
}
