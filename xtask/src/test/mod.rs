//! `cargo xtask test`

mod count;
mod steps;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;

use self::count::Count;
use self::steps::{Need, STEPS, Step};
use crate::programs::{SANDBOX, Sandbox};
use crate::{cpu, project};

/// Run everything that CI checks.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                        cargo xtask test\n  \
                        cargo xtask test --all-languages\n  \
                        cargo xtask test --only lint")]
pub struct Arguments {
    /// Fail if the tools of a language are missing that there is an SDK for.
    #[arg(long)]
    all_languages: bool,
    /// Only steps whose name contains this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
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
        if let Some(program) = step.needs.filter(|program| !is_there(program)) {
            if step.language && arguments.all_languages {
                anstream::println!("== {}: FAILED, there is no {program}", step.name);
                broken.push(step.name);
            } else {
                anstream::println!("== {}: SKIPPED, there is no {program}", step.name);
                skipped.push(step.name);
            }
            continue;
        }
        if let Some(folder) = step.beside
            && !project::root().join(folder).is_dir()
        {
            anstream::println!("== {}: SKIPPED, there is no folder {folder}", step.name);
            skipped.push(step.name);
            continue;
        }
        anstream::println!("== {}", step.name);
        let (started, cpu) = (Instant::now(), cpu::of_children()?);
        let passed = step.run(&mut count)?;
        let verdict = if passed { "passed" } else { "FAILED" };
        let seconds = started.elapsed().as_secs();
        let cpu = cpu::of_children()?.saturating_sub(cpu).as_secs();
        anstream::println!("   {}: {verdict}, {seconds} s ({cpu} s of CPU)", step.name);
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
        let mut words = self.command.split_whitespace();
        let program = words.next().context("a step has a program")?;
        if self.sandbox.is_some() && !SANDBOX.build_with_tests()? {
            return Ok(false);
        }
        let wants = |need| self.sandbox == Some(need);
        let sandbox = wants(Need::Service).then(Sandbox::start).transpose()?;
        let environment = sandbox.iter().flat_map(|sandbox| &sandbox.environment);
        let program_of_sandbox = wants(Need::Program).then(|| SANDBOX.path());
        let mut child = Command::new(program)
            .args(words)
            .envs(environment.map(|(name, value)| (name, value)))
            .envs(program_of_sandbox.map(|path| ("SANDBOX_PROGRAM", path)))
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

/// Whether a program is there. In CI everything is, or the step fails.
fn is_there(program: &str) -> bool {
    let must = std::env::var_os("CI").is_some() && program != "cargo-deny";
    must || project::is_installed(program)
}
