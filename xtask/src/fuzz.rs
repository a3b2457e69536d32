//! `cargo xtask fuzz`

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::project;

/// What makes rustc count at every branch, for libFuzzer to read. They are flags of the stable
/// compiler; sanitizers of memory would not be, and safe code has no use for them.
const INSTRUMENTS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// What an input may take: bytes, seconds, MiB of the whole program. The program itself ends an
/// input that takes 20 seconds, and libFuzzer one that keeps it from doing that.
const LIMITS: &[&str] = &["-max_len=65536", "-timeout=30", "-rss_limit_mb=6144"];

/// The largest input that is kept, in bytes: many small ones say more than a large one.
const KEPT_BYTES: u64 = 4 << 10;

/// Give the generator random descriptions, and check that it survives them.
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 nothing found, 1 faults.\n\nExamples:\n  \
                        cargo xtask fuzz --minutes 60\n  \
                        cargo xtask fuzz --replay target/fuzz/faults/syntax-of-rs\n  \
                        cargo xtask fuzz --keep")]
pub struct Arguments {
    /// How long to look.
    #[arg(long, default_value_t = 10, value_name = "N")]
    minutes: u64,
    /// Judge these inputs only.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "keep")]
    replay: Vec<PathBuf>,
    /// Add to `fuzz/corpus` what reaches code that nothing in it reaches, and stop.
    #[arg(long)]
    keep: bool,
}

/// The folders of the fuzzer.
struct Folders {
    /// What was found in all runs on this machine.
    found: PathBuf,
    /// The descriptions that everything starts from.
    seeds: PathBuf,
    /// What is kept in the repository.
    kept: PathBuf,
    /// Inputs that show faults.
    faults: PathBuf,
}

impl Folders {
    fn new() -> Result<Self> {
        let target = project::scratch("fuzz")?;
        let folders = Self {
            found: target.join("corpus"),
            seeds: target.join("seeds"),
            kept: project::root().join("fuzz/corpus"),
            faults: target.join("faults"),
        };
        for name in ["corpus", "seeds", "faults"] {
            project::scratch(&format!("fuzz/{name}"))?;
        }
        Ok(folders)
    }
}

/// What a run came to.
#[derive(Debug, Default)]
struct Outcome {
    executions: u64,
    faults: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// When the fuzzer cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folders = Folders::new()?;
    let program = build()?;
    if arguments.keep {
        return keep(&program, &folders);
    }
    if !arguments.replay.is_empty() {
        let mut outcome = Outcome::default();
        let mut command = Command::new(&program);
        follow(command.args(LIMITS).args(&arguments.replay), &mut outcome)?;
        return conclude(&outcome, &folders, Duration::ZERO);
    }
    explore(
        &program,
        &folders,
        Duration::from_secs(arguments.minutes * 60),
    )
}

/// Builds the fuzzer with its instruments, apart from other builds.
fn build() -> Result<PathBuf> {
    let version = Command::new("rustc").arg("-vV").output();
    let version = version.context("cannot start rustc")?.stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say what it builds for")?;
    let target = project::root().join("target/fuzz/build");
    // A target that is named keeps the instruments out of build scripts and macros.
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

/// Runs until the time is over. What ends the fuzzer itself, such as a hang, ends not the run.
fn explore(program: &Path, folders: &Folders, time: Duration) -> Result<ExitCode> {
    let start = Instant::now();
    let mut outcome = Outcome::default();
    while let Some(left) = time
        .checked_sub(start.elapsed())
        .filter(|t| t.as_secs() > 0)
    {
        let mut artifacts = std::ffi::OsString::from("-artifact_prefix=");
        artifacts.push(&folders.faults);
        artifacts.push("/");
        let mut command = Command::new(program);
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

/// Runs the fuzzer once, shows what it says that matters, and counts.
fn follow(command: &mut Command, outcome: &mut Outcome) -> Result<()> {
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start the fuzzer")?;
    let output = child.stderr.take().context("the output was asked for")?;
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
    let entries = std::fs::read_dir(&folders.found).context("cannot read target/fuzz/corpus")?;
    let seconds = time.as_secs().max(1);
    anstream::println!(
        "{} executions in {} minutes ({}/s), {} inputs in target/fuzz/corpus, {}",
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
        "once more: cargo xtask fuzz --replay FILE; for good: put it into fuzz/corpus"
    );
    Ok(ExitCode::from(1))
}

/// Adds to the kept inputs those of the small ones that reach new code: the fewest that do.
fn keep(program: &Path, folders: &Folders) -> Result<ExitCode> {
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
    let status = Command::new(program)
        .args(["-set_cover_merge=1", "-use_counters=0"])
        .args([folders.kept.as_path(), small.path()])
        .status()
        .context("cannot start the fuzzer")?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
