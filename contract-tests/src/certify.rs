//! Decides whether a run tested everything that applies (`--certify`).
//!
//! What applies follows from the catalogue, the checks of this build and the description: every
//! check except those whose subject does not exist, and every pair of operation and intent except
//! those that the description or the deployment does not have.

use std::collections::{BTreeMap, BTreeSet};

use conformance_core::catalogue::{Catalogue, Strength};
use conformance_report::Report;
use conformance_report::model::{Cell, Certificate, CheckRow, State, Verdict};

/// Records what a certificate requires and the run left out. The verdict `conforms` then becomes
/// `insufficient`.
pub fn certify(report: &mut Report) {
    let mut missing = uncovered();
    missing.extend(not_run(report));
    let (checks_applying, checks_run) = run_in_full(report, &mut missing);
    let (pairs_applying, pairs_exercised) = exercised(report, &mut missing);
    if !missing.is_empty() && report.verdict == Verdict::Conforms {
        report.verdict = Verdict::Insufficient;
    }
    report.certificate = Some(Certificate {
        checks_applying,
        checks_run,
        pairs_applying,
        pairs_exercised,
        missing,
    });
}

/// Returns the requirements that this build should check and has no check for.
fn uncovered() -> Vec<String> {
    let known: BTreeSet<_> = conformance_checks::all()
        .map(|check| check.requirement)
        .collect();
    let rows = Catalogue::embedded().requirements.iter();
    let rows = rows.filter(|row| row.strength != Strength::Never && row.unchecked.is_none());
    rows.filter(|row| !known.contains(row.id.as_str()))
        .map(|row| format!("{}: this build has no check of it", row.id))
        .collect()
}

/// Returns the checks that were not selected.
fn not_run(report: &Report) -> Vec<String> {
    let run: BTreeSet<_> = report.checks.iter().map(|row| row.id.as_str()).collect();
    let left = conformance_checks::all().filter(|check| !run.contains(check.id));
    left.map(|check| format!("{}: not selected (--only, --skip, --section)", check.id))
        .collect()
}

/// Returns how many checks apply, and how many of them were run in all their parts.
fn run_in_full(report: &Report, missing: &mut Vec<String>) -> (usize, usize) {
    let absent = conformance_checks::all()
        .count()
        .saturating_sub(report.checks.len());
    let mut counts = (absent, 0);
    for row in &report.checks {
        let missing_inputs = missing_inputs(row);
        if row.state == State::Skipped && missing_inputs.is_empty() {
            continue;
        }
        counts.0 += 1;
        if missing_inputs.is_empty() {
            counts.1 += 1;
        }
        missing.extend(
            missing_inputs
                .iter()
                .map(|lack| format!("{}: {lack}", row.id)),
        );
    }
    counts
}

/// Returns what prevents a certificate in a check: missing inputs, or inconclusive parts.
fn missing_inputs(row: &CheckRow) -> Vec<String> {
    let mut missing_inputs = row.lacks.clone();
    if row.state == State::Inconclusive {
        missing_inputs.push(format!("could not be decided: {}", row.why.join("; ")));
    }
    missing_inputs
}

/// Returns how many pairs apply, and how many were exercised. Adds the others to `missing`, by
/// reason.
fn exercised(report: &Report, missing: &mut Vec<String>) -> (usize, usize) {
    let mut counts = (0, 0);
    let mut left = BTreeMap::<&str, Vec<String>>::new();
    for row in &report.coverage {
        for (intent, cell) in &row.intents {
            match cell {
                Cell::Unreachable { .. } => {}
                Cell::Exercised { .. } => counts = (counts.0 + 1, counts.1 + 1),
                Cell::Skipped { why } => {
                    counts.0 += 1;
                    let pair = format!("{} {intent}", row.operation);
                    left.entry(why).or_default().push(pair);
                }
            }
        }
        if !row.is_exercised() {
            missing.push(format!("{} was never asked", row.operation));
        }
    }
    missing.extend(left.iter().map(|(why, pairs)| formatted(why, pairs)));
    counts
}

/// Formats the first of some pairs, how many more there are, and the reason.
fn formatted(why: &str, pairs: &[String]) -> String {
    let first = pairs.first().map(String::as_str).unwrap_or_default();
    match pairs.len() {
        0 | 1 => format!("{first}: {why}"),
        many => format!("{first} and {} more pairs: {why}", many - 1),
    }
}
