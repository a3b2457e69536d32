//! Runs a program and measures its cost.

use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::bench::usage::{self, Usage};

/// How often a running program is sampled; the end of its CPU time may be missed.
const INTERVAL: Duration = Duration::from_millis(10);

/// What a program cost.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// The wall time.
    pub wall: Duration,
    /// The CPU time of all threads, and the peak memory.
    pub usage: Usage,
    /// The exit status; `None` if it reached the time limit.
    pub status: Option<ExitStatus>,
}

/// Runs a program to its end, or to the time limit.
///
/// # Errors
/// Returns an error if it cannot be started.
pub fn run(command: &mut Command, most: Duration) -> Result<Cost> {
    let start = Instant::now();
    let program = command.get_program().to_os_string();
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let mut usage = Usage::default();
    let status = loop {
        let now = usage::of(child.id());
        usage.cpu_seconds = usage.cpu_seconds.max(now.cpu_seconds);
        usage.peak_mebibytes = usage.peak_mebibytes.max(now.peak_mebibytes);
        if let Some(status) = child.try_wait().context("cannot wait")? {
            break Some(status);
        }
        if start.elapsed() > most {
            end(&mut child);
            break None;
        }
        std::thread::sleep(INTERVAL);
    };
    Ok(Cost {
        wall: start.elapsed(),
        usage,
        status,
    })
}

fn end(child: &mut Child) {
    // It may just have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}
