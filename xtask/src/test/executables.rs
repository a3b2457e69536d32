//! Builds the test programs of a workspace once. The table of steps decides which step runs which
//! program, so no step builds anything again with other features.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::reap::{self, End};
use crate::project;

/// A test program.
#[derive(Debug, Clone)]
pub(super) struct Executable {
    /// The package that it tests.
    pub(super) package: String,
    /// The name of the target: of the library, of a program or of a file in `tests/`.
    pub(super) target: String,
    /// The path of the test program.
    pub(super) path: PathBuf,
    /// The folder of the package, in which Cargo runs tests.
    pub(super) folder: PathBuf,
}

/// A line of Cargo's `--message-format=json` output (the Cargo book, "External tools").
#[derive(Deserialize)]
struct Message {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    executable: Option<PathBuf>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// What a build has made, and the CPU time that it took.
pub(super) struct Built {
    /// The programs, or Cargo's output if they do not compile.
    pub(super) programs: Result<Vec<Executable>, String>,
    pub(super) cpu: Duration,
}

/// Builds all tests of a workspace.
///
/// # Errors
/// Returns an error if Cargo cannot be started or prints something unexpected.
pub(super) fn build(workspace: &str) -> Result<Built> {
    let mut child = Command::new("cargo")
        .args(["test", "--workspace", "--no-run", "--quiet"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(project::root().join(workspace))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("failed to start cargo")?;
    let mut errors = child.stderr.take().context("cargo has no standard error")?;
    let said = std::thread::spawn(move || {
        let mut said = String::new();
        // Output that is not text is not needed.
        let _ = errors.read_to_string(&mut said);
        said
    });
    let output = child
        .stdout
        .take()
        .context("cargo has no standard output")?;
    let mut all = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line.context("failed to read what cargo prints")?;
        let message: Message =
            serde_json::from_str(&line).context("cargo printed an unknown message")?;
        all.extend(message.executable());
    }
    let End { status, cpu } = reap::wait(&mut child)?;
    let said = said.join().unwrap_or_default();
    let programs = if status.success() { Ok(all) } else { Err(said) };
    Ok(Built { programs, cpu })
}

impl Message {
    /// Returns the test program that the message announces, or `None` for any other artifact.
    fn executable(self) -> Option<Executable> {
        let is_test = self.reason == "compiler-artifact" && self.profile?.test;
        let folder = self.manifest_path?.parent()?.to_owned();
        let package = folder.file_name()?.to_string_lossy().into_owned();
        let path = self.executable.filter(|_| is_test)?;
        Some(Executable {
            package,
            target: self.target?.name,
            path,
            folder,
        })
    }
}
