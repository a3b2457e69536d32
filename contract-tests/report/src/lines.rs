//! The output of `--message-format`: JSON lines, or GitHub annotations.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use messages::{MessageFormat, Place, github, json, relative};
use serde::Serialize;

use super::message::{message, place};
use super::model::{Finding, Level, Report, Verdict};
use super::{Explain, sarif, terminal};
use conformance_core::catalogue::{Footing, Strength};
use conformance_core::intent::Intent;

/// A line of `--message-format json`.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'r> {
    /// Something is wrong with the deployment.
    Finding(FindingLine<'r>),
    /// The program could not do its work.
    Failure(FailureLine),
    /// How the run ended; always the last line.
    Summary(SummaryLine<'r>),
}

/// A finding about the deployment. The report has the evidence.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingLine<'r> {
    /// An id that is the same in every run: a hash of check, operation and title.
    id: &'r str,
    /// How severe it is.
    level: Level,
    /// Whether it fails the run.
    fails: bool,
    /// The check; `explain` prints its explanation.
    check: &'r str,
    /// The requirement.
    requirement: &'r str,
    /// How strong the requirement is.
    strength: Strength,
    /// The provenance of the requirement.
    footing: Footing,
    /// The document that the requirement comes from.
    source: &'r str,
    /// The operation, by its id.
    operation: Option<&'r str>,
    /// Why the request was sent.
    intent: Option<Intent>,
    /// What is wrong, in one line.
    title: &'r str,
    /// What was expected.
    expected: &'r str,
    /// What was found instead.
    actual: &'r str,
    /// Where in the response: a JSON pointer or `header NAME`.
    pointer: Option<&'r str>,
    /// The place in the description that requires it.
    place: Option<Place>,
    /// What to do, or how to read the finding.
    help: Option<&'r str>,
    /// How often it was seen.
    count: u64,
    /// Until when it is accepted and why, if it is.
    accepted: Option<&'r str>,
    /// The file from which it can be replayed.
    replay: Option<String>,
}

/// The program could not do its work.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureLine {
    /// The reason.
    message: String,
}

/// How a run ended.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SummaryLine<'r> {
    /// The command: `conformance`.
    command: &'static str,
    /// The exit code.
    exit_code: u8,
    /// The verdict on the run; null if the program could not do its work.
    verdict: Option<Verdict>,
    /// How many requests were sent.
    requests: u64,
    /// How many findings there are of each level.
    findings: BTreeMap<Level, usize>,
    /// How many checks passed.
    passed: usize,
    /// How many checks failed, by a finding of any level.
    failed: usize,
    /// How many checks were skipped.
    skipped: usize,
    /// How many checks were inconclusive.
    inconclusive: usize,
    /// The seed of the random choices.
    seed: Option<u64>,
    /// Notes about the run.
    notes: &'r [String],
    /// The folder of the report, if one was written.
    report: Option<String>,
}

/// Prints a report in a format. For machine formats, the summary for people goes to standard error,
/// unless `quiet`.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn print(
    report: &Report,
    folder: &Path,
    format: MessageFormat,
    quiet: bool,
    exit_code: u8,
    explain: Explain,
) -> Result<()> {
    if !format.is_machine() {
        if quiet {
            anstream::println!("{}", report.verdict_line());
            return Ok(());
        }
        return Ok(terminal::print(report, Some(folder))?);
    }
    if quiet {
        anstream::eprintln!("{}", report.verdict_line());
    } else {
        anstream::eprint!("{}", terminal::render(report, Some(folder)));
    }
    write(&match format {
        MessageFormat::Github => annotations(report),
        MessageFormat::Sarif => sarif::render(report, explain)?,
        MessageFormat::Json | MessageFormat::Human => lines(report, folder, exit_code)?,
    })
}

/// Prints why the program could not do its work. In the format for people, the caller prints it.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn print_failure(message: String, format: MessageFormat, exit_code: u8) -> Result<()> {
    match format {
        MessageFormat::Human => Ok(()),
        MessageFormat::Github => write(&(github::failure("conformance", &message) + "\n")),
        MessageFormat::Sarif => write(&sarif::failure(&message)?),
        MessageFormat::Json => {
            let summary = SummaryLine {
                command: "conformance",
                exit_code,
                verdict: None,
                requests: 0,
                findings: BTreeMap::new(),
                passed: 0,
                failed: 0,
                skipped: 0,
                inconclusive: 0,
                seed: None,
                notes: &[],
                report: None,
            };
            write(&join(&[
                Line::Failure(FailureLine { message }),
                Line::Summary(summary),
            ])?)
        }
    }
}

fn write(text: &str) -> Result<()> {
    use std::io::Write as _;
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes());
    written
        .and_then(|()| stdout.flush())
        .context("cannot write standard output")
}

/// Returns the findings, worst first, and a summary.
///
/// # Errors
/// Returns an error if a line cannot be serialized as JSON.
pub fn lines(report: &Report, folder: &Path, exit_code: u8) -> Result<String> {
    let findings = report.findings.iter();
    let mut lines: Vec<_> = findings
        .map(|finding| Line::Finding(line(finding, report, folder)))
        .collect();
    let counts = &report.counts;
    lines.push(Line::Summary(SummaryLine {
        command: "conformance",
        exit_code,
        verdict: Some(report.verdict),
        requests: counts.requests,
        findings: counts.findings.clone(),
        passed: counts.passed,
        failed: counts.failed,
        skipped: counts.skipped,
        inconclusive: counts.inconclusive,
        seed: Some(report.seed),
        notes: &report.notes,
        report: Some(relative(&folder.to_string_lossy())),
    }));
    join(&lines)
}

fn join(lines: &[Line<'_>]) -> Result<String> {
    let mut text = String::new();
    for line in lines {
        text.push_str(&json::line(line).context("a message cannot be written as JSON")?);
        text.push('\n');
    }
    Ok(text)
}

fn line<'r>(finding: &'r Finding, report: &Report, folder: &Path) -> FindingLine<'r> {
    let replay = finding.replay.as_ref();
    let replay = replay.map(|replay| relative(&folder.join(replay).to_string_lossy()));
    FindingLine {
        id: &finding.id,
        level: finding.level,
        fails: finding.level.fails(report.target.strict),
        check: &finding.check,
        requirement: &finding.requirement,
        strength: finding.strength,
        footing: finding.footing,
        source: &finding.source,
        operation: finding.operation.as_deref(),
        intent: finding.intent,
        title: &finding.title,
        expected: &finding.expected,
        actual: &finding.actual,
        pointer: finding.pointer.as_deref(),
        place: finding.place.as_ref().map(place),
        help: finding.help.as_deref(),
        count: finding.count,
        accepted: finding.accepted.as_deref(),
        replay,
    }
}

/// Returns an annotation for each finding that needs attention.
fn annotations(report: &Report) -> String {
    let findings = report.findings.iter();
    let findings = findings.filter(|one| one.level != Level::Accepted);
    let lines = findings.map(|one| github::annotation(&message(one, report.target.strict)));
    lines.map(|line| line + "\n").collect()
}
