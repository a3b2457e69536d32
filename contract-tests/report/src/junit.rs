//! `JUnit` XML, for CI systems that show tests: a suite for each section, a case for each check.

use std::time::Duration;

use anyhow::{Context as _, Result};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::model::{CheckRow, Finding, Report, State};
use super::text::{counted, cut, line, lines, place as place_text};

/// How many characters of a text go into one case.
const LONGEST: usize = 4_000;

/// How many findings one case describes in full.
const MOST: usize = 20;

/// The suite of checks whose requirement is in no section.
const ELSEWHERE: &str = "Other";

/// Returns the report as `JUnit` XML.
///
/// XML 1.0 cannot contain most control characters; they are escaped visibly.
///
/// # Errors
/// Returns an error if the report cannot be serialized as XML.
pub fn render(report: &Report) -> Result<String> {
    let mut xml = quick_junit::Report::new("conformance");
    xml.timestamp = report.started.parse().ok();
    xml.time = Some(Duration::from_millis(report.duration_ms));
    let titles = report.sections.iter().map(|section| section.title.as_str());
    for title in titles.chain([ELSEWHERE]) {
        let suite = suite(report, title);
        if !suite.test_cases.is_empty() {
            xml.add_test_suite(suite);
        }
    }
    xml.to_string().context("JUnit XML cannot be written")
}

fn suite(report: &Report, title: &str) -> TestSuite {
    let mut suite = TestSuite::new(line(title));
    suite.timestamp = report.started.parse().ok();
    for check in &report.checks {
        if section(report, check) == title {
            suite.add_test_case(case(report, check, title));
        }
    }
    suite
}

/// Returns the title of a check's section, if the report lists it.
fn section<'r>(report: &'r Report, check: &CheckRow) -> &'r str {
    let title = report.section_of(&check.requirement);
    let listed = title.filter(|title| report.sections.iter().any(|one| one.title == *title));
    listed.unwrap_or(ELSEWHERE)
}

fn case(report: &Report, check: &CheckRow, title: &str) -> TestCase {
    let strict = report.target.strict;
    let findings = report.findings.iter().filter(|one| one.check == check.id);
    let (failing, other): (Vec<_>, Vec<_>) = findings.partition(|one| one.level.fails(strict));
    let name = format!("{} {}", line(&check.requirement), line(&check.id));
    let mut case = TestCase::new(name, status(check, &failing));
    case.set_classname(line(title));
    case.set_assertions(
        usize::try_from(check.passed.saturating_add(check.failed)).unwrap_or(usize::MAX),
    );
    let mut told = describe_all(&other);
    if check.state == State::Passed || check.state == State::Failed {
        told.extend(check.why.iter().map(|why| cut(&lines(why), LONGEST)));
    }
    if !told.is_empty() {
        case.set_system_out(told.join("\n\n"));
    }
    case
}

/// Returns failed if a finding fails the run, and skipped if nothing was checked.
fn status(check: &CheckRow, failing: &[&Finding]) -> TestCaseStatus {
    if let Some(first) = failing.first() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(cut(&line(&first.title), LONGEST));
        status.set_type(first.level.as_str());
        status.set_description(describe_all(failing).join("\n\n"));
        return status;
    }
    match check.state {
        State::Passed | State::Failed => TestCaseStatus::success(),
        State::Skipped | State::Inconclusive => {
            let mut status = TestCaseStatus::skipped();
            let why = check.why.join("; ");
            let message = format!("{}: {}", check.state.as_str(), line(&why));
            status.set_message(cut(&message, LONGEST));
            status
        }
    }
}

fn describe_all(findings: &[&Finding]) -> Vec<String> {
    let told = findings.iter().copied().take(MOST).map(describe);
    let more = findings.len().saturating_sub(MOST);
    let more = (more > 0).then(|| format!("and {more} more in report.json"));
    told.chain(more).collect()
}

/// Returns a finding as plain text.
fn describe(finding: &Finding) -> String {
    let mut text = vec![
        format!(
            "{} {}: {}",
            finding.level.as_str(),
            finding.id,
            finding.title
        ),
        format!("requirement: {} ({})", finding.requirement, finding.source),
    ];
    let operation = finding.operation.as_ref();
    text.extend(operation.map(|id| format!("operation: {id}")));
    text.push(format!("expected: {}", finding.expected));
    text.push(format!("actual: {}", finding.actual));
    let pointer = finding.pointer.as_ref();
    text.extend(pointer.map(|at| format!("at: {at}")));
    let place = finding.place.as_ref();
    text.extend(place.map(|at| format!("described: {}", place_text(at))));
    let accepted = finding.accepted.as_ref();
    text.extend(accepted.map(|until| format!("accepted: {until}")));
    let curl = finding.evidence.last().map(|last| &last.curl);
    text.extend(curl.map(|curl| format!("curl: {curl}")));
    text.push(format!("seen: {}", counted(finding.count, "time", "times")));
    let text = text.iter().map(|one| cut(&lines(one), LONGEST));
    text.collect::<Vec<_>>().join("\n")
}
