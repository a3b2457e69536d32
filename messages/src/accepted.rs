//! Findings that are accepted until a date: the file of `--accept`, in every program that has the flag.
//!
//! ```toml
//! [[finding]]
//! id = "3fa92b77c1d0"
//! until = 2027-03-31
//! why = "ticket 4711"
//! ```

use std::path::Path;

use anyhow::{Context as _, Result};
use jiff::civil::Date;
use serde::Deserialize;

/// A finding that is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    /// The id of the finding.
    pub id: String,
    /// The last day on which it is accepted.
    pub until: Date,
    /// The reason.
    pub why: String,
}

impl Acceptance {
    /// Returns the report's note about the accepted finding.
    #[must_use]
    pub fn note(&self) -> String {
        format!("until {}: {}", self.until, self.why)
    }
}

/// The accepted findings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    #[serde(default, rename = "finding")]
    findings: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    until: toml::value::Datetime,
    why: String,
}

/// Reads the file.
///
/// # Errors
/// Returns an error if it cannot be read, or has another form.
pub fn read(path: &Path) -> Result<Vec<Acceptance>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let accepted: Accepted = toml::from_str(&text).with_context(|| format!("in {shown}"))?;
    let read = accepted.findings.into_iter().map(|entry| {
        let until = date(&entry.until);
        let until = until.with_context(|| format!("in {shown}, finding {}", entry.id))?;
        Ok(Acceptance {
            id: entry.id,
            until,
            why: entry.why,
        })
    });
    read.collect()
}

fn date(until: &toml::value::Datetime) -> Result<Date> {
    let date = until.date;
    let date = date.context("`until` is a date, such as 2027-03-31")?;
    let (year, month) = (i16::try_from(date.year)?, i8::try_from(date.month)?);
    Date::new(year, month, i8::try_from(date.day)?).context("`until` is not a date")
}
