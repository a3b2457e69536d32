//! Servers of the zoo: how each is installed, started and described.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::commands::run_all;
use super::running::Running;
use crate::project;

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
    pub(super) prepare: Vec<String>,
    pub(super) start: String,
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// Whether it needs a PostgreSQL database.
    #[serde(default)]
    pub(super) postgres: bool,
    pub(super) ready: String,
    pub(super) description: Description,
    /// The prefix of the paths in its description.
    #[serde(default)]
    pub(super) base: String,
    /// Further flags of our run.
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// The credentials of our run, as TOML.
    #[serde(default)]
    pub(super) credentials: Option<String>,
    /// A command that prints `{token}` once the server is ready.
    #[serde(default)]
    pub(super) token: Option<String>,
    /// The header field with the same credential, for items made by hand and for Schemathesis.
    #[serde(default)]
    pub(super) header: Option<String>,
    pub(super) made: Vec<Item>,
}

/// Where the description of a server is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Description {
    /// A path of the server.
    Served(String),
    /// A file that came with its installation.
    File(String),
}

/// An item that is created by hand before a run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Item {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) body: String,
    /// The path that reads it afterwards.
    pub(super) read: String,
    /// The property of the response that contains the item's identifier.
    #[serde(default = "id")]
    pub(super) id: String,
}

fn id() -> String {
    "id".to_owned()
}

/// Returns the folder of the files about the servers.
pub(super) fn zoo() -> PathBuf {
    project::root().join("xtask/zoo")
}

/// Reads a file about the servers.
///
/// # Errors
/// Returns an error if the file cannot be read, or has another form.
pub(super) fn data<T: DeserializeOwned>(name: &str) -> Result<T> {
    let path = zoo().join(name);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    serde_yaml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

/// Returns all servers.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn all() -> Result<Vec<Server>> {
    data("servers.yaml")
}

impl Server {
    /// Returns the folder where it is installed.
    pub(super) fn here(&self) -> PathBuf {
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
            &[
                ("{here}", here.display().to_string().as_str()),
                ("{zoo}", zoo().display().to_string().as_str()),
            ],
        )
    }

    /// Starts the server with a new folder for its data, on a free loopback port.
    ///
    /// # Errors
    /// Returns an error if it does not respond within two minutes.
    pub fn start(&self) -> Result<Running<'_>> {
        Running::new(self)
    }
}
