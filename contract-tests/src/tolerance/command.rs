//! Runs the client.

use std::process::Stdio;

use anyhow::{Context as _, Result, anyhow};
use tokio::process::Command;

use super::Options;
use conformance_core::exchange::Host;
use conformance_core::service::Service;

/// How a client ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With an exit status; `None` if a signal ended it.
    Exited(Option<i32>),
    /// It was stopped, because it took too long.
    TimedOut,
}

impl Ended {
    /// Returns whether it succeeded.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Exited(Some(0)))
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exited(Some(status)) => write!(f, "exit status {status}"),
            Self::Exited(None) => f.write_str("ended by a signal"),
            Self::TimedOut => f.write_str("not ended in time"),
        }
    }
}

/// Runs the client once; its output goes where this program's goes.
pub(super) async fn run(options: &Options, addresses: &[(Host, String)]) -> Result<Ended> {
    let (program, arguments) = options
        .command
        .split_first()
        .context("there is no command")?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .kill_on_drop(true);
    for (host, address) in addresses {
        let name = match host {
            Host::Resource => "BASE_URL",
            Host::Token => "AUTH_URL",
        };
        command.env(Service::embedded().variable(name), address);
        if *host == Host::Resource {
            command.envs(options.variables.iter().map(|name| (name, address)));
        }
    }
    // A client such as `npm test` starts child processes, which are stopped with it.
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let group = child.id();
    let waited = tokio::select! {
        status = child.wait() => return Ok(Ended::Exited(status?.code())),
        () = tokio::time::sleep(options.timeout) => Ok(Ended::TimedOut),
        // The terminal only interrupts its own process group, which the client does not belong to.
        _ = tokio::signal::ctrl_c() => Err(anyhow!("interrupted")),
    };
    end_group(group);
    child.kill().await.context("cannot stop the client")?;
    waited
}

/// Stops all processes of a group. Processes that have already ended are ignored.
#[cfg(unix)]
fn end_group(id: Option<u32>) {
    let id = id.and_then(|id| i32::try_from(id).ok());
    if let Some(group) = id.and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Does nothing, since there are no process groups.
#[cfg(not(unix))]
const fn end_group(_: Option<u32>) {}
