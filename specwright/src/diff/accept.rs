//! Findings that are known and accepted until a date (`--accept FILE`), in the form of
//! `conformance --accept`.

use std::path::Path;

use anyhow::{Context as _, Result};
use jiff::civil::Date;
use serde::Deserialize;

use super::report::Report;

/// Findings that are known.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Accepted {
    #[serde(default, rename = "finding")]
    findings: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The fingerprint.
    id: String,
    until: toml::value::Datetime,
    why: String,
}

/// Reads them from a file.
pub(super) fn read(path: &Path) -> Result<Accepted> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let accepted: Accepted = toml::from_str(&text).with_context(|| format!("in {shown}"))?;
    for entry in &accepted.findings {
        let day = entry.date();
        day.with_context(|| format!("in {shown}, finding {}", entry.id))?;
    }
    Ok(accepted)
}

impl Accepted {
    /// Marks what is accepted today, and notes what has run out or is not found any more.
    pub(super) fn apply(&self, report: &mut Report, today: Date) {
        for entry in &self.findings {
            let (id, why) = (&entry.id, &entry.why);
            let Ok(until) = entry.date() else { continue };
            let own = report.findings.iter_mut();
            let mut own = own.filter(|one| one.fingerprint == *id).peekable();
            if own.peek().is_none() {
                let note = format!("the accepted change {id} is not found any more");
                report.notes.push(note);
            } else if until < today {
                let note = format!("the change {id} was accepted until {until}");
                report.notes.push(note);
            } else {
                own.for_each(|one| one.accepted = Some(format!("until {until}: {why}")));
            }
        }
    }
}

impl Entry {
    /// The last day on which the finding is accepted.
    fn date(&self) -> Result<Date> {
        let date = self.until.date;
        let date = date.context("`until` is a date, such as 2027-03-31")?;
        let (year, month) = (i16::try_from(date.year)?, i8::try_from(date.month)?);
        Date::new(year, month, i8::try_from(date.day)?).context("`until` is not a date")
    }
}
