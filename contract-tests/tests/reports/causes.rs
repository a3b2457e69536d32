//! Findings with the same cause are reported once, and none is lost.

use std::collections::BTreeSet;

use conformance_report::cause::{Cause, causes, tally};
use conformance_report::{html, markdown, terminal};
use proptest::prelude::*;

use crate::reports::sample;

proptest! {
    #[test]
    fn causes_divide_the_findings(names in prop::collection::vec(0..6_u8, 1..40)) {
        let mut report = sample::report();
        let cycle = report.findings.clone().into_iter().cycle();
        report.findings = cycle
            .zip(&names)
            .enumerate()
            .map(|(index, (mut finding, name))| {
                finding.id = format!("f{index}");
                finding.cause = format!("cause {name}");
                finding
            })
            .collect();
        let all = causes(&report);
        let found: BTreeSet<_> = all.iter().flat_map(Cause::findings).map(|one| &one.id).collect();
        prop_assert_eq!(found.len(), report.findings.len(), "each finding is in one cause");
        for cause in &all {
            let (level, check) = (cause.first.level, &cause.first.check);
            let same = cause.findings().all(|one| {
                one.level == level && &one.check == check && one.cause == cause.first.cause
            });
            prop_assert!(same);
        }
        prop_assert_eq!(tally(&report).values().sum::<usize>(), all.len());
    }
}

#[test]
fn one_cause_on_many_operations_is_shown_once() {
    let mut report = sample::report();
    let mut first = report.findings[0].clone();
    first.cause = "fails with 500".to_owned();
    report.findings = (0..40)
        .map(|index| {
            let mut finding = first.clone();
            finding.id = format!("f{index}");
            finding.operation = Some(format!("operation{index}"));
            finding
        })
        .collect();
    let page = html::render(&report).expect("a page");
    assert_eq!(page.matches("<details class=\"finding\"").count(), 1);
    let text = anstream::adapter::strip_str(&terminal::render(&report, None)).to_string();
    // Rows are wrapped anywhere between words.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("40 operations: fails with 500"), "{text}");
    assert!(text.contains("and 34 more"), "{text}");
    assert!(markdown::render(&report).contains("40 operations"));
}
