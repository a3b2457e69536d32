//! Checks a mock of a description with the conformance harness, which finds nothing if both
//! interpret the description in the same way.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde_json::Value;

use super::process::{self, End};
use super::running::Running;
use super::{Folders, Row};
use crate::programs::{self, CONFORMANCE, MOCK};
use specwright::report::plural;

/// The result of checking a mock.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
pub(super) enum Mocked {
    /// Nothing is wrong.
    Clean {
        /// How long the harness took.
        seconds: f64,
    },
    /// The harness found something.
    Finds {
        /// One line for each finding.
        findings: Vec<String>,
    },
    /// The mock or the harness failed.
    Fails,
    /// It took too long.
    TimeLimit,
}

impl Mocked {
    /// Returns whether nothing was found.
    pub(super) const fn is_clean(&self) -> bool {
        matches!(self, Self::Clean { .. })
    }
}

/// The files of one document.
struct Files {
    log: PathBuf,
    credentials: PathBuf,
    report: PathBuf,
}

/// Mocks every document, and checks the mock with the harness.
///
/// # Errors
/// Returns an error if the programs cannot be built, or a file cannot be written.
pub(super) fn check(rows: &mut [Row], folders: &Folders, limit: Duration) -> Result<()> {
    programs::build(&[MOCK, CONFORMANCE])?;
    for row in rows {
        let folder = folders.of(&row.document);
        let files = Files {
            log: folder.join("mock.log"),
            credentials: folder.join("mock.toml"),
            report: folder.join("mock"),
        };
        let mocked = one(&row.document.path, &files, limit)?;
        let name = &row.document.name;
        match &mocked {
            Mocked::Clean { seconds } => anstream::eprintln!("{name}: mock: ok, {seconds:.1} s"),
            Mocked::Finds { findings } => {
                anstream::eprintln!("{name}: mock: {}", plural(findings.len(), "finding"));
            }
            Mocked::Fails => anstream::eprintln!("{name}: mock: fails"),
            Mocked::TimeLimit => anstream::eprintln!("{name}: mock: not within the time limit"),
        }
        row.mocked = Some(mocked);
    }
    Ok(())
}

fn one(document: &Path, files: &Files, limit: Duration) -> Result<Mocked> {
    let start = Instant::now();
    let Some(running) = start_mock(document, files, limit)? else {
        return Ok(Mocked::Fails);
    };
    let mut command = Command::new(CONFORMANCE.path());
    command
        .args(["--strict", "--quiet", "--cases", "1", "--base-url"])
        .arg(&running.address)
        .arg("--spec")
        .arg(document)
        .arg("--credentials")
        .arg(&files.credentials)
        .arg("--report")
        .arg(&files.report);
    let end = process::run(&mut command, &files.log, None, limit)?;
    if end == End::TimeLimit {
        return Ok(Mocked::TimeLimit);
    }
    let findings = findings(&files.report.join("report.json"));
    Ok(match (end, findings) {
        (End::Success, Some(findings)) if findings.is_empty() => Mocked::Clean {
            seconds: start.elapsed().as_secs_f64(),
        },
        (End::Failure, Some(findings)) if !findings.is_empty() => Mocked::Finds { findings },
        _ => Mocked::Fails,
    })
}

/// Starts the mock; `None` if it ends or prints nothing.
fn start_mock(document: &Path, files: &Files, limit: Duration) -> Result<Option<Running>> {
    if files.report.exists() {
        // An old report must not count as the result.
        std::fs::remove_dir_all(&files.report).context("cannot remove an old report")?;
    }
    let mut command = Command::new(MOCK.path());
    command
        .arg("--spec")
        .arg(document)
        .arg("--credentials")
        .arg(&files.credentials);
    Running::start(&mut command, &files.log, limit)
}

/// Returns one line for each finding that fails a run; `None` without a report.
fn findings(report: &Path) -> Option<Vec<String>> {
    let report: Value = serde_json::from_slice(&std::fs::read(report).ok()?).ok()?;
    let all = report["findings"].as_array()?.iter();
    let failing = all.filter(|one| one["level"] == "violation" || one["level"] == "assumed");
    let line = |one: &Value| one["title"].as_str().unwrap_or("a finding").to_owned();
    Some(failing.map(line).collect())
}
