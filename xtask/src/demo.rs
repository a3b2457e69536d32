//! `cargo xtask demo`

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::{codegen, project};

/// From a fresh clone to generated code that compiles, step by step.
#[derive(Debug, Args)]
pub struct Arguments {}

/// Runs the command.
///
/// # Errors
/// When a step cannot be started.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    anstream::println!("1. generate: types, client and server stubs from spec/openapi.yaml");
    let arguments = codegen::Arguments {
        spec: None,
        overlays: Vec::new(),
        config: None,
        targets: Vec::new(),
        out: None,
        check: false,
        dry_run: false,
        strict_constructs: false,
        quiet: false,
    };
    let code = codegen::run(&arguments)?;
    if code != ExitCode::SUCCESS {
        return Ok(code);
    }
    anstream::println!("\n2. compile what was generated");
    let status = Command::new("cargo")
        .args(["check", "--all-features"])
        .current_dir(project::root().join("generated/rust"))
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        return Ok(ExitCode::from(1));
    }
    anstream::println!(
        "\nRead on in generated/rust/client/src/offers.rs, or open its documentation:"
    );
    anstream::println!("  cd generated/rust && cargo doc --no-deps --open");
    Ok(ExitCode::SUCCESS)
}
