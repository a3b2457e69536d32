//! Runs Schemathesis on the same server, for comparison.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::running::Running;
use crate::schemathesis::Schemathesis;
use crate::watch;

/// Schemathesis, installed.
#[derive(Debug)]
pub struct Peer {
    program: Schemathesis,
    time: Duration,
}

/// What it found on a server.
#[derive(Debug, Deserialize)]
pub struct Found {
    test_cases: Cases,
    failures: Vec<Failure>,
    running_time: f64,
    /// Why it stopped early, if it did.
    #[serde(default)]
    pub stop_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Cases {
    generated: u64,
    unique_failures: u64,
}

#[derive(Debug, Deserialize)]
struct Failure {
    title: String,
}

impl Peer {
    /// Installs it, once.
    ///
    /// # Errors
    /// Returns an error if there is no Python, or a package cannot be installed.
    pub fn install(time: Duration) -> Result<Self> {
        let program = Schemathesis::install()?;
        Ok(Self { program, time })
    }

    /// Runs it on a server with all its checks. Its report stays in a file.
    ///
    /// # Errors
    /// Returns an error if it leaves no report.
    pub fn run(&self, server: &Running<'_>, report: &Path) -> Result<Found> {
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let mut command = Command::new(self.program.program());
        command
            .arg("run")
            .arg(server.description()?)
            .args(["--url", &server.base(), "--checks", "all"])
            .args(["--max-time", &self.time.as_secs().to_string()])
            .args(["--continue-on-failure", "--generation-deterministic"])
            .args(["--no-color", "--report-json-path"])
            .arg(report)
            .args(
                server
                    .header()
                    .iter()
                    .flat_map(|header| ["--header", header]),
            )
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        watch::run(&mut command, self.time.saturating_mul(3))?;
        let text = std::fs::read_to_string(report).context("Schemathesis left no report")?;
        serde_json::from_str(&text).context("the report of Schemathesis cannot be read")
    }
}

impl Found {
    /// Returns how many cases it sent.
    #[must_use]
    pub const fn requests(&self) -> u64 {
        self.test_cases.generated
    }

    /// Returns how many different failures it reports.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.test_cases.unique_failures
    }

    /// Returns how many kinds of failure these are.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.failures.len()
    }

    /// Returns the names of the failures.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.failures.iter().map(|one| one.title.as_str())
    }

    /// Returns how many seconds it took.
    #[must_use]
    pub const fn seconds(&self) -> f64 {
        self.running_time
    }
}
