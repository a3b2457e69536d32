//! `cargo xtask fuzz`

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::project;

/// Compiler flags that count branches for libFuzzer. They work with the stable compiler; memory
/// sanitizers would not, and safe code does not need them.
const INSTRUMENTS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// The limits of an input: bytes, seconds, and MiB of the program. The program stops at an input
/// that takes 20 seconds; libFuzzer stops it if that fails.
const LIMITS: &[&str] = &["-max_len=65536", "-timeout=30", "-rss_limit_mb=6144"];

/// The targets, as `fuzz/src/targets` names them: descriptions; an overlay and settings; texts of
/// documentation; JSON and YAML.
const TARGETS: [&str; 4] = ["descriptions", "settings", "prose", "trees"];

/// The largest input that is kept, in bytes: many small ones are more useful than a large one.
const KEPT_BYTES: u64 = 4 << 10;

/// Give the generator random inputs, and check that it survives them.
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 nothing found, 1 faults.\n\nExamples:\n  \
                        cargo xtask fuzz --minutes 60\n  \
                        cargo xtask fuzz --target prose\n  \
                        cargo xtask fuzz --replay target/fuzz/faults/syntax-of-rs\n  \
                        cargo xtask fuzz --keep")]
pub struct Arguments {
    /// What to fuzz.
    #[arg(long, value_name = "NAME", default_value = TARGETS[0], value_parser = TARGETS)]
    target: String,
    /// How long to run, in minutes.
    #[arg(long, default_value_t = 10, value_name = "N")]
    minutes: u64,
    /// Only check these inputs.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "keep")]
    replay: Vec<PathBuf>,
    /// Add inputs to `fuzz/corpus` that reach new code, and stop.
    #[arg(long)]
    keep: bool,
}

/// The folders of the fuzzer.
struct Folders {
    /// The inputs that were found in all runs on this machine.
    found: PathBuf,
    /// The descriptions that fuzzing starts from.
    seeds: PathBuf,
    /// The inputs in the repository.
    kept: PathBuf,
    /// The inputs that show a bug.
    faults: PathBuf,
}

impl Folders {
    fn new(target: &str) -> Result<Self> {
        let is_first = target == TARGETS[0];
        let folder = |name: &str| {
            if is_first {
                project::scratch(&format!("fuzz/{name}"))
            } else {
                project::scratch(&format!("fuzz/{name}-{target}"))
            }
        };
        let kept = project::root().join("fuzz");
        Ok(Self {
            found: folder("corpus")?,
            seeds: folder("seeds")?,
            kept: if is_first {
                kept.join("corpus")
            } else {
                kept.join("kept").join(target)
            },
            faults: project::scratch("fuzz/faults")?,
        })
    }
}

/// The result of a run.
#[derive(Debug, Default)]
struct Outcome {
    executions: u64,
    faults: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the fuzzer cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folders = Folders::new(&arguments.target)?;
    let program = build()?;
    let fuzzer = || {
        let mut command = Command::new(&program);
        command.env("FUZZ_TARGET", &arguments.target);
        command
    };
    if arguments.keep {
        return keep(fuzzer(), &folders);
    }
    if !arguments.replay.is_empty() {
        let mut outcome = Outcome::default();
        let mut command = fuzzer();
        follow(command.args(LIMITS).args(&arguments.replay), &mut outcome)?;
        return conclude(&outcome, &folders, Duration::ZERO);
    }
    explore(
        &fuzzer,
        &folders,
        Duration::from_secs(arguments.minutes * 60),
    )
}

/// Builds the fuzzer with its instrumentation, separately from other builds.
fn build() -> Result<PathBuf> {
    let version = Command::new("rustc").arg("-vV").output();
    let version = version.context("cannot start rustc")?.stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say what it builds for")?;
    let target = project::root().join("target/fuzz/build");
    // An explicit target keeps the instrumentation out of build scripts and macros.
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--profile", "fuzz", "--package", "fuzz"])
        .args(["--features", "explore", "--bin", "explore"])
        .args(["--target", host, "--target-dir"])
        .arg(&target)
        .env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENTS.join("\u{1f}"))
        .current_dir(project::root())
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "the fuzzer cannot be built");
    Ok(target.join(host).join("fuzz/explore"))
}

/// Runs until the time is over. If the fuzzer itself ends, for example because of a hang, it is
/// started again.
fn explore(fuzzer: &dyn Fn() -> Command, folders: &Folders, time: Duration) -> Result<ExitCode> {
    let start = Instant::now();
    let mut outcome = Outcome::default();
    while let Some(left) = time
        .checked_sub(start.elapsed())
        .filter(|t| t.as_secs() > 0)
    {
        let mut artifacts = std::ffi::OsString::from("-artifact_prefix=");
        artifacts.push(&folders.faults);
        artifacts.push("/");
        let mut command = fuzzer();
        command
            .args(LIMITS)
            .args(["-len_control=0", "-print_final_stats=1", "-reload=0"])
            .arg(format!("-max_total_time={}", left.as_secs()))
            .arg(artifacts)
            .args([&folders.found, &folders.kept, &folders.seeds])
            .env("FUZZ_SEEDS", &folders.seeds);
        follow(&mut command, &mut outcome)?;
    }
    conclude(&outcome, folders, start.elapsed())
}

/// Runs the fuzzer once, shows the important part of its output, and counts.
fn follow(command: &mut Command, outcome: &mut Outcome) -> Result<()> {
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start the fuzzer")?;
    let output = child.stderr.take().context("the output is not piped")?;
    let (mut shown, mut count) = (Instant::now(), 0);
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read what the fuzzer prints")?;
        let line = String::from_utf8_lossy(&line);
        let number = line
            .strip_prefix('#')
            .and_then(|rest| rest.split('\t').next());
        if let Some(number) = number.and_then(|number| number.trim().parse().ok()) {
            count = number;
            if shown.elapsed() > Duration::from_secs(30) {
                shown = Instant::now();
                anstream::println!("{line}");
            }
        } else if let Some(fault) = line.strip_prefix("FAULT ") {
            anstream::println!("{line}");
            outcome.faults.push(fault.to_owned());
        } else if line.contains("ERROR: libFuzzer") || line.contains("Test unit written") {
            anstream::println!("{line}");
            outcome.faults.push(line.into_owned());
        } else if line.starts_with("  ") {
            anstream::println!("{line}");
        }
    }
    outcome.executions += count;
    child.wait().context("cannot wait for the fuzzer")?;
    Ok(())
}

fn conclude(outcome: &Outcome, folders: &Folders, time: Duration) -> Result<ExitCode> {
    let entries = std::fs::read_dir(&folders.found).context("cannot read the found inputs")?;
    let seconds = time.as_secs().max(1);
    anstream::println!(
        "{} executions in {} minutes ({}/s), {} inputs found, {}",
        outcome.executions,
        seconds / 60,
        outcome.executions / seconds,
        entries.count(),
        specwright::report::plural(outcome.faults.len(), "fault"),
    );
    if outcome.faults.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    anstream::println!(
        "once more: add --replay FILE; for good: put it into {}",
        folders.kept.display()
    );
    Ok(ExitCode::from(1))
}

/// Adds the smallest set of small inputs that reach new code.
fn keep(mut fuzzer: Command, folders: &Folders) -> Result<ExitCode> {
    let small = tempfile::tempdir().context("cannot make a folder")?;
    let found = std::fs::read_dir(&folders.found).context("cannot read target/fuzz/corpus")?;
    for input in found.flatten() {
        if input
            .metadata()
            .is_ok_and(|facts| facts.len() <= KEPT_BYTES)
        {
            std::fs::copy(input.path(), small.path().join(input.file_name()))
                .with_context(|| format!("cannot copy {}", input.path().display()))?;
        }
    }
    let status = fuzzer
        .args(["-set_cover_merge=1", "-use_counters=0"])
        .args([folders.kept.as_path(), small.path()])
        .status()
        .context("cannot start the fuzzer")?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
