//! `cargo xtask demo`

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::programs::{self, CONFORMANCE, SANDBOX, Sandbox};
use crate::{codegen, project};

/// From a fresh clone to a verdict: generate, start the sandbox, judge it, leave the report.
#[derive(Debug, Args)]
pub struct Arguments {}

/// Runs the command.
///
/// # Errors
/// When a step cannot be started.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    anstream::println!(
        "1. generate: types, client, server stubs and MCP tools from spec/openapi.yaml"
    );
    let code = codegen::run(&codegen::Arguments::defaults())?;
    if code != ExitCode::SUCCESS {
        return Ok(code);
    }
    anstream::println!("\n2. build the sandbox and the harness on what was generated");
    if !SANDBOX.build()? || !CONFORMANCE.build()? {
        return Ok(ExitCode::from(1));
    }
    anstream::println!("\n3. start the sandbox, and judge it");
    let sandbox = Sandbox::start()?;
    let report = project::root().join(Path::new("target/conformance-report"));
    let flags = [
        "--strict".into(),
        "--report".into(),
        report.clone().into_os_string(),
    ];
    let code = programs::run(CONFORMANCE, &flags, &sandbox.environment)?;
    anstream::println!("\nThe report is {}", report.join("report.html").display());
    Ok(code)
}
