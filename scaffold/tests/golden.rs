//! Golden cases. Every folder of `tests/cases` is one: the user's file `before.rs`, the same file
//! afterwards, `after.rs`, if it changes, and the report, `report.txt`. `options.toml` may name a
//! trait and the path of the server crate.
//!
//! `UPDATE_GOLDEN=1 cargo test -p scaffold --test golden` updates the expected files.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use scaffold::{Naming, Stubs, Updated, update};
use serde::Deserialize;

/// The options of a case.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    only: Option<String>,
    server: Option<String>,
}

/// The outcome of a case.
#[derive(Debug, PartialEq)]
struct Outcome {
    /// The file afterwards, if it changed.
    after: Option<String>,
    report: String,
}

#[test]
fn golden_cases() {
    let is_update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let stubs = support::stubs();
    for case in cases() {
        let outcome = run(&case, &stubs);
        if is_update {
            write(&case, &outcome);
        }
        let expected = Outcome {
            after: fs::read_to_string(case.join("after.rs")).ok(),
            report: fs::read_to_string(case.join("report.txt")).unwrap_or_default(),
        };
        assert_eq!(outcome, expected, "{}", case.display());
    }
}

/// A second run adds nothing, and the file still parses.
#[test]
fn golden_cases_are_complete_afterwards() {
    let stubs = support::stubs();
    for case in cases() {
        let before = fs::read_to_string(case.join("before.rs")).expect("a file");
        if let Some(after) = run(&case, &stubs).after {
            let updated = apply(&case, &after, &stubs).expect("it parses");
            assert_eq!(updated.text, after, "{}", case.display());
            assert_eq!(updated.added, [], "{}", case.display());
            assert!(
                support::is_subsequence(&before, &after),
                "{}",
                case.display()
            );
        }
    }
}

fn cases() -> Vec<PathBuf> {
    let entries = fs::read_dir(support::CASES).expect("there are cases");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut cases: Vec<_> = paths.filter(|path| path.is_dir()).collect();
    cases.sort();
    cases
}

fn apply(case: &Path, text: &str, stubs: &Stubs) -> Result<Updated, scaffold::ParseError> {
    let options = fs::read_to_string(case.join("options.toml")).unwrap_or_default();
    let options: Options = toml::from_str(&options).expect("options");
    let naming = Naming::of_package("case-server");
    let naming = match &options.server {
        Some(path) => naming.at_path(path).expect("a path"),
        None => naming,
    };
    update(text, stubs, options.only.as_deref(), &naming)
}

fn run(case: &Path, stubs: &Stubs) -> Outcome {
    let before = fs::read_to_string(case.join("before.rs")).expect("a file");
    let mut report = String::new();
    let updated = match apply(case, &before, stubs) {
        Ok(updated) => updated,
        Err(error) => {
            return Outcome {
                after: None,
                report: format!("before.rs:{error}\n"),
            };
        }
    };
    writeln!(report, "implements: {}", updated.traits.join(", ")).expect("memory");
    for added in &updated.added {
        let (operation, old, new) = (&added.operation, added.implementation, added.place);
        writeln!(report, "before.rs:{old}: lacks {operation}; after.rs:{new}").expect("memory");
    }
    for finding in &updated.findings {
        let mark = if finding.is_mismatch() { "!" } else { " " };
        let (place, kind) = (finding.place, &finding.kind);
        writeln!(report, "{mark} before.rs:{place}: {kind}").expect("memory");
    }
    Outcome {
        after: (updated.text != before).then_some(updated.text),
        report,
    }
}

fn write(case: &Path, outcome: &Outcome) {
    fs::write(case.join("report.txt"), &outcome.report).expect("it can be written");
    match &outcome.after {
        Some(after) => fs::write(case.join("after.rs"), after).expect("it can be written"),
        // The file may not exist.
        None => drop(fs::remove_file(case.join("after.rs"))),
    }
}
