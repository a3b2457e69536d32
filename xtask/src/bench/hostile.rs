//! `cargo xtask bench hostile`: the cost of expensive inputs, each in a separate process.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;
use hostile::{Construct, Input};
use serde_json::Value;

use super::outputs;
use crate::project;

/// Measure hostile inputs of every construct and size.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only constructs whose name contains this; several, separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Only inputs of at most this many bytes.
    #[arg(long, default_value_t = 20 << 20)]
    most_bytes: usize,
    /// The seed for the names of the inputs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Targets to generate [default: all]
    #[arg(long = "target")]
    targets: Vec<String>,
    /// Compare each input with a slightly larger one instead of generating code.
    #[arg(long, conflicts_with = "targets")]
    diff: bool,
    /// Measure this build, even if it is not optimized.
    #[arg(long)]
    pub(super) this_build: bool,
    /// Keep the inputs in this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// The maximum cost of any input: seconds, MiB of memory, and bytes of output.
const MOST_SECONDS: f64 = 10.0;
const MOST_MEBIBYTES: f64 = 1024.0;
const MOST_OUTPUT: u64 = 50_000_000;
const MOST_TIMES: u64 = 50;

/// The time limit of a run: far above the allowed cost, so that the table shows by how much a run
/// exceeds it.
const END_SECONDS: &str = "40";
const END_MEBIBYTES: &str = "6144";

/// The cost and result of a run.
struct Outcome {
    /// The seconds that the run took, or its CPU time if that is less: other programs can make both
    /// longer.
    seconds: f64,
    peak: f64,
    output: u64,
    end: String,
}

impl Outcome {
    fn is_within(&self, bytes: u64) -> bool {
        let output = MOST_OUTPUT.max(bytes * MOST_TIMES);
        let cheap = self.seconds <= MOST_SECONDS && self.peak <= MOST_MEBIBYTES;
        cheap && self.output <= output && !self.end.starts_with("ended")
    }
}

/// Runs the command; the exit code is 1 if an input costs too much.
///
/// # Errors
/// Returns an error if nothing can be written or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
    let folder = arguments.keep.as_deref().unwrap_or(temporary.path());
    anstream::println!(
        "{:<44} {:>9} {:>8} {:>8} {:>10} {:>6}   outcome",
        "input",
        "bytes",
        "seconds",
        "MiB",
        "output",
        "times"
    );
    let mut dear = 0;
    for construct in Construct::all().filter(|one| is_wanted(one, &arguments.only)) {
        for size in construct.sizes {
            let input = construct.input(arguments.seed, *size);
            let is_compared = input.overlay.is_none() && input.settings.is_none();
            if input.bytes() > arguments.most_bytes || arguments.diff && !is_compared {
                continue;
            }
            let name = format!("{} {size}", construct.name);
            let folder = folder.join(name.replace(' ', "-"));
            let outcome = if arguments.diff {
                let newer = construct.input(arguments.seed, size + 1);
                compare(&input, &newer, &folder)?
            } else {
                measure(&input, &folder, arguments)?
            };
            dear += usize::from(!print(&name, &input, &outcome));
        }
    }
    anstream::println!(
        "\n{dear} cost more than {MOST_SECONDS} s, {MOST_MEBIBYTES} MiB or {MOST_TIMES} times their size"
    );
    Ok(ExitCode::from(u8::from(dear > 0)))
}

fn is_wanted(construct: &Construct, only: &[String]) -> bool {
    only.is_empty() || only.iter().any(|part| construct.name.contains(part))
}

fn print(name: &str, input: &Input, outcome: &Outcome) -> bool {
    let bytes = input.bytes() as u64;
    let within = outcome.is_within(bytes);
    anstream::println!(
        "{name:<44} {bytes:>9} {:>8.2} {:>8.0} {:>10} {:>6}   {}{}",
        outcome.seconds,
        outcome.peak,
        outcome.output,
        outcome.output / bytes.max(1),
        if within { "" } else { "TOO MUCH: " },
        outcome.end
    );
    within
}

/// Measures the comparison of two inputs.
fn compare(old: &Input, new: &Input, folder: &Path) -> Result<Outcome> {
    let old = write_description(folder, "old", old)?;
    let new = write_description(folder, "new", new)?;
    let mut command = limited()?;
    command.arg("diff").args([old, new]);
    outcome(&mut command)
}

/// Measures the generation of code from an input.
fn measure(input: &Input, folder: &Path, arguments: &Arguments) -> Result<Outcome> {
    let description = write_description(folder, "openapi", input)?;
    let out = outputs::folder().context("cannot make a temporary folder")?;
    let mut command = limited()?;
    command.args(["codegen", "--quiet", "--spec"]).args([
        &description,
        Path::new("--out"),
        out.path(),
    ]);
    if let Some(settings) = &input.settings {
        write(folder, "codegen.yaml", settings)?;
    }
    if let Some(overlay) = &input.overlay {
        let overlay = write(folder, "overlay.yaml", overlay)?;
        command.arg("--overlay").arg(overlay);
    }
    for target in &arguments.targets {
        command.args(["--target", target]);
    }
    let outcome = outcome(&mut command)?;
    Ok(Outcome {
        output: bytes_below(out.path())?,
        ..outcome
    })
}

fn write_description(folder: &Path, name: &str, input: &Input) -> Result<PathBuf> {
    let extension = if input.json { "json" } else { "yaml" };
    write(folder, &format!("{name}.{extension}"), &input.description)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).context("cannot make a folder")?;
    let path = folder.join(name);
    std::fs::write(&path, text).context("cannot write an input")?;
    Ok(path)
}

/// Returns this program, which measures and ends the command that follows.
fn limited() -> Result<Command> {
    let program = project::this_program().context("cannot find this program")?;
    let mut command = Command::new(&program);
    command
        .args(["bench", "measured", "--seconds", END_SECONDS])
        .args(["--mebibytes", END_MEBIBYTES, "--"])
        .arg(&program);
    Ok(command)
}

/// Runs a measured command, which writes no files.
fn outcome(command: &mut Command) -> Result<Outcome> {
    let output = command.output().context("cannot start this program")?;
    let cost: Value =
        serde_json::from_slice(&output.stdout).context("the output is not a measurement")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let [wall, cpu] = ["wall", "cpu"].map(|name| cost[name].as_f64().unwrap_or_default());
    Ok(Outcome {
        seconds: wall.min(cpu),
        peak: cost["peak"].as_f64().unwrap_or_default(),
        output: 0,
        end: end(output.status.code(), &said),
    })
}

/// Returns how a run ended: by itself, with the first error and its place, or at its limits.
fn end(code: Option<i32>, said: &str) -> String {
    match code {
        Some(0 | 1) => return "done".to_owned(),
        Some(2) => {}
        _ => return format!("ended by a limit ({})", last_line(said)),
    }
    let mut lines = said.lines();
    let error = lines.find(|line| line.starts_with("error"));
    let place = lines.find_map(|line| line.trim().strip_prefix("--> "));
    let place = place.map_or("no place", |place| {
        place.rsplit('/').next().unwrap_or(place)
    });
    let error = error.map_or_else(|| last_line(said), str::to_owned);
    let error: String = error.chars().take(100).collect();
    format!("{error} ({place})")
}

fn last_line(said: &str) -> String {
    let line = said.lines().rev().find(|line| !line.trim().is_empty());
    line.unwrap_or("it said nothing")
        .chars()
        .take(100)
        .collect()
}

fn bytes_below(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).context("cannot read the output")? {
        let entry = entry.context("cannot read the output")?;
        let about = entry.metadata().context("cannot read the output")?;
        bytes += if about.is_dir() {
            bytes_below(&entry.path())?
        } else {
            about.len()
        };
    }
    Ok(bytes)
}
