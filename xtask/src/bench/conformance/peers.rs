//! Programs of others that the harness is put beside: Schemathesis, which judges, and wrk, which
//! only sends.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use super::loopback;
use super::watch::{self, Cost};
use crate::programs::Sandbox;
use crate::project;

/// The pinned parts of Schemathesis, and how it is set up; the sandbox's tests use the same.
const FOLDER: &str = "sandbox/tests/schemathesis";

/// More examples than it gets through in the time it has.
const EXAMPLES: &str = "100000";

/// Schemathesis, installed.
#[derive(Debug)]
pub struct Schemathesis {
    program: PathBuf,
    /// Its version.
    pub version: String,
}

impl Schemathesis {
    /// Installs what is pinned into an environment of its own under `target/`, once.
    ///
    /// # Errors
    /// When there is no Python, or the packages cannot be had.
    pub fn install() -> Result<Self> {
        let requirements = project::root().join(FOLDER).join("requirements.txt");
        let wanted =
            std::fs::read_to_string(&requirements).context("cannot read what is pinned")?;
        let mut lines = wanted.lines();
        let version = lines.find_map(|line| line.strip_prefix("schemathesis=="));
        let version = version.context("its version is not pinned")?.to_owned();
        let folder = project::scratch("foreign/schemathesis")?;
        let mark = folder.join("installed.txt");
        let program = folder.join("bin/schemathesis");
        if !std::fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
            succeed(
                Command::new("python3")
                    .args(["-m", "venv", "--clear"])
                    .arg(&folder),
            )?;
            succeed(
                Command::new(folder.join("bin/python"))
                    .args([
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "--disable-pip-version-check",
                    ])
                    .arg("--requirement")
                    .arg(&requirements),
            )?;
            std::fs::write(&mark, &wanted).context("cannot write")?;
        }
        Ok(Self { program, version })
    }

    /// Lets it judge the resource host with all its checks, for a time.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self, sandbox: &Sandbox, folder: &Path, time: Duration) -> Result<Cost> {
        let authorization = format!("Authorization: Bearer {}", loopback::token(sandbox)?);
        let mut command = Command::new(&self.program);
        command
            .arg("--config-file")
            .arg(project::root().join(FOLDER).join("schemathesis.toml"))
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
        ensure!(cost.status.is_none(), "it ended before its time was over");
        Ok(cost)
    }
}

/// The requests per second that wrk gets of one cheap read, over 16 connections.
///
/// # Errors
/// When it is not there, or its reads do not succeed.
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
    let rate = rate.context("wrk tells no rate")?.trim();
    rate.parse().context("wrk tells no rate")
}

fn succeed(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_os_string();
    let output = command
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {text}", program.display());
    Ok(())
}
