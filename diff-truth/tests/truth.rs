//! The rules of the comparison against what values prove.

use std::collections::HashSet;
use std::path::Path;

use diff_truth::{Report, campaign, descriptions, kinds};
use jiff::civil::date;
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

#[test]
fn there_are_many_kinds_of_change() {
    let kinds = kinds();
    assert!(kinds.len() >= 150, "{}", kinds.len());
    let names: HashSet<_> = kinds.iter().collect();
    assert_eq!(names.len(), kinds.len(), "a name is there twice");
}
