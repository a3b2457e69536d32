//! `cargo xtask bench`

mod build;
mod codegen;
mod conformance;
mod diff;
mod hostile;
mod measured;
mod null;
mod outputs;
mod peers;
mod sandbox;
mod sdk;
mod synthetic;
pub mod usage;

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};

use crate::project;

/// Measure the generator, the sandbox, the harness or the SDKs.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Debug, Subcommand)]
enum Subject {
    /// Builds: wall and CPU time and the number of crates, from a fresh clone and after a change.
    Build(build::Arguments),
    /// Generation: wall and CPU time, peak memory, and the share of each stage.
    Codegen(codegen::Arguments),
    /// Comparison: CPU time of reading two descriptions and of comparing them, and peak memory.
    Diff(diff::Arguments),
    /// Expensive inputs: time, peak memory, output, and how each ends.
    Hostile(hostile::Arguments),
    /// The sandbox: requests per second and latency, compared with a minimal server.
    Sandbox(sandbox::Arguments),
    /// The harness: requests per second, CPU, memory and the time to a finding, compared with other
    /// tools.
    Conformance(conformance::Arguments),
    /// The SDKs: CPU time of calls and of decoding, and time to start, compared with clients written by hand.
    Sdk(sdk::Arguments),
    /// One run, measured from within; `codegen` starts these.
    #[command(hide = true)]
    Single(codegen::Single),
    /// One run of any program, measured from outside.
    #[command(hide = true)]
    Measured(measured::Measured),
    /// Only reading and writing.
    #[command(hide = true)]
    Bare(peers::Bare),
}

/// Runs the command.
///
/// # Errors
/// Returns an error if something cannot be measured.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if cfg!(debug_assertions) && needs_optimization(&arguments.subject) {
        return optimized();
    }
    match &arguments.subject {
        Subject::Build(arguments) => build::run(arguments),
        Subject::Codegen(arguments) => codegen::run(arguments),
        Subject::Diff(arguments) => diff::run(arguments),
        Subject::Hostile(arguments) => hostile::run(arguments),
        Subject::Sandbox(arguments) => sandbox::run(arguments),
        Subject::Conformance(arguments) => conformance::run(arguments),
        Subject::Sdk(arguments) => sdk::run(arguments),
        Subject::Single(single) => codegen::run_single(single),
        Subject::Measured(measured) => measured::run(measured),
        Subject::Bare(bare) => peers::run_bare(bare),
    }
}

/// Returns whether a subject must be measured in an optimized build; `measured` is started by a
/// program that has already chosen the build.
const fn needs_optimization(subject: &Subject) -> bool {
    match subject {
        Subject::Build(_) | Subject::Measured(_) => false,
        Subject::Hostile(arguments) => !arguments.this_build,
        _ => true,
    }
}

/// Runs the same command in an optimized build.
fn optimized() -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(project::root().join("Cargo.toml"))
        .args(["--package", "xtask", "--"])
        .args(std::env::args_os().skip(1))
        .status()
        .context("failed to start cargo")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(2)))
}
