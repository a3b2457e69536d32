//! Servers of the zoo: how each is installed and started, and which items it has before a run.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::http;
use crate::project;

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server in `xtask/zoo/servers.yaml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// The name of the server.
    pub name: String,
    /// Its pinned version.
    pub version: String,
    /// The language that it is written in.
    pub language: String,
    needs: String,
    install: Vec<String>,
    installed: String,
    /// Commands that fill the folder of its data.
    #[serde(default)]
    prepare: Vec<String>,
    start: String,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    ready: String,
    description: Description,
    /// The prefix of the paths in its description.
    #[serde(default)]
    base: String,
    /// Further flags of our run.
    #[serde(default)]
    flags: Vec<String>,
    made: Vec<Item>,
}

/// Where the description of a server is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Description {
    /// A path of the server.
    Served(String),
    /// A file that came with its installation.
    File(String),
}

/// An item that is created by hand before a run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    method: String,
    path: String,
    body: String,
    read: String,
    /// The property of the response that contains the item's identifier.
    #[serde(default = "id")]
    id: String,
}

fn id() -> String {
    "id".to_owned()
}

/// Returns all servers.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn all() -> Result<Vec<Server>> {
    let path = project::root().join("xtask/zoo/servers.yaml");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    serde_yaml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

impl Server {
    fn here(&self) -> PathBuf {
        let name = format!("{}-{}", self.name.to_lowercase(), self.version);
        project::root().join("target/zoo").join(name)
    }

    /// Installs the server, if it is missing.
    ///
    /// # Errors
    /// Returns an error if its package manager is missing or fails.
    pub fn install(&self) -> Result<()> {
        let here = self.here();
        if here.join(&self.installed).exists() {
            return Ok(());
        }
        ensure!(
            project::is_installed(&self.needs),
            "there is no {}",
            self.needs
        );
        std::fs::create_dir_all(&here)
            .with_context(|| format!("cannot make {}", here.display()))?;
        run_all(
            &self.install,
            &[("{here}", here.display().to_string().as_str())],
        )
    }

    /// Starts the server with a new folder for its data, on a free loopback port.
    ///
    /// # Errors
    /// Returns an error if it does not respond within two minutes.
    pub fn start(&self) -> Result<Running<'_>> {
        let data = tempfile::tempdir().context("cannot make a folder")?;
        let port = free_port()?.to_string();
        let here = self.here().display().to_string();
        let folder = data.path().display().to_string();
        let values = [
            ("{here}", here.as_str()),
            ("{port}", port.as_str()),
            ("{data}", folder.as_str()),
        ];
        run_all(&self.prepare, &values)?;
        let variables = self.environment.iter();
        let variables = variables.map(|(name, value)| (name, filled(value, &values)));
        let child = command(&words(&self.start, &values))?
            .envs(variables)
            .current_dir(data.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", self.name))?;
        let mut running = Running {
            server: self,
            child,
            data,
            url: format!("http://127.0.0.1:{port}"),
        };
        running.wait()?;
        Ok(running)
    }
}

/// A running server. Dropping this stops it.
#[derive(Debug)]
pub struct Running<'s> {
    /// The server.
    pub server: &'s Server,
    child: Child,
    data: tempfile::TempDir,
    url: String,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // Its data were created for this run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running<'_> {
    fn wait(&mut self) -> Result<()> {
        let address = format!("{}{}", self.url, self.server.ready);
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if http::send("GET", &address, None).is_ok() {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait().context("cannot wait")? {
                bail!("it ended before it was ready ({status})");
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        bail!("{address} does not answer within {} s", PATIENCE.as_secs())
    }

    /// Returns the address that the paths of its description are relative to.
    #[must_use]
    pub fn base(&self) -> String {
        format!("{}{}", self.url, self.server.base)
    }

    /// Returns the additional flags of our run.
    #[must_use]
    pub fn flags(&self) -> &[String] {
        &self.server.flags
    }

    /// Returns its description, as a file.
    ///
    /// # Errors
    /// Returns an error if it does not publish it.
    pub fn description(&self) -> Result<PathBuf> {
        let served = match &self.server.description {
            Description::Served(path) => path,
            Description::File(path) => {
                let here = self.server.here().display().to_string();
                return Ok(PathBuf::from(filled(path, &[("{here}", &here)])));
            }
        };
        let text = http::send("GET", &format!("{}{served}", self.url), None)?;
        let path = self.data.path().join("description.json");
        std::fs::write(&path, text).context("cannot write its description")?;
        Ok(path)
    }

    /// Creates the items that the run must leave alone.
    ///
    /// # Errors
    /// Returns an error if the server does not accept them.
    pub fn make(&self) -> Result<Held> {
        let items = self.server.made.iter().map(|item| {
            let address = format!("{}{}", self.url, item.path);
            let answer = http::send(&item.method, &address, Some(&item.body))?;
            let made: Value = serde_json::from_str(&answer).unwrap_or_default();
            let id = match &made[&item.id] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let address = format!("{}{}", self.url, item.read.replace("{id}", &id));
            let before = http::send("GET", &address, None)?;
            Ok((address, before))
        });
        Ok(Held {
            items: items.collect::<Result<_>>()?,
        })
    }
}

/// The items that existed before a run.
#[derive(Debug)]
pub struct Held {
    items: Vec<(String, String)>,
}

impl Held {
    /// Returns the addresses of items that have changed, or cannot be read any more.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        let items = self.items.iter();
        let changed = items.filter(|(address, before)| {
            let after = http::send("GET", address, None);
            after.ok().as_ref() != Some(before)
        });
        changed.map(|(address, _)| address.clone()).collect()
    }
}

/// Returns a loopback port that is currently free.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}

/// Runs command lines one after the other.
fn run_all(lines: &[String], values: &[(&str, &str)]) -> Result<()> {
    for line in lines {
        let words = words(line, values);
        let output = command(&words)?
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot start {}", words[0]))?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`{line}` failed: {complaint}");
    }
    Ok(())
}

fn command(words: &[String]) -> Result<Command> {
    let (program, arguments) = words.split_first().context("an empty command")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (name, value) in values {
        text = text.replace(name, value);
    }
    text
}

/// Splits a command line into words; a value is one word, whatever it contains.
fn words(line: &str, values: &[(&str, &str)]) -> Vec<String> {
    let words = line.split_whitespace();
    words.map(|word| filled(word, values)).collect()
}
