//! The targets whose inputs are files: libFuzzer draws them, and keeps what reaches new code.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::{Arguments, Folders};
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

/// The largest input that is kept, in bytes: many small ones are more useful than a large one.
const KEPT_BYTES: u64 = 4 << 10;

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
pub(super) fn run(arguments: &Arguments, folders: &Folders) -> Result<ExitCode> {
    let program = build()?;
    let fuzzer = || {
        let mut command = Command::new(&program);
        command.env("FUZZ_TARGET", &arguments.target);
        command
    };
    if arguments.keep {
        return keep(fuzzer(), folders);
    }
    if !arguments.replay.is_empty() {
        let mut outcome = Outcome::default();
        let mut command = fuzzer();
        let replay = command.args(LIMITS).args(&arguments.replay);
        follow(replay, folders, &mut outcome)?;
        return conclude(&outcome, folders, Duration::ZERO);
    }
    explore(
        &fuzzer,
        folders,
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
        follow(&mut command, folders, &mut outcome)?;
    }
    conclude(&outcome, folders, start.elapsed())
}

/// Runs the fuzzer once, shows the important part of its output, and counts. If it fails without
/// saying why, for example because the system has ended it, that is a fault as well.
fn follow(command: &mut Command, folders: &Folders, outcome: &mut Outcome) -> Result<()> {
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start the fuzzer")?;
    let output = child.stderr.take().context("the output is not piped")?;
    let (mut shown, mut count) = (Instant::now(), 0);
    let known = outcome.faults.len();
    let mut last = String::new();
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
        } else if !line.is_empty() {
            last = line.into_owned();
        }
    }
    outcome.executions += count;
    let status = child.wait().context("cannot wait for the fuzzer")?;
    if !status.success() && outcome.faults.len() == known {
        let kept = folders.faults.join("ended-the-fuzzer");
        let kept = match std::fs::copy(&folders.last, &kept) {
            Ok(_) => kept.display().to_string(),
            Err(error) => format!("not kept: {error}"),
        };
        let fault = format!("the fuzzer ended with {status} after `{last}`; its input: {kept}");
        anstream::println!("{}", messages::text::line(&fault));
        outcome.faults.push(fault);
    }
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
    let found = std::fs::read_dir(&folders.found).context("cannot read the found inputs")?;
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
