//! The page of a run with very many findings stays a page that opens quickly.

use std::collections::BTreeMap;

use conformance_core::intent::Intent;
use conformance_report::html;
use conformance_report::model::{Cell, Finding, Report};

use super::sample::report;

/// The largest page, in bytes.
const LARGEST: usize = 1_000_000;

const OPERATIONS: usize = 200;
const FINDINGS: usize = 800;
/// How many causes the findings have.
const CAUSES: usize = 150;

/// Returns a report with many findings, operations and reasons, and large bodies.
fn large() -> Report {
    let mut report = report();
    let sample = report.findings.remove(0);
    let finding = |index: usize| {
        let mut one = Finding {
            id: format!("f{index:07x}"),
            operation: Some(format!("operation{}", index % OPERATIONS)),
            cause: format!("cause {}", index % CAUSES),
            title: format!("cause {} at operation {index}", index % CAUSES),
            expected: "a value that the schema allows".to_owned(),
            actual: format!("{:?} is not of type \"integer\"", "v".repeat(100)),
            ..sample.clone()
        };
        let evidence = one.evidence.first().cloned();
        one.evidence = evidence.into_iter().cycle().take(3).collect();
        for exchange in &mut one.evidence {
            exchange.request.headers = fields(5);
            let Some(response) = exchange.response.as_mut() else {
                continue;
            };
            response.headers = fields(8);
            if let Some(body) = response.body.as_mut() {
                body.text = "x".repeat(16 * 1024);
            }
        }
        one
    };
    report.findings = (0..FINDINGS).map(finding).collect();
    let row = report.coverage.remove(0);
    let cell = |intent: Intent| match intent {
        Intent::Valid => Cell::Exercised {
            count: 3,
            findings: 1,
        },
        _ => Cell::Unreachable {
            why: format!("there is nothing of the kind {intent} that it could be sent with"),
        },
    };
    let intents: BTreeMap<_, _> = Intent::PLANNED.map(|one| (one, cell(one))).into();
    report.coverage = (0..OPERATIONS)
        .map(|index| {
            let mut row = row.clone();
            row.operation = format!("operation{index}");
            row.intents = intents.clone();
            row
        })
        .collect();
    report
}

fn fields(count: usize) -> Vec<(String, String)> {
    let field = |index| {
        (
            format!("x-field-{index}"),
            "a value of some length".to_owned(),
        )
    };
    (0..count).map(field).collect()
}

#[test]
fn a_page_of_very_many_findings_is_small() {
    let report = large();
    let page = html::render(&report).expect("a page");
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    let causes = page.matches("<details class=\"finding\"").count();
    assert_eq!(causes, CAUSES, "every cause is there");
    let reason = "there is nothing of the kind head that";
    assert_eq!(page.matches(reason).count(), 1, "a reason is written once");
}
