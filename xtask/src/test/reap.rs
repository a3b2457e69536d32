//! The ends of programs, with the CPU time that they took.

use std::process::{Child, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::cpu;

/// How often a program is looked at whose end is near.
const LOOK: Duration = Duration::from_millis(20);

/// The system has one sum for all children that were waited for, so it is read around each.
static ONE: Mutex<()> = Mutex::new(());

/// How a program ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) status: ExitStatus,
    /// The CPU time of the program and of those that it waited for.
    pub(super) cpu: Duration,
}

/// Returns how a program ended, or `None` if it runs. It has to be called once after the end.
///
/// # Errors
/// Returns an error if the program cannot be waited for.
pub(super) fn try_wait(child: &mut Child) -> Result<Option<End>> {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = cpu::of_children()?;
    let status = child.try_wait().context("failed to wait for a program")?;
    let cpu = cpu::of_children()?.saturating_sub(before);
    Ok(status.map(|status| End { status, cpu }))
}

/// Waits until a program ends.
///
/// # Errors
/// Returns an error if the program cannot be waited for.
pub(super) fn wait(child: &mut Child) -> Result<End> {
    loop {
        if let Some(end) = try_wait(child)? {
            return Ok(end);
        }
        thread::sleep(LOOK);
    }
}
