//! Converts the report to SARIF 2.1.0, which `messages` writes.

use anyhow::{Context as _, Result};
use messages::sarif::{Outcome, Rule, Run};

use super::message::message;
use super::model::{CheckRow, Finding, Level, Report, Verdict};
use crate::Explain;

/// Returns the report as SARIF.
///
/// # Errors
/// Returns an error if the report cannot be serialized as JSON.
pub fn render(report: &Report, explain: Explain) -> Result<String> {
    let mut run = Run::new("conformance", &report.tool)
        .started(&report.started)
        .successful(report.verdict != Verdict::Unreachable);
    for check in &report.checks {
        run.rule(rule(check, explain));
    }
    for finding in &report.findings {
        run.result(result(finding, report.target.strict));
    }
    run.to_json().context("SARIF cannot be written")
}

/// Returns a log that says why the program could not do its work.
pub(super) fn failure(message: &str) -> Result<String> {
    let mut run = Run::new("conformance", env!("CARGO_PKG_VERSION"));
    run.fail(message);
    run.to_json().context("SARIF cannot be written")
}

/// A report may have another version, with checks that this program does not have.
fn rule(check: &CheckRow, explain: Explain) -> Rule {
    let rule = match explain(&check.id) {
        Some(explanation) => Rule::explained(&explanation),
        None => Rule::new(&check.id, &check.about),
    };
    rule.property("requirement", &check.requirement)
        .property("strength", check.strength.as_str())
}

fn result(finding: &Finding, strict: bool) -> Outcome {
    let accepted = finding.accepted.as_deref();
    let accepted = accepted.or((finding.level == Level::Accepted).then_some("accepted"));
    let result = Outcome::of(&message(finding, strict), "finding/v1").seen(finding.count);
    match accepted {
        Some(why) => result.accepted(why),
        None => result,
    }
}
