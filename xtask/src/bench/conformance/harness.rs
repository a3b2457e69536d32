//! Measures the harness, from outside and with its own report.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;
use serde_json::Value;

use crate::programs::CONFORMANCE;
use crate::watch::{self, Cost};

/// The time limit of a run, after which it counts as hanging.
const MOST: Duration = Duration::from_mins(15);

/// A run of the harness.
#[derive(Debug)]
pub struct Run {
    /// The cost, including that of writing its report.
    pub cost: Cost,
    /// Its `report.json`.
    pub report: Value,
    /// The time from the start of the process to the first finding, if there is one.
    pub first_finding: Option<Duration>,
}

/// How the harness is started.
#[derive(Debug, Default)]
pub struct Start<'a> {
    /// Its flags, except for `--report`.
    pub flags: Vec<String>,
    /// Its environment variables.
    pub environment: &'a [(String, String)],
    /// The folder of its report.
    pub folder: PathBuf,
}

impl Start<'_> {
    /// Runs the harness.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, or leaves no report.
    pub fn run(&self) -> Result<Run> {
        let began = SystemTime::now();
        let mut command = Command::new(CONFORMANCE.optimized().path());
        // A deployment in the environment of this shell is not the one to measure.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("MARKETPLACE_") {
                command.env_remove(name);
            }
        }
        command
            .args(&self.flags)
            .args(["--strict", "--quiet", "--report"])
            .arg(&self.folder)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let cost = watch::run(&mut command, MOST)?;
        ensure!(cost.status.is_some(), "the harness did not come to an end");
        let report = read(&self.folder)?;
        let first_finding = first_finding(&report, began);
        Ok(Run {
            cost,
            report,
            first_finding,
        })
    }
}

fn read(folder: &Path) -> Result<Value> {
    let path = folder.join("report.json");
    let text = std::fs::read_to_string(path).context("the harness left no report")?;
    serde_json::from_str(&text).context("its report is not JSON")
}

/// Returns the time to the first finding. The report counts from the start of the run, which is
/// some time after that of the process.
fn first_finding(report: &Value, began: SystemTime) -> Option<Duration> {
    let after = Duration::from_millis(report["firstFindingMs"].as_u64()?);
    let started: Timestamp = report["started"].as_str()?.parse().ok()?;
    let setup = SystemTime::from(started).duration_since(began);
    Some(after + setup.unwrap_or_default())
}

impl Run {
    /// Requests sent.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.report["counts"]["requests"]
            .as_u64()
            .unwrap_or_default()
    }

    /// Returns how often a check passed on an exchange.
    #[must_use]
    pub fn verdicts(&self) -> u64 {
        let count = &self.report["counts"]["verdictsPassed"];
        count.as_u64().unwrap_or_default()
    }

    /// Returns how many findings it has.
    #[must_use]
    pub fn findings(&self) -> usize {
        self.report["findings"].as_array().map_or(0, Vec::len)
    }

    /// Returns the requests and seconds of the plan, which runs many requests at once.
    #[must_use]
    pub fn plan(&self) -> Option<(u64, f64)> {
        let phases = self.report["phases"].as_array()?;
        let plan = phases.iter().find(|phase| phase["name"] == "plan")?;
        let requests = plan["requests"].as_u64()?;
        let millis = plan["durationMs"].as_f64()?;
        Some((requests, millis / 1_000.0))
    }
}
