//! The rules of the comparison against compilers.

#![cfg(unix)]

use std::path::Path;

use diff_truth::{Compilers, Draw, descriptions, surface};
use jiff::civil::date;
use spec::diff::Policy;

/// How many mutations there are of each description; `cargo xtask diff-truth --surface` makes more.
const DRAW: Draw = Draw {
    mutations: 8,
    seed: 7,
};

/// How many pairs Rust is asked about, which takes it seconds for each.
const CRATES: usize = 6;

#[test]
fn no_program_stops_compiling_in_silence() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let tools = target.expect("it is below the target folder").join("sdk");
    let mut all = Vec::new();
    for file in ["../spec/tests/diff/base.yaml", "tests/inheritance.yaml"] {
        let forms = descriptions(Path::new(file)).expect("it can be read");
        all.extend(forms.into_iter().map(|one| (file.to_owned(), one)));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("surface");
    let policy = Policy::on(date(2027, 1, 1));
    let compilers = Compilers {
        tools: &tools,
        folder: &folder,
        crates: CRATES,
    };
    let report = surface(&all, DRAW, &policy, compilers).expect("compilers start");
    println!("{report}");
    let is_ci = std::env::var_os("CI").is_some();
    assert!(!is_ci || report.missing.is_empty(), "{report}");
    let compiled: usize = report.compiled.iter().map(|(_, count)| count).sum();
    let most = report.missing.is_empty();
    assert!(compiled > if most { 10 } else { 2 }, "{report}");
    assert!(report.breaks > if most { 3 } else { 0 }, "{report}");
    assert!(report.is_good(), "{report}");
}
