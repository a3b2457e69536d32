//! `cargo xtask conformance`

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::programs::{self, CONFORMANCE, SANDBOX, Sandbox};

/// Check a live deployment against the description; without an address, check the sandbox.
///
/// Its own flags are passed on; `--help` shows them.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// Flags of the harness.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    flags: Vec<OsString>,
}

/// Builds the harness and runs it.
///
/// # Errors
/// Returns an error if a program cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if !needs_sandbox(&arguments.flags) {
        programs::build(&[CONFORMANCE])?;
        return programs::run(CONFORMANCE, &arguments.flags, &[]);
    }
    programs::build(&[SANDBOX, CONFORMANCE])?;
    let sandbox = Sandbox::start()?;
    programs::run(CONFORMANCE, &arguments.flags, &sandbox.environment)
}

/// Returns whether the flags and the environment name no deployment although one is needed.
fn needs_sandbox(flags: &[OsString]) -> bool {
    let begins = |flag: &OsString, name: &str| {
        flag.to_str()
            .is_some_and(|flag| flag == name || flag.starts_with(&format!("{name}=")))
    };
    let elsewhere = [
        "--base-url",
        "--list",
        "--help",
        "-h",
        "--version",
        "-V",
        "merge",
        "explain",
    ];
    let named = flags
        .iter()
        .any(|flag| elsewhere.iter().any(|name| begins(flag, name)));
    !named && std::env::var_os("MARKETPLACE_BASE_URL").is_none()
}
