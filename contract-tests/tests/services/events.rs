//! The events of a run, as a program that follows it reads them, say what the report says.

use std::collections::BTreeSet;

use conformance_report::Report;
use serde_json::Value;

use crate::command::{Desk, running, shown};
use crate::fault::Fault;
use crate::library::TRIAL;

#[tokio::test]
async fn the_events_of_a_run_are_those_of_its_report() {
    let desk = Desk::of(&TRIAL);
    let service = running(&TRIAL, Some(Fault::BrokenSchema)).await;
    let flags = ["--message-format", "json", "--events"];
    let output = desk.check_with(&TRIAL, &service.base_url, &flags).await;
    let report = Report::read(&desk.report().join("report.json")).expect("a report");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
        .collect();
    let schema = include_str!("../../../docs/schemas/conformance-events.schema.json");
    let schema = serde_json::from_str(schema).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let of_events = lines.iter().take_while(|line| line["type"] != "finding");
    for line in of_events.filter(|line| line["type"] != "summary") {
        assert!(schema.is_valid(line), "{line}");
    }
    let of = |kind: &'static str| lines.iter().filter(move |line| line["type"] == kind);

    assert_eq!(of("exchanged").count() as u64, report.counts.requests);
    let unanswered = of("exchanged").filter(|line| line["status"].is_null());
    assert_eq!(unanswered.count() as u64, report.counts.failures);
    let names = |kind| of(kind).map(|line| line["name"].as_str().unwrap_or_default());
    let phases: Vec<_> = report.phases.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names("phase-started").collect::<Vec<_>>(), phases);
    let found: BTreeSet<_> = of("found").filter_map(|line| line["id"].as_str()).collect();
    let reported: BTreeSet<_> = report.findings.iter().map(|one| one.id.as_str()).collect();
    assert!(!found.is_empty(), "{}", shown(&output));
    assert_eq!(found, reported);
    assert_eq!(
        lines.last().map(|line| &line["type"]),
        Some(&"summary".into())
    );
}

#[tokio::test]
async fn events_need_a_format_for_programs() {
    let desk = Desk::of(&TRIAL);
    let output = desk
        .check_with(&TRIAL, "http://127.0.0.1:9/", &["--events"])
        .await;
    assert_eq!(output.status.code(), Some(2));
    assert!(
        shown(&output).contains("--message-format json"),
        "{}",
        shown(&output)
    );
}
