//! Measures the cost of another program: it runs as the only child of one of our processes, whose
//! children the system then accounts for.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use serde_json::{Value, json};

use crate::cpu;

/// Measure a run of any program, in a separate process.
#[derive(Debug, Args)]
pub struct Measured {
    /// Kills the program after this many seconds.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Limits its address space, in MiB.
    #[arg(long)]
    mebibytes: Option<u64>,
    /// The program and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    command: Vec<String>,
}

/// The cost of a run.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Wall time in seconds.
    pub wall: f64,
    /// CPU time in seconds, in user and kernel mode, on all cores.
    pub cpu: f64,
    /// Peak resident memory, in MiB.
    pub peak: f64,
}

/// Runs the program, and prints its cost as JSON. The exit code is that of the program.
///
/// # Errors
/// Returns an error if it cannot be started.
pub fn run(arguments: &Measured) -> Result<ExitCode> {
    let (program, rest) = arguments
        .command
        .split_first()
        .context("a program is required")?;
    if let Some(mebibytes) = arguments.mebibytes {
        let bytes = mebibytes << 20;
        setrlimit(Resource::RLIMIT_AS, bytes, bytes).context("cannot limit the memory")?;
    }
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(rest)
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let limit = Duration::from_secs(arguments.seconds);
    let status = loop {
        if let Some(status) = child.try_wait().context("cannot wait")? {
            break status;
        }
        if started.elapsed() > limit {
            child.kill().context("cannot stop the program")?;
        }
        // Short in comparison with the fastest program, which takes some milliseconds.
        std::thread::sleep(Duration::from_micros(200));
    };
    let wall = started.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("cannot measure child processes")?;
    let kibibytes = u32::try_from(usage.max_rss()).unwrap_or(u32::MAX);
    let cost = json!({
        "wall": wall,
        "cpu": cpu::of_children()?.as_secs_f64(),
        "peak": f64::from(kibibytes) / 1024.0,
    });
    anstream::println!("{cost}");
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(1)))
}

/// Runs a command in the folder, once.
///
/// # Errors
/// Returns an error if it fails, with the end of its output.
pub fn once(command: &[String], folder: &Path) -> Result<Cost> {
    let program = crate::project::this_program().context("cannot find this program")?;
    let output = Command::new(program)
        .args(["bench", "measured", "--"])
        .args(command)
        .current_dir(folder)
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .context("cannot start this program")?;
    if !output.status.success() {
        bail!("{}", last_line(&String::from_utf8_lossy(&output.stderr)));
    }
    let cost: Value =
        serde_json::from_slice(&output.stdout).context("the output is not a measurement")?;
    let number = |name: &str| {
        cost[name]
            .as_f64()
            .context("the measurement lacks a number")
    };
    Ok(Cost {
        wall: number("wall")?,
        cpu: number("cpu")?,
        peak: number("peak")?,
    })
}

/// Returns the run with the median wall time.
///
/// # Errors
/// Returns an error if a run fails.
pub fn median(runs: usize, mut run: impl FnMut() -> Result<Cost>) -> Result<Cost> {
    let costs: Result<Vec<_>> = (0..runs.max(1)).map(|_| run()).collect();
    let mut costs = costs?;
    costs.sort_by(|one, other| one.wall.total_cmp(&other.wall));
    let middle = costs.len() / 2;
    Ok(costs.swap_remove(middle))
}

/// Returns the most informative of the last lines of a program's output.
fn last_line(said: &str) -> String {
    const LONGEST: usize = 160;
    let mut lines = said.lines().rev().map(str::trim);
    let telling = lines
        .clone()
        .find(|line| line.to_lowercase().contains("error"));
    let line = telling.or_else(|| lines.find(|line| !line.is_empty()));
    line.unwrap_or("it failed and said nothing")
        .chars()
        .take(LONGEST)
        .collect()
}
