//! `cargo xtask test`

mod count;
mod executables;
mod output;
mod reap;
mod run;
mod schedule;
mod steps;

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Args;

use self::count::Count;
use self::run::{Runner, Verdict};
use self::schedule::Record;
use self::steps::{STEPS, Step};
use crate::cpu;

/// Run the tests that CI runs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                        cargo xtask test\n  \
                        cargo xtask test --all-languages\n  \
                        cargo xtask test --only lint")]
pub struct Arguments {
    /// Fail if the tools of a language with an SDK are missing.
    #[arg(long)]
    all_languages: bool,
    /// Only steps whose name contains this, and the steps that they need.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Leave out the last faulty deployments so that the run takes about this many minutes.
    ///
    /// The step reports how many it left out. Nothing else is shortened.
    #[arg(long, value_name = "MINUTES")]
    within: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a step cannot be started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (started, cpu) = (Instant::now(), cpu::of_children()?);
    let until = arguments.within.map(after).transpose()?;
    let runner = Runner::new(arguments.all_languages, until);
    let steps = select(arguments.only.as_deref().unwrap_or_default());
    let records = schedule::run(&steps, &runner)?;
    times(&records);
    let cpu = cpu::of_children()?.saturating_sub(cpu);
    let (wall, cpu) = (started.elapsed().as_secs(), cpu.as_secs());
    anstream::println!("{wall} s ({cpu} s of CPU)");
    let left_out = if arguments.only.is_none() {
        runner.left_out()
    } else {
        Vec::new()
    };
    Ok(conclude(&records, &left_out))
}

/// Returns the time in so many minutes, in seconds since 1970.
fn after(minutes: u64) -> Result<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(now.as_secs() + 60 * minutes)
}

/// Returns the steps whose names contain a text, and the steps that they need.
fn select(text: &str) -> Vec<&'static Step> {
    let mut names = HashSet::new();
    // A step comes after the steps that it needs.
    for step in STEPS.iter().rev() {
        if step.name.contains(text) || names.contains(step.name) {
            names.insert(step.name);
            names.extend(step.all_before());
        }
    }
    let steps = STEPS.iter();
    steps.filter(|step| names.contains(step.name)).collect()
}

/// Prints how much time each step took, the most CPU time first. Steps run in parallel.
fn times(records: &[Record]) {
    let mut all: Vec<_> = records.iter().collect();
    all.sort_by_key(|record| std::cmp::Reverse((record.ended.cpu, record.elapsed)));
    anstream::println!("\nSeconds of CPU and seconds by step:");
    for record in all.iter().filter(|record| record.elapsed.as_secs() > 0) {
        let (cpu, seconds) = (record.ended.cpu.as_secs(), record.elapsed.as_secs());
        anstream::println!("{cpu:>6} {seconds:>6}  {}", record.step.name);
    }
}

/// Prints the last lines, which people and programs look for first. A step counts as a test.
fn conclude(records: &[Record], left_out: &[String]) -> ExitCode {
    let mut count = Count::default();
    for record in records {
        count.append(&record.ended.count);
    }
    let of = |verdict| {
        let all = records.iter();
        all.filter(move |record| record.ended.verdict == verdict)
    };
    for record in of(Verdict::Skipped) {
        anstream::println!("skipped: {}", record.step.name);
    }
    for record in of(Verdict::Failed) {
        let said = end(&record.ended.said);
        anstream::println!("failed: {}\n{said}", record.step.name);
    }
    for name in left_out {
        anstream::println!("failed: no step runs the tests in {name}");
    }
    let failed = of(Verdict::Failed).count() + left_out.len();
    let failed = count.failed.max(failed);
    let ignored = count.ignored + of(Verdict::Skipped).count();
    let passed = count.passed;
    anstream::println!("{passed} passed, {failed} failed, {ignored} skipped");
    if failed == 0 && passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

/// Returns the last lines of a step's output, which usually say why it failed.
fn end(said: &str) -> &str {
    const LINES: usize = 40;
    let start = said.rmatch_indices('\n').nth(LINES);
    start.map_or(said, |(at, _)| &said[at + 1..])
}
