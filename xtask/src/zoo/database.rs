//! A PostgreSQL server for a server of the zoo.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::project;

/// The script that starts and stops it.
const SCRIPT: &str = "sandbox/tests/support/postgres.sh";

/// A running PostgreSQL server. Dropping this stops it and deletes its data.
#[derive(Debug)]
pub(super) struct Database {
    folder: tempfile::TempDir,
    url: String,
}

impl Database {
    /// Starts it on a free loopback port, with an empty database.
    ///
    /// # Errors
    /// Returns an error if PostgreSQL is not installed or does not start.
    pub(super) fn start() -> Result<Self> {
        // PostgreSQL refuses to run as root: the script runs it as another user, who must be able to
        // enter the folder.
        let folder = tempfile::Builder::new()
            .permissions(std::fs::Permissions::from_mode(0o755))
            .tempdir()
            .context("cannot make a folder")?;
        let output = script(&folder, "start")
            .stderr(Stdio::piped())
            .output()
            .with_context(|| format!("cannot start {SCRIPT}"))?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "there is no PostgreSQL: {complaint}"
        );
        let url = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Self { folder, url })
    }

    /// Returns the URL of the database.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = script(&self.folder, "stop").status();
    }
}

fn script(folder: &tempfile::TempDir, verb: &str) -> Command {
    let mut command = Command::new(project::root().join(SCRIPT));
    command
        .arg(verb)
        .env("SANDBOX_POSTGRES", folder.path().join("server"))
        .stdin(Stdio::null());
    command
}
