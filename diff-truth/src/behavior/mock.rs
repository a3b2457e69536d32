//! Runs a mock of a description as a process, and stops it.

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A running mock. Dropping it ends the process.
pub struct Mock {
    process: Child,
    /// The base URL of the API.
    pub base: String,
    /// The file with the credentials that it accepts.
    pub credentials: PathBuf,
}

impl Mock {
    /// Starts a mock; `None` if it cannot serve the description.
    pub fn start(
        program: &Path,
        folder: &Path,
        name: &str,
        description: &Value,
    ) -> io::Result<Option<Self>> {
        let file = folder.join(format!("{name}.json"));
        fs::write(&file, description.to_string())?;
        let credentials = folder.join(format!("{name}.toml"));
        let mut process = Command::new(program)
            .args(["--listen", "127.0.0.1:0", "--spec"])
            .arg(&file)
            .arg("--credentials")
            .arg(&credentials)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut base = String::new();
        if let Some(stdout) = process.stdout.take() {
            BufReader::new(stdout).read_line(&mut base)?;
        }
        let mock = Self {
            process,
            base: base.trim().to_owned(),
            credentials,
        };
        Ok((!mock.base.is_empty()).then_some(mock))
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        // A process that has ended cannot be killed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
