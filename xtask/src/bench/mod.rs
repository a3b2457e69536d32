//! `cargo xtask bench`

mod codegen;
mod conformance;
mod measured;
mod null;
mod peers;
mod sandbox;
mod sdk;
mod synthetic;
pub mod usage;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Measure the generator, the sandbox, the harness or the SDKs.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Debug, Subcommand)]
enum Subject {
    /// Generation: wall and CPU time, peak memory, and the share of each stage.
    Codegen(codegen::Arguments),
    /// The sandbox: requests per second and latency, beside a bare server.
    Sandbox(sandbox::Arguments),
    /// The harness: requests per second, CPU, memory and the time to a finding, beside peers.
    Conformance(conformance::Arguments),
    /// The SDKs: calls per second and time to start, beside clients written by hand.
    Sdk(sdk::Arguments),
    /// One run, measured from within; `codegen` starts these.
    #[command(hide = true)]
    Single(codegen::Single),
    /// One run of any program, measured from outside.
    #[command(hide = true)]
    Measured(measured::Measured),
    /// Reading and writing alone.
    #[command(hide = true)]
    Bare(peers::Bare),
}

/// Runs the command.
///
/// # Errors
/// When something cannot be measured.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.subject {
        Subject::Codegen(arguments) => codegen::run(arguments),
        Subject::Sandbox(arguments) => sandbox::run(arguments),
        Subject::Conformance(arguments) => conformance::run(arguments),
        Subject::Sdk(arguments) => sdk::run(arguments),
        Subject::Single(single) => codegen::run_single(single),
        Subject::Measured(measured) => measured::run(measured),
        Subject::Bare(bare) => peers::run_bare(bare),
    }
}
