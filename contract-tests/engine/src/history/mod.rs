//! What earlier runs saw, kept in a file: announced sunsets, and the fields of responses.

mod compare;
mod shape;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

pub use self::compare::{Change, changes};
pub use self::shape::Look;
pub use self::shape::{Field, Shape};

/// The version of the file format.
const SCHEMA: &str = "conformance-history/1";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The maximum number of deployments that are kept in a file.
const DEPLOYMENTS: usize = 64;

/// What earlier runs saw of each deployment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// The version of the file format.
    schema: String,
    /// The deployments by base URL.
    deployments: BTreeMap<String, Deployment>,
}

/// What earlier runs saw of one deployment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    /// When the latest run was (RFC 3339).
    pub last_run: String,
    /// The announced sunsets, by operationId.
    #[serde(default)]
    pub sunsets: BTreeMap<String, Ending>,
    /// The shapes of successful responses, by operationId and status: `getOffer 200`.
    #[serde(default)]
    pub shapes: BTreeMap<String, Shape>,
}

/// What earlier runs saw of the sunset of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// When a run first saw `Sunset` (RFC 3339).
    pub first_seen: String,
    /// When the latest run before that looked and saw no `Sunset` (RFC 3339).
    pub unseen_at: Option<String>,
    /// The latest date that was announced (RFC 3339).
    pub latest: String,
}

impl Ending {
    /// Returns the latest date that was announced.
    #[must_use]
    pub fn date(&self) -> Option<Timestamp> {
        self.latest.parse().ok()
    }
}

impl Default for History {
    fn default() -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            deployments: BTreeMap::new(),
        }
    }
}

impl History {
    /// Reads a file; a missing file counts as empty.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or has another format.
    pub fn read(path: &Path) -> Result<Self> {
        let told = || format!("cannot read the history {}", path.display());
        match fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(error).with_context(told),
            Ok(data) => ensure!(data.len() <= LARGEST, "{}: it is too large", told()),
        }
        let text = fs::read_to_string(path).with_context(told)?;
        let history: Self = serde_json::from_str(&text).with_context(told)?;
        ensure!(
            history.schema == SCHEMA,
            "{}: it is not of the form {SCHEMA}",
            told()
        );
        Ok(history)
    }

    /// Checks before a long run that [`Self::write`] can write to a path.
    ///
    /// # Errors
    /// Returns an error if there is a file that is not a history.
    pub fn check(path: &Path) -> Result<()> {
        Ok(files::check_file(path, is_history)?)
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = messages::json::pretty(self)?;
        files::write_file(path, text.as_bytes(), is_history).context("cannot write the history")
    }

    /// Returns what is recorded of a deployment.
    #[must_use]
    pub fn deployment(&self, base_url: &Url) -> Option<&Deployment> {
        self.deployments.get(base_url.as_str())
    }

    /// Returns what is recorded of a deployment, to be changed.
    pub fn deployment_mut(&mut self, base_url: &Url) -> &mut Deployment {
        self.deployments.entry(base_url.to_string()).or_default()
    }

    /// Returns the history with what a run of a deployment has seen until `now`: announced sunsets,
    /// by operationId, and shapes of responses.
    #[must_use]
    pub fn updated(
        &self,
        base_url: &Url,
        sunsets: impl IntoIterator<Item = (String, Timestamp)>,
        shapes: BTreeMap<String, Shape>,
        now: Timestamp,
    ) -> Self {
        let mut new = self.clone();
        let before = self.deployment(base_url);
        let deployment = new.deployment_mut(base_url);
        for (operation, at) in sunsets {
            let ending = deployment.sunsets.entry(operation);
            let ending = ending.or_insert_with(|| Ending {
                first_seen: now.to_string(),
                unseen_at: before.map(|before| before.last_run.clone()),
                latest: at.to_string(),
            });
            if ending.date().is_none_or(|known| known < at) {
                ending.latest = at.to_string();
            }
        }
        for (name, shape) in shapes {
            deployment.shapes.entry(name).or_default().renew(shape);
        }
        deployment.last_run = now.to_string();
        new.forget();
        new
    }

    /// Removes the deployments whose last run is the longest ago.
    fn forget(&mut self) {
        while self.deployments.len() > DEPLOYMENTS {
            let oldest = self.deployments.iter().min_by_key(|(_, one)| &one.last_run);
            let Some(url) = oldest.map(|(url, _)| url.clone()) else {
                return;
            };
            self.deployments.remove(&url);
        }
    }
}

fn is_history(text: &[u8]) -> bool {
    let value = serde_json::from_slice::<serde_json::Value>(text);
    value.is_ok_and(|value| value["schema"] == SCHEMA)
}
