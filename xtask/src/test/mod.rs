//! `cargo xtask test`

mod count;
mod steps;

use std::io::{BufRead as _, BufReader, pipe};
use std::panic::resume_unwind;
use std::process::{Command, ExitCode};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;

use self::count::Count;
use self::steps::{Need, STAGES, Step};
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
    let (started, cpu) = (Instant::now(), cpu::of_children()?);
    let mut all = Outcome::default();
    for lanes in STAGES {
        let outcomes: Vec<Result<Outcome>> = thread::scope(|scope| {
            let start = |steps| scope.spawn(move || lane(steps, arguments));
            let lanes: Vec<_> = lanes.iter().copied().map(start).collect();
            let join = |lane: ScopedJoinHandle<'_, _>| {
                lane.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            lanes.into_iter().map(join).collect()
        });
        for outcome in outcomes {
            all.append(outcome?);
        }
    }
    let cpu = cpu::of_children()?.saturating_sub(cpu);
    let (wall, cpu) = (started.elapsed().as_secs(), cpu.as_secs());
    anstream::println!("\n{wall} s ({cpu} s of CPU)");
    Ok(all.conclude())
}

/// What came of steps.
#[derive(Default)]
struct Outcome {
    count: Count,
    skipped: Vec<&'static str>,
    /// With what each has printed.
    broken: Vec<(&'static str, String)>,
}

/// Runs steps, one after the other.
fn lane(steps: &'static [Step], arguments: &Arguments) -> Result<Outcome> {
    let only = arguments.only.as_deref().unwrap_or_default();
    let mut outcome = Outcome::default();
    for step in steps.iter().filter(|step| step.name.contains(only)) {
        if let Some(program) = step.needs.filter(|program| !is_there(program)) {
            if step.language && arguments.all_languages {
                anstream::println!("== {}: FAILED, there is no {program}", step.name);
                outcome.broken.push((step.name, String::new()));
            } else {
                anstream::println!("== {}: SKIPPED, there is no {program}", step.name);
                outcome.skipped.push(step.name);
            }
            continue;
        }
        if let Some(folder) = step.beside
            && !project::root().join(folder).is_dir()
        {
            anstream::println!("== {}: SKIPPED, there is no folder {folder}", step.name);
            outcome.skipped.push(step.name);
            continue;
        }
        anstream::println!("-- {} …", step.name);
        let started = Instant::now();
        let (passed, said) = step.run(&mut outcome.count)?;
        let verdict = if passed { "passed" } else { "FAILED" };
        let seconds = started.elapsed().as_secs();
        // At once: what other lanes say is not to come between.
        anstream::println!("{said}== {}: {verdict}, {seconds} s", step.name);
        if !passed {
            outcome.broken.push((step.name, said));
        }
    }
    Ok(outcome)
}

impl Outcome {
    fn append(&mut self, mut other: Self) {
        self.count.passed += other.count.passed;
        self.count.failed += other.count.failed;
        self.count.ignored += other.count.ignored;
        self.skipped.append(&mut other.skipped);
        self.broken.append(&mut other.broken);
    }

    /// The last lines: what a person, and a machine, look for first. A step counts as a test.
    fn conclude(&self) -> ExitCode {
        for name in &self.skipped {
            anstream::println!("skipped: {name}");
        }
        for (name, said) in &self.broken {
            anstream::println!("failed: {name}\n{}", end(said));
        }
        let failed = self.count.failed.max(self.broken.len());
        let ignored = self.count.ignored + self.skipped.len();
        let passed = self.count.passed;
        anstream::println!("{passed} passed, {failed} failed, {ignored} skipped");
        if failed == 0 && passed > 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(1)
        }
    }
}

/// The last lines of what a step has printed: why it failed is mostly there.
fn end(said: &str) -> &str {
    const LINES: usize = 40;
    let start = said.rmatch_indices('\n').nth(LINES);
    start.map_or(said, |(at, _)| &said[at + 1..])
}

impl Step {
    /// Runs the step: whether it succeeded, and what it has printed.
    fn run(&self, count: &mut Count) -> Result<(bool, String)> {
        let mut words = self.command.split_whitespace();
        let program = words.next().context("a step has a program")?;
        if self.sandbox.is_some() && !SANDBOX.build_with_tests()? {
            return Ok((false, String::new()));
        }
        let wants = |need| self.sandbox == Some(need);
        let sandbox = wants(Need::Service).then(Sandbox::start).transpose()?;
        let environment = sandbox.iter().flat_map(|sandbox| &sandbox.environment);
        let program_of_sandbox = wants(Need::Program).then(|| SANDBOX.path());
        let (output, writer) = pipe().context("there is no pipe")?;
        let mut command = Command::new(program);
        command
            .args(words)
            .envs(environment.map(|(name, value)| (name, value)))
            .envs(program_of_sandbox.map(|path| ("SANDBOX_PROGRAM", path)))
            .current_dir(project::root().join(self.folder))
            .stdout(writer.try_clone().context("there is no pipe")?)
            .stderr(writer);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        // Its ends of the pipe would keep the output open.
        drop(command);
        let mut said = String::new();
        for line in BufReader::new(output).split(b'\n') {
            let line = line.context("cannot read what the step prints")?;
            let line = String::from_utf8_lossy(&line);
            count.add(&line);
            said.push_str(&line);
            said.push('\n');
        }
        let succeeded = child.wait().context("cannot wait for the step")?.success();
        count.passed += usize::from(succeeded);
        Ok((succeeded, said))
    }
}

/// Whether a program is there. In CI everything is, or the step fails.
fn is_there(program: &str) -> bool {
    let must = std::env::var_os("CI").is_some() && program != "cargo-deny";
    must || project::is_installed(program)
}
