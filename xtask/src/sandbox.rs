//! `cargo xtask sandbox`

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::programs::{self, SANDBOX};

/// Run the complete service on this machine, for development and experiments.
///
/// Its own flags are passed on; `--help` shows them.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Flags of the sandbox.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    flags: Vec<OsString>,
}

/// Builds the sandbox and replaces this process with it, so that it receives signals and resolves
/// paths correctly.
///
/// # Errors
/// Returns an error if it cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    programs::build(&[SANDBOX])?;
    let error = Command::new(SANDBOX.path()).args(&arguments.flags).exec();
    Err(error).context("cannot start the sandbox")
}
