//! The measured servers, each in a separate process.

use std::collections::HashMap;
use std::process::Stdio;

use anyhow::Context as _;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{ChildStdout, Command};

use super::client::form;

/// A server, killed when dropped.
#[derive(Debug)]
pub struct Child {
    process: tokio::process::Child,
    /// `host:port`.
    pub address: String,
    variables: HashMap<String, String>,
    /// Kept open because printing to a closed pipe fails.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Child {
    /// Starts the sandbox with a database.
    pub async fn sandbox(database: &str) -> anyhow::Result<Self> {
        let free = "127.0.0.1:0";
        let arguments = [
            "--listen",
            free,
            "--auth-listen",
            free,
            "--log",
            "error",
            "--database",
            database,
        ];
        let (process, mut output) = start(env!("CARGO_BIN_EXE_sandbox"), &arguments)?;
        let mut variables = HashMap::new();
        while !variables.contains_key("MARKETPLACE_OTHER_PASSWORD") {
            let line = output
                .next_line()
                .await?
                .context("the sandbox did not start")?;
            if let Some((name, value)) = line.trim_start_matches("export ").split_once('=') {
                variables.insert(name.to_owned(), value.trim_matches('\'').to_owned());
            }
        }
        let url = variables
            .get("MARKETPLACE_BASE_URL")
            .context("the sandbox printed no address")?;
        let address = url.trim_start_matches("http://").to_owned();
        Ok(Self {
            process,
            address,
            variables,
            _output: output,
        })
    }

    /// Starts the bare server.
    pub async fn bare(size: usize) -> anyhow::Result<Self> {
        let program = std::env::current_exe()?;
        let program = program
            .to_str()
            .context("the path of this program is not valid UTF-8")?;
        let (process, mut output) = start(program, &["--bare", &size.to_string()])?;
        let address = output
            .next_line()
            .await?
            .context("the bare server did not start")?;
        Ok(Self {
            process,
            address,
            variables: HashMap::new(),
            _output: output,
        })
    }

    /// Returns a variable that the sandbox has exported.
    pub fn variable(&self, name: &str) -> anyhow::Result<&str> {
        self.variables
            .get(name)
            .map(String::as_str)
            .with_context(|| format!("the sandbox printed no {name}"))
    }

    /// Returns an access token.
    pub async fn token(&self) -> anyhow::Result<String> {
        let host = self
            .variable("MARKETPLACE_AUTH_URL")?
            .trim_start_matches("http://");
        let answer = form(
            host,
            "/oauth2/token",
            &[
                ("grant_type", "client_credentials"),
                ("client_id", self.variable("MARKETPLACE_CLIENT_ID")?),
                ("client_secret", self.variable("MARKETPLACE_CLIENT_SECRET")?),
                ("resource", self.variable("MARKETPLACE_BASE_URL")?),
            ],
        )
        .await?;
        let answer: serde_json::Value = serde_json::from_slice(&answer)?;
        let token = answer["access_token"].as_str();
        Ok(token
            .context("the token host returned no token")?
            .to_owned())
    }

    /// Returns the peak memory, in MiB.
    pub fn peak_memory(&self) -> anyhow::Result<u64> {
        let pid = self.process.id().context("it has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kib.context("this system does not report the memory of a process")? / 1024)
    }
}

fn start(
    program: &str,
    arguments: &[&str],
) -> anyhow::Result<(tokio::process::Child, Lines<BufReader<ChildStdout>>)> {
    let mut process = Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let output = process.stdout.take().context("the output is not piped")?;
    Ok((process, BufReader::new(output).lines()))
}
