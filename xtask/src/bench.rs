//! `cargo xtask bench`

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

/// Measure the generator.
#[derive(Debug, Args)]
pub struct Arguments {}

/// Runs the command.
///
/// # Errors
/// When something cannot be measured.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    anyhow::bail!("not written yet")
}
