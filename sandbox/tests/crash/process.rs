//! Runs the sandbox program.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::support::{Organization, free_port};

/// A sandbox in a separate process, which is killed (`SIGKILL`) when it is dropped.
pub struct Process {
    child: Child,
    base: String,
    http: reqwest::Client,
    _folder: TempDir,
}

impl Process {
    /// Starts the program on a database, and waits until it responds.
    pub async fn start(database: &str) -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let file = folder.path().join("env");
        let port = || free_port().to_string();
        let child = Command::new(env!("CARGO_BIN_EXE_sandbox"))
            .args(["--listen", &format!("127.0.0.1:{}", port())])
            .args(["--auth-listen", &format!("127.0.0.1:{}", port())])
            .args(["--database", database])
            .arg("--env-file")
            .arg(&file)
            .env("SANDBOX_LOG", "warn")
            .stdout(Stdio::null())
            .spawn();
        let mut process = Self {
            child: child.expect("the program starts"),
            base: String::new(),
            http: reqwest::Client::builder()
                .no_proxy()
                .build()
                .expect("a client"),
            _folder: folder,
        };
        process.base = process.address(&file).await;
        process
    }

    /// Returns the program's description of itself, once it responds.
    async fn address(&mut self, file: &Path) -> String {
        // No start needs more than half a minute.
        for _ in 0..600 {
            let lines = std::fs::read_to_string(file).unwrap_or_default();
            // The last line is written when everything is ready.
            let is_whole = lines.contains("MARKETPLACE_OTHER_PASSWORD=") && lines.ends_with('\n');
            let line = lines
                .lines()
                .find_map(|line| line.strip_prefix("export MARKETPLACE_BASE_URL='"));
            if let (Some(line), true) = (line, is_whole) {
                return line.trim_end_matches('\'').to_owned();
            }
            let ended = self.child.try_wait().expect("it can be looked after");
            assert!(ended.is_none(), "the program has ended: {ended:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the program does not answer");
    }

    /// Returns one of its organizations.
    pub fn organization(&self, id: &str, key: &str) -> Organization {
        Organization::new(&self.http, &self.base, id, key)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // On Unix, this is SIGKILL: the process cannot clean up.
        let killed = self.child.kill().and_then(|()| self.child.wait());
        if let Err(error) = killed {
            eprintln!("the program could not be killed: {error}");
        }
    }
}
