//! Writes changes as `JUnit` XML, for CI systems that show tests: a suite for each category, a case
//! for each change.

use anyhow::{Context as _, Result};
use askama::Template;
use messages::text::line;

use super::finding::Finding;
use super::level;
use super::report::{Report, category};

#[derive(Template)]
#[template(path = "junit.xml")]
struct Page {
    tests: usize,
    failures: usize,
    skipped: usize,
    suites: Vec<Suite>,
}

struct Suite {
    name: &'static str,
    failures: usize,
    skipped: usize,
    cases: Vec<Case>,
}

struct Case {
    class: &'static str,
    name: String,
    message: String,
    level: &'static str,
    /// The places of the change and what it affects, one per line.
    details: String,
    fails: bool,
    accepted: Option<String>,
}

/// Returns the whole report.
pub(super) fn render(report: &Report) -> Result<String> {
    let categories = report.categories().into_iter();
    let mut suites: Vec<_> = categories
        .map(|(name, _)| {
            let findings = report.findings.iter();
            let own = findings.filter(|one| category(one.change.category) == name);
            suite(name, own.map(|one| case(one, report)).collect())
        })
        .collect();
    if suites.is_empty() {
        // CI systems read a file without tests as a failed run.
        suites.push(suite("diff", vec![nothing()]));
    }
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum();
    let page = Page {
        tests: sum(|one| one.cases.len()),
        failures: sum(|one| one.failures),
        skipped: sum(|one| one.skipped),
        suites,
    };
    page.render().context("JUnit XML cannot be written")
}

fn suite(name: &'static str, cases: Vec<Case>) -> Suite {
    Suite {
        name,
        failures: cases.iter().filter(|one| one.fails).count(),
        skipped: cases.iter().filter(|one| one.accepted.is_some()).count(),
        cases,
    }
}

fn nothing() -> Case {
    Case {
        class: "diff",
        name: "nothing changed".to_owned(),
        message: String::new(),
        level: "info",
        details: String::new(),
        fails: false,
        accepted: None,
    }
}

fn case(finding: &Finding, report: &Report) -> Case {
    let change = &finding.change;
    let places = [("old", &finding.old), ("new", &finding.new)].into_iter();
    let places = places.filter_map(|(name, spot)| {
        let shown = spot.as_ref()?.shown();
        Some(format!("{name}: {}", line(&shown)))
    });
    let operations = change.operations.iter();
    let operations = operations.map(|one| format!("operation: {}", line(&one.id)));
    let hits = finding
        .hits()
        .map(|client| format!("hits: {}", line(client)));
    let id = format!("id: {}", finding.fingerprint);
    let retyped = finding.retyped().into_iter().map(str::to_owned);
    let details = places.chain(operations).chain(retyped).chain(hits);
    let details: Vec<_> = details.chain([id]).collect();
    Case {
        class: change.rule,
        name: line(&format!("{}: {}", change.at, change.text)),
        message: line(&change.text),
        level: level(change.level),
        details: details.join("\n"),
        fails: finding.counts(report.least),
        accepted: finding.accepted.as_deref().map(line),
    }
}
