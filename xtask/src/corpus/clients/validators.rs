//! The validators, on loopback: `proxy.py`, which starts the mock and records every request.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use super::plan::Plan;
use crate::project;

/// The name of the file with a line for each request, in the folder of the document.
pub(super) const RECORD: &str = "record";

/// Running validators. Dropping this stops them.
pub(super) struct Validators {
    /// The address that clients send their requests to.
    pub(super) address: String,
    process: Child,
}

impl Drop for Validators {
    fn drop(&mut self) {
        // The end of its input tells it to stop itself and the mock.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

impl Validators {
    /// Starts the validators of a description.
    ///
    /// # Errors
    /// Returns an error if one of them does not start.
    pub(super) fn start(tools: &Path, folder: &Path, plan: &Plan) -> Result<Self> {
        let program = project::root().join("acceptance/clients/validators/proxy.py");
        let log = File::create(folder.join("proxy.log")).context("cannot write a log")?;
        let process = Command::new(tools.join("venv/bin/python"))
            .arg(program)
            .args([&plan.description, &plan.file])
            .arg(tools.join("node_modules/@stoplight/prism-cli/dist/index.js"))
            .arg(folder.join(RECORD))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .context("cannot start proxy.py")?;
        let mut validators = Self {
            address: String::new(),
            process,
        };
        let output = validators
            .process
            .stdout
            .take()
            .context("the output is not piped")?;
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .context("proxy.py")?;
        let port: u16 = line
            .trim()
            .parse()
            .context("proxy.py has not started; proxy.log says why")?;
        validators.address = format!("http://127.0.0.1:{port}");
        Ok(validators)
    }
}
