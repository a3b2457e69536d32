//! `report.json`: the serialized model. `docs/schemas/report.schema.json` describes it.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::model::{Report, SCHEMA};

/// The part of the report that distinguishes versions of its format.
#[derive(Deserialize)]
pub(super) struct Header {
    schema: Option<String>,
}

impl Header {
    /// Returns whether the header belongs to a report, of any version.
    pub(super) fn is_report(&self) -> bool {
        let form = SCHEMA.split('/').next();
        self.schema.as_deref().and_then(|own| own.split('/').next()) == form
    }
}

impl Report {
    /// Returns the text of `report.json`.
    ///
    /// # Errors
    /// Returns an error if the report cannot be serialized as JSON.
    pub fn to_json(&self) -> Result<String> {
        messages::json::pretty(self).context("a report cannot be written")
    }

    /// Parses the text of a `report.json` of this version.
    ///
    /// # Errors
    /// Returns an error if the text is not a JSON object, names no schema or another version of it,
    /// or does not match the schema that it names.
    pub fn from_json(text: &str) -> Result<Self> {
        let header: Header = serde_json::from_str(text).context("it is not a JSON object")?;
        match header.schema.as_deref() {
            Some(SCHEMA) => {}
            Some(other) => bail!("its schema is {other:?}; this program reads {SCHEMA:?}"),
            None => bail!("it names no schema; this program reads {SCHEMA:?}"),
        }
        serde_json::from_str(text).with_context(|| format!("it does not have the form of {SCHEMA}"))
    }

    /// Reads a `report.json`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or when its text is rejected by
    /// [`Self::from_json`].
    pub fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        Self::from_json(&text).with_context(|| format!("{shown} is not a report that can be read"))
    }
}
