//! `cargo xtask test`

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::project;

/// Run everything that CI checks.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only steps whose name contains this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// A step: a program, run in a folder of the project.
struct Step {
    name: &'static str,
    folder: &'static str,
    command: &'static [&'static str],
}

const STEPS: &[Step] = &[
    Step {
        name: "format",
        folder: ".",
        command: &["cargo", "fmt", "--all", "--check"],
    },
    Step {
        name: "codegen is current",
        folder: ".",
        command: &["cargo", "xtask", "codegen", "--check", "--quiet"],
    },
    Step {
        name: "lint",
        folder: ".",
        command: &[
            "cargo",
            "clippy",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    },
    Step {
        name: "test",
        folder: ".",
        command: &["cargo", "test", "--quiet"],
    },
    Step {
        name: "lint generated",
        folder: "generated/rust",
        command: &[
            "cargo",
            "clippy",
            "--all-features",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    },
    Step {
        name: "document generated",
        folder: "generated/rust",
        command: &["cargo", "doc", "--no-deps", "--all-features", "--quiet"],
    },
];

/// Runs the command.
///
/// # Errors
/// When a step cannot be started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let only = arguments.only.as_deref().unwrap_or_default();
    let mut failed = Vec::new();
    let mut passed = 0;
    for step in STEPS.iter().filter(|step| step.name.contains(only)) {
        anstream::println!("== {}", step.name);
        let started = Instant::now();
        let [program, arguments @ ..] = step.command else {
            continue;
        };
        let status = Command::new(program)
            .args(arguments)
            .current_dir(project::root().join(step.folder))
            .status()
            .with_context(|| format!("cannot start {program}"))?;
        let seconds = started.elapsed().as_secs();
        if status.success() {
            passed += 1;
            anstream::println!("   {}: passed in {seconds} s", step.name);
        } else {
            failed.push(step.name);
            anstream::println!("   {}: FAILED after {seconds} s", step.name);
        }
    }
    for name in &failed {
        anstream::println!("failed: {name}");
    }
    anstream::println!("steps: {passed} passed, {} failed", failed.len());
    Ok(if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}
