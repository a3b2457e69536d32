//! A program that makes calls as they are asked for, and reports the outcome of each.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// The outcome of a call.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Outcome {
    /// `value`, `error` for an error that the client documents, or `crash`.
    pub(super) kind: String,
    /// The name of the error.
    pub(super) name: String,
    /// The text of the error.
    pub(super) text: String,
}

/// A running program. Dropping it stops it.
pub(super) struct Driver {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Driver {
    /// Starts a program, whose errors go to a log.
    pub(super) fn start(mut command: Command, log: &Path) -> Result<Self> {
        let file = File::options().create(true).append(true).open(log);
        let file = file.with_context(|| format!("cannot write {}", log.display()))?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let input = child.stdin.take().context("it has an input")?;
        let output = child.stdout.take().context("it has an output")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            input,
            lines,
        })
    }

    /// Makes a call. The error is what the program did instead of reporting an outcome.
    pub(super) fn call(
        &mut self,
        number: u64,
        operation: &str,
        limit: Duration,
    ) -> Result<Outcome, String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        self.forget_peak();
        // If it has ended, it has no output either.
        let _ = writeln!(self.input, "{number} {operation}");
        let line = match self.lines.recv_timeout(limit) {
            Ok(line) => line,
            Err(Timeout) => return Err(format!("no end within {} s", limit.as_secs())),
            Err(Disconnected) => return Err("the program has ended".to_owned()),
        };
        serde_json::from_str(&line).map_err(|error| format!("{error}: {line}"))
    }

    /// Returns the peak of the memory since the last call began, in MiB; 0 where the system does not
    /// report it.
    pub(super) fn peak(&self) -> usize {
        let status = fs::read_to_string(self.file("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number
            .and_then(|text| text.parse::<usize>().ok())
            .unwrap_or(0)
            / 1024
    }

    fn forget_peak(&self) {
        // `proc(5)`, `clear_refs`.
        let _ = fs::write(self.file("clear_refs"), "5");
    }

    fn file(&self, name: &str) -> String {
        format!("/proc/{}/{name}", self.child.id())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
