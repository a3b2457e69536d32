//! Findings that are known and accepted until a date (`--accept FILE`).
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

use crate::model::{Level, Report, Verdict};

/// Findings that are known.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
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

impl Accepted {
    /// Reads them from a file.
    ///
    /// # Errors
    /// When it cannot be read, or says something else.
    pub fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        let accepted: Self = toml::from_str(&text).with_context(|| format!("in {shown}"))?;
        for entry in &accepted.findings {
            entry
                .date()
                .with_context(|| format!("in {shown}, finding {}", entry.id))?;
        }
        Ok(accepted)
    }

    /// Marks the findings of a report that are accepted today, notes what has run out or is not
    /// found any more, and makes the verdict anew.
    pub fn apply(&self, report: &mut Report, today: Date) {
        if report.verdict == Verdict::Unreachable {
            return;
        }
        for entry in &self.findings {
            let Ok(until) = entry.date() else { continue };
            let Some(finding) = report.findings.iter_mut().find(|one| one.id == entry.id) else {
                // Another shard may have it.
                if report.shard.is_none() {
                    let id = &entry.id;
                    report
                        .notes
                        .push(format!("the accepted finding {id} is not found any more"));
                }
                continue;
            };
            if until < today {
                let id = &entry.id;
                report
                    .notes
                    .push(format!("the finding {id} was accepted until {until}"));
                continue;
            }
            finding.level = Level::Accepted;
            finding.accepted = Some(format!("until {until}: {}", entry.why));
        }
        report.findings.sort_by_key(|finding| finding.level);
        report.counts.findings.clear();
        for finding in &report.findings {
            *report.counts.findings.entry(finding.level).or_default() += 1;
        }
        report.verdict = Report::verdict_of(&report.findings, report.target.strict, &report.counts);
    }
}

impl Entry {
    /// The last day on which the finding is accepted.
    fn date(&self) -> Result<Date> {
        let date = self
            .until
            .date
            .context("`until` is a date, such as 2027-03-31")?;
        let (year, month) = (i16::try_from(date.year)?, i8::try_from(date.month)?);
        Date::new(year, month, i8::try_from(date.day)?).context("`until` is no date")
    }
}
