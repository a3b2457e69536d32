//! `cargo xtask diff`

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use specwright::diff::{self, Arguments};

use crate::project;

/// Runs the command.
///
/// # Errors
/// Those of the command; with `--explain`, when the program cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.explains() {
        return explained();
    }
    diff::run(arguments, &project::home())
}

/// Starts the separate program `specwright`, because the validator takes long to build, and no
/// other command needs it.
fn explained() -> Result<ExitCode> {
    let mut program = Command::new("cargo");
    program.args([
        "run",
        "--quiet",
        "--package",
        "specwright",
        "--manifest-path",
    ]);
    program.arg(project::root().join("Cargo.toml")).arg("--");
    program.args(std::env::args_os().skip(1));
    let status = program.status().context("cargo cannot be started")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(1)))
}
