//! Runs our harness on a server.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::running::Running;
use crate::programs::CONFORMANCE;
use crate::watch::{self, Cost};

/// The results of our run.
#[derive(Debug)]
pub struct HarnessRun {
    /// How many requests it sent.
    pub requests: u64,
    /// Its violations, one for each cause.
    pub violations: Vec<Violation>,
    /// The checks that only gave warnings.
    pub warned: BTreeSet<String>,
    /// What the run cost.
    pub cost: Cost,
}

/// The violations of one check with the same cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The check.
    pub check: String,
    /// The cause.
    pub cause: String,
    /// The operation of the first finding.
    pub operation: String,
    /// The command line that shows it.
    pub curl: String,
}

/// The parts of `report.json` that are needed.
#[derive(Deserialize)]
struct Report {
    counts: Counts,
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Counts {
    requests: u64,
}

#[derive(Deserialize)]
struct Finding {
    level: String,
    check: String,
    cause: String,
    operation: Option<String>,
    evidence: Vec<Recorded>,
}

#[derive(Deserialize)]
struct Recorded {
    curl: String,
}

impl HarnessRun {
    /// Checks a server, with writes, and reads the report.
    ///
    /// # Errors
    /// Returns an error if the harness leaves no report.
    pub fn run(server: &Running<'_>, folder: &Path, seed: u64, seconds: u64) -> Result<Self> {
        let mut command = Command::new(CONFORMANCE.path());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("MARKETPLACE_") {
                command.env_remove(name);
            }
        }
        command
            .args(["--base-url", &server.base(), "--spec"])
            .arg(server.description()?)
            .args(["--seed", &seed.to_string()])
            .args(["--max-time", &format!("{seconds}s"), "--report"])
            .arg(folder)
            .args(server.flags()?)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        // Cleaning up has additional time.
        let most = Duration::from_secs(seconds.saturating_mul(3));
        let cost = watch::run(&mut command, most)?;
        let path = folder.join("report.json");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("the harness left no {}", path.display()))?;
        let report: Report = serde_json::from_str(&text).context("its report cannot be read")?;
        let warnings = report.findings.iter().filter(|one| one.level == "warning");
        Ok(Self {
            warned: warnings.map(|one| one.check.clone()).collect(),
            requests: report.counts.requests,
            violations: violations(report.findings),
            cost,
        })
    }
}

fn violations(findings: Vec<Finding>) -> Vec<Violation> {
    let mut violations: Vec<Violation> = Vec::new();
    for finding in findings.into_iter().filter(|one| one.level == "violation") {
        let is_known = |one: &Violation| one.check == finding.check && one.cause == finding.cause;
        if !violations.iter().any(is_known) {
            violations.push(Violation {
                check: finding.check,
                cause: finding.cause,
                operation: finding.operation.unwrap_or_default(),
                curl: finding
                    .evidence
                    .last()
                    .map(|one| one.curl.clone())
                    .unwrap_or_default(),
            });
        }
    }
    violations
}
