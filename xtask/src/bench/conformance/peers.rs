//! Third-party programs that the harness is compared with: Schemathesis, which checks, and wrk,
//! which only sends.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use super::loopback;
use crate::programs::Sandbox;
use crate::project;
use crate::schemathesis::Schemathesis;
use crate::watch::{self, Cost};

/// More examples than it can run in the available time.
const EXAMPLES: &str = "100000";

/// Runs Schemathesis on the resource host with all its checks, for a time.
///
/// # Errors
/// Returns an error if it cannot be started.
pub fn schemathesis(
    program: &Schemathesis,
    sandbox: &Sandbox,
    folder: &Path,
    time: Duration,
) -> Result<Cost> {
    let authorization = format!("Authorization: Bearer {}", loopback::token(sandbox)?);
    let mut command = Command::new(program.program());
    command
        .arg("--config-file")
        .arg(Schemathesis::settings())
        .arg("run")
        .arg(project::root().join("spec/openapi.yaml"))
        .args(["--url", sandbox.variable("MARKETPLACE_BASE_URL")?])
        .args(["--include-path-regex", "^/org", "--checks", "all"])
        .args([
            "--max-examples",
            EXAMPLES,
            "--workers",
            "auto",
            "--no-color",
        ])
        .args(["--continue-on-failure", "--generation-deterministic"])
        .args(["--header", &authorization])
        .env(
            "MARKETPLACE_ORG_ID",
            sandbox.variable("MARKETPLACE_ORG_ID")?,
        )
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let cost = watch::run(&mut command, time)?;
    // With so many examples it never ends by itself, unless it could not begin.
    ensure!(
        cost.status.is_none(),
        "the peer ended before its time was over"
    );
    Ok(cost)
}

/// Returns the requests per second of wrk for one cheap read, over 16 connections.
///
/// # Errors
/// Returns an error if it is not installed, or its reads do not succeed.
pub fn wrk(sandbox: &Sandbox, time: Duration) -> Result<f64> {
    let base = sandbox.variable("MARKETPLACE_BASE_URL")?;
    let org = sandbox.variable("MARKETPLACE_ORG_ID")?;
    let output = Command::new("wrk")
        .args([
            "-t2",
            "-c16",
            &format!("-d{}s", time.as_secs().max(1)),
            "-H",
        ])
        .arg(format!(
            "Authorization: Bearer {}",
            loopback::token(sandbox)?
        ))
        .arg(format!("{base}/org/{org}/offer?limit=1"))
        .output()
        .context("wrk is not installed (Debian: apt-get install wrk)")?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(
        !text.contains("Non-2xx"),
        "its reads do not succeed: {text}"
    );
    let mut lines = text.lines();
    let rate = lines.find_map(|line| line.trim().strip_prefix("Requests/sec:"));
    let rate = rate.context("wrk printed no rate")?.trim();
    rate.parse().context("wrk printed no rate")
}
