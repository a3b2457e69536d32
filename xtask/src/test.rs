//! `cargo xtask test`

use std::io::{BufRead as _, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::project;

/// Run everything that CI checks.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                        cargo xtask test\n  \
                        cargo xtask test --only lint")]
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
    /// Without this program the step is skipped, except in CI.
    needs: Option<&'static str>,
}

const fn step(name: &'static str, folder: &'static str, command: &'static [&'static str]) -> Step {
    Step {
        name,
        folder,
        command,
        needs: None,
    }
}

const STEPS: &[Step] = &[
    step("format", ".", &["cargo", "fmt", "--all", "--check"]),
    step(
        "format of the acceptance tests",
        "acceptance",
        &["cargo", "fmt", "--check"],
    ),
    step(
        "generated code is current",
        ".",
        &["cargo", "xtask", "codegen", "--check", "--quiet"],
    ),
    step(
        "generated code of the mini API is current",
        ".",
        &[
            "cargo",
            "xtask",
            "codegen",
            "--check",
            "--quiet",
            "--spec",
            "acceptance/mini/openapi.yaml",
            "--out",
            "acceptance/mini/generated",
        ],
    ),
    Step {
        name: "description by redocly",
        folder: "spec",
        command: &[
            "npx",
            "--yes",
            "@redocly/cli@2.77.0",
            "lint",
            "--config",
            "redocly.yaml",
            "openapi.yaml",
        ],
        needs: Some("npx"),
    },
    Step {
        name: "description by spectral",
        folder: "spec",
        command: &[
            "npx",
            "--yes",
            "@stoplight/spectral-cli@6.16.3",
            "lint",
            "--ruleset",
            "spectral.yaml",
            "--fail-severity",
            "hint",
            "openapi.yaml",
        ],
        needs: Some("npx"),
    },
    step(
        "lint",
        ".",
        &[
            "cargo",
            "clippy",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
    step("tests of the tools", ".", &["cargo", "test", "--quiet"]),
    step(
        "lint of the generated code",
        "generated/rust",
        &[
            "cargo",
            "clippy",
            "--all-features",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
    step(
        "lint of the generated code, bare",
        "generated/rust",
        &[
            "cargo",
            "clippy",
            "--no-default-features",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
    step(
        "documentation of the generated code",
        "generated/rust",
        &["cargo", "doc", "--no-deps", "--all-features", "--quiet"],
    ),
    step(
        "lint of the acceptance tests",
        "acceptance",
        &[
            "cargo",
            "clippy",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
    step(
        "acceptance tests",
        "acceptance",
        &["cargo", "test", "--quiet"],
    ),
    Step {
        name: "supply chain",
        folder: ".",
        command: &["cargo", "deny", "--all-features", "check"],
        needs: Some("cargo-deny"),
    },
];

/// How many tests ran, by what their runners said.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    passed: usize,
    failed: usize,
    ignored: usize,
}

/// Runs the command.
///
/// # Errors
/// When a step cannot be started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let only = arguments.only.as_deref().unwrap_or_default();
    let mut count = Count::default();
    let mut skipped = Vec::new();
    let mut broken = Vec::new();
    for step in STEPS.iter().filter(|step| step.name.contains(only)) {
        if let Some(program) = step.needs.filter(|program| !is_installed(program)) {
            anstream::println!("== {}: SKIPPED, there is no {program}", step.name);
            skipped.push(step.name);
            continue;
        }
        anstream::println!("== {}", step.name);
        let started = Instant::now();
        let passed = step.run(&mut count)?;
        let verdict = if passed { "passed" } else { "FAILED" };
        let seconds = started.elapsed().as_secs();
        anstream::println!("   {}: {verdict}, {seconds} s", step.name);
        if !passed {
            broken.push(step.name);
        }
    }
    Ok(conclude(count, &skipped, &broken))
}

/// The last lines: what a person, and a machine, look for first. A step counts as a test.
fn conclude(count: Count, skipped: &[&str], broken: &[&str]) -> ExitCode {
    anstream::println!();
    for name in skipped {
        anstream::println!("skipped: {name}");
    }
    for name in broken {
        anstream::println!("failed: {name}");
    }
    let failed = count.failed.max(broken.len());
    let ignored = count.ignored + skipped.len();
    anstream::println!(
        "{} passed, {failed} failed, {ignored} skipped",
        count.passed
    );
    if failed == 0 && count.passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

impl Step {
    /// Runs the step, showing what it prints; whether it succeeded.
    fn run(&self, count: &mut Count) -> Result<bool> {
        let (program, arguments) = self.command.split_first().context("a step has a program")?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(project::root().join(self.folder))
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let output = child.stdout.take().context("the output was asked for")?;
        for line in BufReader::new(output).lines() {
            let line = line.context("cannot read what the step prints")?;
            count.add(&line);
            anstream::println!("{line}");
        }
        let succeeded = child.wait().context("cannot wait for the step")?.success();
        count.passed += usize::from(succeeded);
        Ok(succeeded)
    }
}

impl Count {
    /// Adds what a closing line of Rust's test runner says:
    /// `test result: ok. 5 passed; 0 failed; 1 ignored; …`.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        for part in result.split([';', '.']) {
            let mut words = part.split_whitespace();
            let number = words.next().and_then(|word| word.parse::<usize>().ok());
            match (number, words.next()) {
                (Some(number), Some("passed")) => self.passed += number,
                (Some(number), Some("failed")) => self.failed += number,
                (Some(number), Some("ignored")) => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// Whether a program is there. In CI everything is, or the step fails.
fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).any(|folder| folder.join(program).is_file());
    let must = std::env::var_os("CI").is_some() && program != "cargo-deny";
    found || must
}
