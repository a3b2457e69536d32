//! Shards of a plan, run separately and merged: together they equal the whole run, and an
//! incomplete set is not a success.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use conformance_report::Report;
use conformance_report::model::{Cell, State};

use crate::command::{Desk, running, shown};
use crate::fault::Fault;
use crate::library::TRIAL;

/// The number of shards.
const PARTS: u32 = 3;

/// Runs every shard; returns the exit codes.
async fn run_parts(desk: &Desk, base_url: &str, more: &[&str]) -> Vec<Option<i32>> {
    let mut codes = Vec::new();
    for part in 1..=PARTS {
        let output = run_part(desk, base_url, part, more).await;
        codes.push(output.status.code());
    }
    codes
}

async fn run_part(desk: &Desk, base_url: &str, part: u32, more: &[&str]) -> std::process::Output {
    let (shard, folder) = (format!("{part}/{PARTS}"), format!("part-{part}"));
    let mut flags = vec!["--shard", &shard, "--report", &folder];
    flags.extend(more);
    desk.check_with(&TRIAL, base_url, &flags).await
}

fn read(desk: &Desk, folder: &str) -> Report {
    Report::read(&desk.0.path().join(folder).join("report.json")).expect("a report")
}

const REPORTS: [&str; 3] = [
    "part-1/report.json",
    "part-2/report.json",
    "part-3/report.json",
];

/// Returns the exercised pairs, and the reasons for the others. Additional requests count once.
fn pairs(report: &Report) -> BTreeMap<String, String> {
    let rows = report.coverage.iter();
    let cells = rows.flat_map(|row| row.intents.iter().map(move |cell| (row, cell)));
    cells
        .map(|(row, (intent, cell))| {
            let told = match cell {
                Cell::Exercised { .. } => "exercised".to_owned(),
                Cell::Unreachable { why } | Cell::Skipped { why } => why.clone(),
            };
            (format!("{} {intent}", row.operation), told)
        })
        .collect()
}

/// Returns the result of each check, or its reason if there is no other result.
fn checks(report: &Report) -> BTreeMap<&str, (State, &[String])> {
    let rows = report.checks.iter();
    rows.map(|row| {
        let why: &[String] = match row.state {
            State::Skipped => &row.why,
            _ => &[],
        };
        (row.id.as_str(), (row.state, why))
    })
    .collect()
}

#[tokio::test]
async fn the_parts_together_are_the_whole() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, None).await;
    let output = desk.check(&TRIAL, &service.base_url).await;
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    let whole = read(&desk, "report");
    let service = running(&TRIAL, None).await;
    assert_eq!(run_parts(&desk, &service.base_url, &[]).await, [Some(0); 3]);
    let mut arguments = vec!["merge", "--report", "joint"];
    arguments.extend(REPORTS);
    let output = desk.call(&arguments).await;
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    let joint = read(&desk, "joint");
    assert_eq!(pairs(&joint), pairs(&whole));
    assert_eq!(checks(&joint), checks(&whole));
    let parts: Vec<Report> = (1..=PARTS)
        .map(|part| read(&desk, &format!("part-{part}")))
        .collect();
    let sum = |count: fn(&Report) -> u64| parts.iter().map(count).sum::<u64>();
    assert_eq!(joint.counts.requests, sum(|one| one.counts.requests));
    assert_eq!(
        joint.counts.verdicts_passed,
        sum(|one| one.counts.verdicts_passed)
    );
    let all = [
        joint.counts.passed,
        joint.counts.failed,
        joint.counts.skipped,
        joint.counts.inconclusive,
    ];
    assert_eq!(all.iter().sum::<usize>(), joint.checks.len());
}

#[tokio::test]
async fn what_one_part_finds_is_found() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, Some(Fault::LimitOffByOne)).await;
    // One checks every response and finds nothing; one sends additional requests in one shard.
    let flags = ["--only", "status-declared", "--only", "limit-honoured"];
    let codes = run_parts(&desk, &service.base_url, &flags).await;
    assert_eq!(codes, [Some(0), Some(1), Some(0)]);
    let mut arguments = vec!["merge", "--report", "joint"];
    arguments.extend(REPORTS);
    let output = desk.call(&arguments).await;
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    let ids = |report: &Report| -> BTreeSet<String> {
        report.findings.iter().map(|one| one.id.clone()).collect()
    };
    let joint = read(&desk, "joint");
    let parts = (1..=PARTS).map(|part| ids(&read(&desk, &format!("part-{part}"))));
    assert_eq!(ids(&joint), parts.flatten().collect());
    let found = joint
        .findings
        .iter()
        .find(|one| one.check == "limit-honoured");
    let file = found.and_then(|one| one.replay.clone()).expect("a finding");
    assert!(desk.0.path().join("joint").join(file).is_file());
}

#[tokio::test]
async fn parts_that_do_not_belong_together_are_refused() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, None).await;
    let url = &service.base_url;
    run_parts(&desk, url, &[]).await;
    let refused = async |reports: &[&str], words: &str| {
        let mut arguments = vec!["merge", "--report", "joint"];
        arguments.extend(reports);
        let output = desk.call(&arguments).await;
        assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
        assert!(shown(&output).contains(words), "{}", shown(&output));
        assert!(!desk.0.path().join("joint").exists(), "a report is left");
    };
    refused(&[REPORTS[0], REPORTS[2]], "shard 2 of 3 is missing").await;
    refused(&[REPORTS[0], REPORTS[1]], "shard 3 of 3 is missing").await;
    refused(
        &[REPORTS[0], REPORTS[0], REPORTS[1]],
        "shard 1 of 3 is there twice",
    )
    .await;
    let path = desk.0.path().join(REPORTS[1]);
    let kept = std::fs::read_to_string(&path).expect("a report");
    change(&path, &kept, "\"tool\": \"", "\"tool\": \"9.");
    refused(&REPORTS, "version of this program").await;
    run_part(&desk, url, 2, &["--seed", "1"]).await;
    refused(&REPORTS, "seed").await;
    run_part(&desk, url, 2, &["--section", "A1"]).await;
    refused(&REPORTS, "selection of checks").await;
    let description = desk.0.path().join("openapi.yaml");
    change(&description, TRIAL.description, "", "# Of another day.\n");
    run_part(&desk, url, 2, &[]).await;
    refused(&REPORTS, "text of the description").await;
}

fn change(path: &Path, text: &str, from: &str, to: &str) {
    std::fs::write(path, text.replacen(from, to, 1)).expect("a file");
}
