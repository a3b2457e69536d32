//! `cargo xtask demo`

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use specwright::generate;

use crate::programs::{self, CONFORMANCE, SANDBOX, Sandbox};
use crate::project;

/// Go from a fresh clone to a verdict: generate, start the sandbox, check it, write the report.
#[derive(Debug, Args)]
pub struct Arguments {}

/// Runs the command.
///
/// # Errors
/// Returns an error if a step cannot be started.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    anstream::println!(
        "1. Generate types, clients, server stubs and MCP tools from spec/openapi.yaml"
    );
    let code = generate::run(&generate::Arguments::defaults(), &project::home())?;
    if code != ExitCode::SUCCESS {
        return Ok(code);
    }
    anstream::println!("\n2. Build the sandbox and the harness on the generated code");
    programs::build(&[SANDBOX, CONFORMANCE])?;
    anstream::println!("\n3. Start the sandbox and check it");
    let sandbox = Sandbox::start()?;
    let report = project::root().join(Path::new("target/conformance-report"));
    let flags = [
        "--strict".into(),
        "--report".into(),
        report.clone().into_os_string(),
    ];
    let code = programs::run(CONFORMANCE, &flags, &sandbox.environment)?;
    anstream::println!(
        "\nThe report: file://{}\n\n\
         Try next:\n  \
         cargo xtask sandbox        build against the service on this machine\n  \
         cargo xtask mutants        see which faults the harness finds\n  \
         cargo xtask conformance --base-url URL --auth-url URL --org ID   check your deployment",
        report.join("report.html").display()
    );
    Ok(code)
}
