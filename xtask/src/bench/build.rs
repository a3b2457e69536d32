//! `cargo xtask bench build`

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde::Deserialize;

use crate::{cpu, project};

/// Measure what a fresh clone of the last commit has to build, each time from an empty folder.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Also build the tests of both workspaces.
    #[arg(long)]
    tests: bool,
    /// How many libraries to list, the slowest first.
    #[arg(long, default_value_t = 10)]
    slowest: usize,
}

/// A fresh clone, and where it builds.
struct Clone {
    folder: PathBuf,
    rows: Vec<Row>,
}

/// The cost of a step.
struct Row {
    name: &'static str,
    wall: Duration,
    cpu: Duration,
    units: Vec<Unit>,
}

/// A unit of compilation in the report of `cargo build --timings`.
#[derive(Deserialize)]
struct Unit {
    name: String,
    version: String,
    target: String,
    duration: f64,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the project cannot be cloned, or does not build.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = tempfile::tempdir().context("failed to make a folder")?;
    let mut clone = Clone::new(folder.path())?;
    clone.cargo("tools", ".", &["build", "--package", "xtask"])?;
    clone.run("cargo xtask codegen", &["codegen", "--check", "--quiet"])?;
    let packages = ["--package", "sandbox", "--package", "conformance"];
    let programs = ["--bin", "sandbox", "--bin", "conformance"];
    let build = [&["build"], &packages[..], &programs[..]].concat();
    clone.cargo("sandbox and harness", "contract-tests", &build)?;
    clone.run("cargo xtask demo", &["demo"])?;
    clone.total("all of the demo");
    clone.change(
        "contract-tests/checks/src/errors/errors_reveal_nothing.rs",
        "//",
    )?;
    let list = ["conformance", "--list"];
    clone.run("after a change of a check", &list)?;
    clone.change("templates/rust/types/src/record.rs", "")?;
    clone.cargo(
        "tools, after a change of a template",
        ".",
        &["build", "--package", "xtask"],
    )?;
    clone.run(
        "codegen, after that change",
        &["codegen", "--dry-run", "--quiet"],
    )?;
    if arguments.tests {
        let tests = ["test", "--workspace", "--no-run"];
        clone.cargo("tests of the tools", ".", &tests)?;
        clone.cargo("tests of the services", "contract-tests", &tests)?;
    }
    clone.print(arguments.slowest);
    Ok(ExitCode::SUCCESS)
}

impl Clone {
    fn new(folder: &Path) -> Result<Self> {
        let folder = folder.join("clone");
        let cloned = Command::new("git")
            .args(["clone", "--quiet"])
            .args([&project::root(), &folder])
            .status()
            .context("failed to start git")?;
        ensure!(cloned.success(), "failed to clone the project");
        Ok(Self {
            folder,
            rows: Vec::new(),
        })
    }

    /// Measures a build.
    fn cargo(&mut self, name: &'static str, workspace: &str, words: &[&str]) -> Result<()> {
        let mut command = Command::new("cargo");
        let (first, rest) = words.split_first().context("a command of cargo")?;
        command
            .args([first, "--quiet", "--timings"])
            .args(rest)
            .current_dir(self.folder.join(workspace));
        self.measure(name, command)?;
        let report = self.folder.join("target/cargo-timings/cargo-timing.html");
        let report = std::fs::read_to_string(report).unwrap_or_default();
        if let Some(row) = self.rows.last_mut() {
            row.units = units(&report);
        }
        Ok(())
    }

    /// Measures an xtask command, with the program that was built in the clone.
    fn run(&mut self, name: &'static str, words: &[&str]) -> Result<()> {
        let mut command = Command::new(self.folder.join("target/debug/xtask"));
        command.args(words).current_dir(&self.folder);
        self.measure(name, command)
    }

    fn measure(&mut self, name: &'static str, mut command: Command) -> Result<()> {
        anstream::eprintln!("{name} …");
        let (started, before) = (Instant::now(), cpu::of_children()?);
        let output = command
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .output()
            .with_context(|| format!("failed to start {}", command.get_program().display()))?;
        ensure!(
            output.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        self.rows.push(Row {
            name,
            wall: started.elapsed(),
            cpu: cpu::of_children()?.saturating_sub(before),
            units: Vec::new(),
        });
        Ok(())
    }

    /// Adds the sum of all rows so far.
    fn total(&mut self, name: &'static str) {
        self.rows.push(Row {
            name,
            wall: self.rows.iter().map(|row| row.wall).sum(),
            cpu: self.rows.iter().map(|row| row.cpu).sum(),
            units: Vec::new(),
        });
    }

    /// Changes a file of the clone without changing its meaning.
    fn change(&self, file: &str, comment: &str) -> Result<()> {
        let path = self.folder.join(file);
        let opened = OpenOptions::new().append(true).open(&path);
        let mut file = opened.with_context(|| format!("failed to change {}", path.display()))?;
        writeln!(file, "{comment}").context("failed to change a file")
    }

    fn print(&self, slowest: usize) {
        anstream::println!("{:<38} {:>8} {:>8} {:>8}", "", "wall s", "CPU s", "crates");
        for row in &self.rows {
            let (wall, cpu) = (row.wall.as_secs_f64(), row.cpu.as_secs_f64());
            let crates = match row.units.len() {
                0 => String::new(),
                number => number.to_string(),
            };
            anstream::println!("{:<38} {wall:>8.1} {cpu:>8.1} {crates:>8}", row.name);
        }
        let mut all: Vec<&Unit> = self.rows.iter().flat_map(|row| &row.units).collect();
        all.sort_by(|one, other| other.duration.total_cmp(&one.duration));
        anstream::println!("\nSlowest, in seconds from start to end, with others beside them:");
        for unit in all.iter().take(slowest) {
            let (name, version) = (&unit.name, &unit.version);
            anstream::println!("{:>6.1}  {name} {version}{}", unit.duration, unit.target);
        }
    }
}

/// Returns the units of a build that took time, from Cargo's timing report.
fn units(page: &str) -> Vec<Unit> {
    const START: &str = "const UNIT_DATA = ";
    let data = page
        .find(START)
        .and_then(|at| page[at + START.len()..].split_once("];"));
    let all = data.and_then(|(data, _)| serde_json::from_str(&format!("{data}]")).ok());
    let all: Vec<Unit> = all.unwrap_or_default();
    all.into_iter().filter(|unit| unit.duration > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn units_that_were_built_are_read_off_the_page() {
        let page = "const UNIT_DATA = [{\"name\":\"a\",\"version\":\"1\",\"target\":\"\",\
                    \"duration\":0.5},{\"name\":\"b\",\"version\":\"1\",\"target\":\"\",\
                    \"duration\":0.0}\n];\nconst OTHER = [];";
        let names: Vec<_> = units(page).into_iter().map(|unit| unit.name).collect();
        assert_eq!(names, ["a"]);
        assert!(units("nothing").is_empty());
    }
}
