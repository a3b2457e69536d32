//! Servers that print their address when they are ready, and are stopped when they are dropped.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// A running server.
pub(super) struct Running {
    /// The address that it has printed.
    pub(super) address: String,
    child: Child,
    /// Whether it stops by itself when its standard input ends.
    is_obedient: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        if !self.is_obedient {
            // It has no state to lose.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts a server, whose messages are written to a log; `None` if it ends or prints nothing.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, or the log cannot be written.
    pub(super) fn start(
        command: &mut Command,
        log: &Path,
        limit: Duration,
    ) -> Result<Option<Self>> {
        let log = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let program = command.get_program().to_owned();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let output = child.stdout.take();
        let mut running = Self {
            address: String::new(),
            child,
            is_obedient: false,
        };
        let (said, hears) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = output.map(|output| BufReader::new(output).read_line(&mut line));
            // The program may have ended before it reads this.
            let _ = said.send(read.and_then(Result::ok).map(|_| line));
        });
        let line = hears.recv_timeout(limit).ok().flatten().unwrap_or_default();
        line.trim().clone_into(&mut running.address);
        Ok((!running.address.is_empty()).then_some(running))
    }

    /// Lets it complete its work when its standard input ends.
    pub(super) fn obedient(mut self) -> Self {
        self.is_obedient = true;
        self
    }
}
