//! The rules of the comparison against programs that run.

#![cfg(unix)]

use std::path::Path;

use diff_truth::{Draw, Programs, behavior, descriptions};
use jiff::civil::date;
use spec::diff::Policy;

/// How many mutations there are of each description; `cargo xtask diff-truth --behavior` makes more.
const DRAW: Draw = Draw {
    mutations: 2,
    seed: 3,
};

/// How many SDKs are built in Rust: those of the descriptions, which call the mocks of all mutations.
const CRATES: usize = 2;

#[test]
fn what_no_rule_reports_works() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let target = target.expect("it is below the target folder");
    let (tools, mock) = (target.join("sdk"), target.join("debug/mock"));
    let is_there = tools.join("python/venv/bin/python").exists() && mock.exists();
    if !is_there {
        let is_ci = std::env::var_os("CI").is_some();
        assert!(!is_ci, "the mock or the tools of Python are not there");
        eprintln!("skipped: the mock or the tools of Python are not there");
        return;
    }
    let mut all = Vec::new();
    for file in ["../spec/tests/diff/base.yaml", "tests/schemas.yaml"] {
        let forms = descriptions(Path::new(file)).expect("it can be read");
        all.extend(forms.into_iter().map(|one| (file.to_owned(), one)));
    }
    let policy = Policy::on(date(2027, 1, 1));
    let programs = Programs {
        tools: &tools,
        mock: &mock,
        crates: CRATES,
    };
    let report = behavior(&all, DRAW, &policy, programs).expect("programs start");
    println!("{report}");
    assert!(report.is_good(), "{report}");
    // So few pairs need not show a break, but programs of every language have to work at first.
    assert!(report.pairs > 4, "{report}");
    assert!(
        report.calls.values().all(|(_, works)| *works > 0),
        "{report}"
    );
}
