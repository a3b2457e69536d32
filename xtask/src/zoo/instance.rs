//! What the command lines of a server are filled with, and how it is started and stopped.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process_group};

use super::commands::{command, filled, printed, run_all, words};
use super::database::Database;
use super::server::{Server, zoo};
use crate::programs;

/// A server with a folder for its data and a port.
#[derive(Debug)]
pub(super) struct Instance<'s> {
    pub(super) server: &'s Server,
    pub(super) data: tempfile::TempDir,
    pub(super) port: u16,
    database: Option<Database>,
}

impl<'s> Instance<'s> {
    /// Makes a folder for its data, finds a port, and runs the commands that fill the folder.
    pub(super) fn prepare(server: &'s Server) -> Result<Self> {
        let instance = Self {
            server,
            data: tempfile::tempdir().context("cannot make a folder")?,
            port: programs::free_address()?.port(),
            database: server.postgres.then(Database::start).transpose()?,
        };
        instance.with_values(|values| run_all(&server.prepare, values))?;
        Ok(instance)
    }

    /// Starts the server in a separate process group.
    pub(super) fn spawn(&self) -> Result<Child> {
        self.with_values(|values| {
            let variables = self.server.environment.iter();
            let variables = variables.map(|(name, value)| (name, filled(value, values)));
            command(&words(&self.server.start, values))?
                .envs(variables)
                .current_dir(self.data.path())
                .process_group(0)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .with_context(|| format!("cannot start {}", self.server.name))
        })
    }

    /// Returns what the command for its token prints, if it has one.
    pub(super) fn token(&self) -> Result<Option<String>> {
        let line = self.server.token.as_ref();
        line.map(|line| self.with_values(|values| printed(line, values)))
            .transpose()
    }

    fn with_values<T>(&self, with: impl FnOnce(&[(&str, &str)]) -> T) -> T {
        let here = self.server.here().display().to_string();
        let (data, port) = (
            self.data.path().display().to_string(),
            self.port.to_string(),
        );
        let database = self.database.as_ref().map(Database::url);
        with(&[
            ("{here}", &here),
            ("{zoo}", &zoo().display().to_string()),
            ("{port}", &port),
            ("{data}", &data),
            ("{database}", database.unwrap_or_default()),
        ])
    }
}

/// Stops a server, with the processes that it has started.
pub(super) fn stop(child: &mut Child) {
    if let Ok(Some(_)) = child.try_wait() {
        return;
    }
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        // Its data were created for this run.
        let _ = kill_process_group(id, Signal::KILL);
    }
    let _ = child.wait();
}
