//! `cargo xtask mutants`

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::programs::{self, SANDBOX};

/// Let the harness judge faulty deployments: how many faults it finds, and what it finds beside.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Judge the healthy sandbox in place of faulty ones, with this many seeds.
    #[arg(long, value_name = "SEEDS")]
    healthy: Option<u64>,
    /// Judge each by the whole plan and by every check, not only by those of its section.
    #[arg(long, conflicts_with = "healthy")]
    full: bool,
    /// Write what is found as tests (`conformance --emit-tests`), and run each on the faulty deployment
    /// and on the healthy one.
    #[arg(long, conflicts_with_all = ["healthy", "full"])]
    emitted: bool,
    /// Only faults whose name or check contains one of these.
    words: Vec<OsString>,
}

/// Builds and runs it.
///
/// # Errors
/// When cargo cannot be started.
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
