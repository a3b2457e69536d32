//! `cargo xtask mutants`

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::programs::{self, SANDBOX};

/// Check faulty deployments with the harness: which faults it finds, and what else it reports.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Check the healthy sandbox instead of faulty ones, with this many seeds.
    #[arg(long, value_name = "SEEDS")]
    healthy: Option<u64>,
    /// Run the complete plan and every check for each fault, not only those of its section.
    #[arg(long, conflicts_with = "healthy")]
    full: bool,
    /// Write the findings as tests (`conformance --emit-tests`), and run each test on the faulty
    /// deployment and on the healthy one.
    #[arg(long, conflicts_with_all = ["healthy", "full"])]
    emitted: bool,
    /// Only faults whose name or check contains one of these.
    words: Vec<OsString>,
}

/// Builds and runs the test.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    programs::build(&[SANDBOX])?;
    let mut command = programs::cargo("test");
    command
        .args(["--quiet", "--test", "faulty", "--"])
        .env("SANDBOX_PROGRAM", SANDBOX.path());
    match arguments.healthy {
        Some(seeds) => command.args(["--healthy", &seeds.to_string()]),
        None => command
            .arg("--table")
            .args(arguments.full.then_some("--full"))
            .args(arguments.emitted.then_some("--emitted"))
            .args(&arguments.words),
    };
    let status = command.status().context("cannot start cargo")?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
