//! The CPU time of programs.

use std::time::Duration;

use anyhow::{Context as _, Result};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike as _};

/// Returns the CPU time, in user and kernel mode, of the finished child processes.
///
/// # Errors
/// Returns an error if the system does not report it.
pub fn of_children() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("cannot measure child processes")?;
    let time = |time: TimeVal| Duration::from_micros(time.num_microseconds().unsigned_abs());
    Ok(time(usage.user_time()) + time(usage.system_time()))
}
