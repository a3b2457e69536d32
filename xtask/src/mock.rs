//! `cargo xtask mock`

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::programs::{self, MOCK};

/// Serve responses that a description allows, generated from its schemas.
///
/// Its own flags are passed on; `--help` shows them.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Flags of the mock.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    flags: Vec<OsString>,
}

/// Builds the mock and replaces this process with it, so that it receives signals and resolves
/// paths correctly.
///
/// # Errors
/// Returns an error if it cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    programs::build(&[MOCK])?;
    let error = Command::new(MOCK.path())
        .env("CONFORMANCE_COMMAND", "cargo xtask conformance")
        .args(&arguments.flags)
        .exec();
    Err(error).context("cannot start the mock")
}
