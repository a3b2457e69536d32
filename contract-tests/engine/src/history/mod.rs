//! What earlier runs saw, kept in a file: announced ends, and the fields of answers.

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

/// The form of the file.
const SCHEMA: &str = "conformance-history/1";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// How many deployments a file has.
const DEPLOYMENTS: usize = 64;

/// What earlier runs saw of each deployment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// The form of the file.
    schema: String,
    /// By the base URL of the deployment.
    deployments: BTreeMap<String, Deployment>,
}

/// What earlier runs saw of one deployment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    /// When the latest run was (RFC 3339).
    pub last_run: String,
    /// What it announced, by operationId.
    #[serde(default)]
    pub sunsets: BTreeMap<String, Ending>,
    /// The shapes of successful answers, by operationId and status: `getOffer 200`.
    #[serde(default)]
    pub shapes: BTreeMap<String, Shape>,
}

/// What earlier runs saw of the end of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// The first run that saw `Sunset` (RFC 3339).
    pub first_seen: String,
    /// The latest run before it that looked and saw none (RFC 3339).
    pub unseen_at: Option<String>,
    /// The latest date that was ever announced (RFC 3339).
    pub latest: String,
}

impl Ending {
    /// The latest date that was ever announced.
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
    /// Reads a file; one that is not there yet is empty.
    ///
    /// # Errors
    /// When it cannot be read or is of another form.
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

    /// Whether [`Self::write`] will write to a path: before a long run.
    ///
    /// # Errors
    /// When something is there that is not a history.
    pub fn check(path: &Path) -> Result<()> {
        Ok(files::check_file(path, is_history)?)
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        files::write_file(path, text.as_bytes(), is_history).context("cannot write the history")
    }

    /// What is known of a deployment.
    #[must_use]
    pub fn deployment(&self, base_url: &Url) -> Option<&Deployment> {
        self.deployments.get(base_url.as_str())
    }

    /// What is known of a deployment, to be set.
    pub fn deployment_mut(&mut self, base_url: &Url) -> &mut Deployment {
        self.deployments.entry(base_url.to_string()).or_default()
    }

    /// With what a run of a deployment has seen until `now`: announced ends, by operationId, and
    /// shapes of answers.
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

    /// Forgets the deployments that were not judged for longest.
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
