//! A run with few requests covers every operation and intent in turn.

use std::collections::BTreeSet;

use conformance_report::Report;
use conformance_report::model::Cell;

use crate::command::{Desk, running, shown};
use crate::library::TRIAL;

/// The number of requests for each operation and intent: its own, and those that create its
/// resources.
const EACH: u64 = 3;

/// The maximum number of requests that a run reserves for its last checks.
const RESERVED: u64 = 16;

async fn check(flags: &[&str]) -> Report {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, None).await;
    let output = desk.check_with(&TRIAL, &service.base_url, flags).await;
    let report = Report::read(&desk.report().join("report.json"));
    report.unwrap_or_else(|error| panic!("{error:#}\n{}", shown(&output)))
}

/// Returns the operations and intents that were exercised.
fn exercised(report: &Report) -> BTreeSet<String> {
    let rows = report.coverage.iter();
    let cells = rows.flat_map(|row| row.intents.iter().map(move |cell| (row, cell)));
    let done = cells.filter(|(_, (_, cell))| matches!(cell, Cell::Exercised { .. }));
    done.map(|(row, (intent, _))| format!("{} {intent}", row.operation))
        .collect()
}

#[tokio::test]
async fn few_requests_are_shared_by_all_operations_and_intents() {
    let whole = check(&[]).await;
    let planned = exercised(&whole);
    let before = whole.phases.iter().take_while(|one| one.name != "plan");
    let before: u64 = before.map(|one| one.requests).sum();
    let few = before + EACH * planned.len() as u64;
    assert!(few < whole.counts.requests, "the whole plan is as small");
    let part = check(&["--max-requests", &few.to_string()]).await;
    let missing: Vec<_> = planned.difference(&exercised(&part)).cloned().collect();
    assert!(missing.is_empty(), "{few} requests: {missing:?}");
    let notes = part.notes.join("\n");
    assert!(notes.contains("equal shares"), "{notes}");
    assert!(!whole.notes.join("\n").contains("equal shares"));
    // What short units leave over goes to long ones. Some requests are reserved for the last checks,
    // and some are not counted, such as those that repeat a finding with a smaller body.
    let plan = part.phases.iter().find(|one| one.name == "plan").unwrap();
    let most = few - before - RESERVED;
    let sent = plan.requests;
    assert!(
        4 * sent > 3 * most,
        "the plan sent {sent} of {most} requests"
    );
}
