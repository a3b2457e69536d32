//! Violations that a person has confirmed.

use anyhow::Result;
use serde::Deserialize;

use super::harness_run::Violation;
use super::server;
use crate::pattern;

/// The entries of `xtask/zoo/confirmed.yaml`.
#[derive(Debug)]
pub struct Confirmed {
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    server: String,
    check: String,
    cause: String,
    /// For people: the violated requirement and its source.
    #[serde(rename = "sentence")]
    _sentence: String,
}

impl Confirmed {
    /// Reads the entries.
    ///
    /// # Errors
    /// Returns an error if the file has another form.
    pub fn read() -> Result<Self> {
        let lines = server::data("confirmed.yaml")?;
        Ok(Self { lines })
    }

    /// Returns whether a person has confirmed a violation.
    #[must_use]
    pub fn has(&self, server: &str, violation: &Violation) -> bool {
        self.lines.iter().any(|line| {
            line.server == server
                && line.check == violation.check
                && pattern::matches(&line.cause, &violation.cause)
        })
    }
}
