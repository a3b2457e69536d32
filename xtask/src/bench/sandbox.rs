//! `cargo xtask bench sandbox`

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::project;

/// Measure the sandbox in comparison with a minimal server. Its own flags are passed on.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Flags of the measurement.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    flags: Vec<OsString>,
}

/// Builds and runs it.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["bench", "--quiet", "--bench", "load", "--"])
        .args(&arguments.flags)
        .current_dir(project::root().join("sandbox"))
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}
