//! Errors of the validators that a person has confirmed.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::outcome::Problem;
use crate::pattern;
use crate::project;

/// The file that lists them.
pub(super) const FILE: &str = "acceptance/clients/confirmed.yaml";

/// The lines of the file.
pub(super) struct Confirmed {
    lines: Vec<Line>,
    /// The entries that were seen, each with the document.
    seen: BTreeSet<(usize, String)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The validator that is wrong.
    validator: String,
    /// The documents in which it happens.
    documents: Vec<String>,
    /// The calls; `*` stands for any text.
    #[serde(default = "any")]
    call: String,
    /// The validator's message; `*` stands for any text.
    why: String,
    /// For people: why the validator is wrong.
    #[serde(rename = "reason")]
    _reason: String,
    /// For people: the place in the standard.
    #[serde(rename = "standard")]
    _standard: String,
}

fn any() -> String {
    "*".to_owned()
}

impl Confirmed {
    /// Reads the file.
    ///
    /// # Errors
    /// Returns an error if it has another form.
    pub(super) fn read() -> Result<Self> {
        let path = project::root().join(FILE);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {FILE}"))?;
        let lines = serde_yaml::from_str(&text).with_context(|| format!("in {FILE}"))?;
        let seen = BTreeSet::new();
        Ok(Self { lines, seen })
    }

    /// Returns whether a problem is a confirmed error of a validator, and records that it was seen.
    pub(super) fn has(&mut self, document: &str, problem: &Problem) -> bool {
        let found = self.lines.iter().position(|line| {
            line.validator == problem.validator
                && line.documents.iter().any(|one| one == document)
                && pattern::matches(&line.call, &problem.call)
                && pattern::matches(&line.why, &problem.why)
        });
        if let Some(at) = found {
            self.seen.insert((at, document.to_owned()));
        }
        found.is_some()
    }

    /// Returns the entries for one of these documents that were not seen.
    pub(super) fn unused(&self, documents: &[&str]) -> Vec<String> {
        let lines = self.lines.iter().enumerate();
        let all =
            lines.flat_map(|(at, line)| line.documents.iter().map(move |one| (at, line, one)));
        let unused = all.filter(|(at, _, document)| {
            documents.contains(&document.as_str())
                && !self.seen.contains(&(*at, (*document).clone()))
        });
        unused
            .map(|(_, line, document)| format!("{document}: {}: {}", line.validator, line.why))
            .collect()
    }
}
