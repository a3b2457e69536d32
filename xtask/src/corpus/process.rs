//! Runs programs that may hang: each in a separate process group with a time limit.

use std::fs::File;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process_group};

/// How a program has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// With success.
    Success,
    /// With an error, or by a signal.
    Failure,
    /// It was stopped at the time limit.
    TimeLimit,
}

/// Runs a program. Its output is appended to the log, or its standard output written to `output` if
/// requested.
///
/// # Errors
/// Returns an error if it cannot be started, or the log cannot be written.
pub(crate) fn run(
    command: &mut Command,
    log: &Path,
    output: Option<File>,
    limit: Duration,
) -> Result<End> {
    let open = || {
        let mut options = File::options();
        options.create(true).append(true).open(log)
    };
    let file = open().with_context(|| format!("cannot write {}", log.display()))?;
    let other = file.try_clone().context("cannot write a log")?;
    let child = command
        .stdin(Stdio::null())
        .stdout(output.unwrap_or(file))
        .stderr(other)
        .process_group(0)
        .spawn();
    let program = command.get_program().display();
    wait(
        child.with_context(|| format!("cannot start {program}"))?,
        limit,
    )
}

fn wait(mut child: Child, limit: Duration) -> Result<End> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(2);
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for a program")? {
            let success = status.success();
            return Ok(if success { End::Success } else { End::Failure });
        }
        if start.elapsed() > limit {
            end(&mut child)?;
            return Ok(End::TimeLimit);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(100));
    }
}

/// Stops a program and its child processes, since compilers are often started by scripts.
fn end(child: &mut Child) -> Result<()> {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        // It may have ended by itself in the meantime.
        let _ = kill_process_group(id, Signal::KILL);
    }
    child.wait().context("cannot wait for a program")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_end_in_three_ways() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let end = |script: &str, milliseconds| {
            let limit = Duration::from_millis(milliseconds);
            run(Command::new("sh").args(["-c", script]), &log, None, limit).expect("it starts")
        };
        assert_eq!(end("echo one", 60_000), End::Success);
        assert_eq!(end("echo two >&2; exit 3", 60_000), End::Failure);
        assert_eq!(end("sleep 600 & wait", 50), End::TimeLimit);
        let said = std::fs::read_to_string(&log).expect("a log");
        assert_eq!(said, "one\ntwo\n");
    }
}
