//! The mock of the showcase.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::corpus::documents::Document;
use crate::corpus::running::Running;
use crate::programs::MOCK;

/// The running mock.
pub(super) struct Mock {
    pub(super) running: Running,
    pub(super) facts: Facts,
}

/// What the mock accepts, and which items it has.
#[derive(Debug, Deserialize)]
pub(super) struct Facts {
    pub(super) bearer: String,
    pub(super) api_key: String,
    pub(super) user: String,
    pub(super) password: String,
    /// The ids of items, by the name of a path parameter.
    #[serde(default)]
    pub(super) parameters: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct File {
    identities: BTreeMap<String, Facts>,
}

impl Mock {
    /// Starts the mock. Two mocks of a description have the same facts.
    ///
    /// # Errors
    /// Returns an error if it does not start.
    pub(super) fn start(document: &Document, folder: &Path, limit: Duration) -> Result<Self> {
        let credentials = folder.join("mock.toml");
        let log = folder.join("mock.log");
        let mut command = Command::new(MOCK.path());
        command
            .arg("--spec")
            .arg(&document.path)
            .arg("--credentials")
            .arg(&credentials);
        let running = Running::start(&mut command, &log, limit)?;
        let running = running.with_context(|| format!("no mock; {} says why", log.display()))?;
        let text = fs::read_to_string(&credentials).context("the mock has written no file")?;
        let file: File = toml::from_str(&text).context("the mock's file has another form")?;
        let mut identities = file.identities.into_values();
        let facts = identities
            .next()
            .context("the mock's file has no identity")?;
        Ok(Self { running, facts })
    }
}
