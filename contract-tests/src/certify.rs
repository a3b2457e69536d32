//! Whether a run tested all that there is to test (`--certify`).

use crate::report::Report;
use crate::report::model::{Cell, State, Verdict};

/// How many checks a whole run has, at least. A build that has lost some does not certify.
const CHECKS: usize = 150;

/// What a run left out that a certificate demands; the verdict becomes `insufficient` where it
/// would have been `conforms`.
pub fn certify(report: &mut Report) -> Vec<String> {
    let mut missing = Vec::new();
    if report.checks.len() < CHECKS {
        missing.push(format!(
            "{} checks were run, of at least {CHECKS}",
            report.checks.len()
        ));
    }
    for check in &report.checks {
        if matches!(check.state, State::Skipped | State::Inconclusive) {
            missing.push(format!("{}: {}", check.id, check.why.join("; ")));
        }
    }
    for row in &report.coverage {
        for (intent, cell) in &row.intents {
            if let Cell::Skipped { why } = cell {
                missing.push(format!("{} {intent}: {why}", row.operation));
            }
        }
    }
    if !missing.is_empty() {
        report.notes.push(format!(
            "not certified: {} things were left out",
            missing.len()
        ));
        report
            .notes
            .extend(missing.iter().map(|one| format!("left out: {one}")));
        if report.verdict == Verdict::Conforms {
            report.verdict = Verdict::Insufficient;
        }
    }
    missing
}
