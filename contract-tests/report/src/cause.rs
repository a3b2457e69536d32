//! Groups findings by cause: one fault on many operations is reported once.
//!
//! `report.json` keeps every finding; the formats for people show causes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::model::{Finding, Level, Report};
use super::text::counted;

/// The maximum number of operations of a cause that are named.
const NAMED: usize = 6;

/// Findings of one level and check that have the same cause.
#[derive(Debug)]
pub struct Cause<'r> {
    /// The first of them, whose evidence is shown.
    pub first: &'r Finding,
    /// The other findings.
    pub others: Vec<&'r Finding>,
}

/// Returns the causes of a report, in the order of their first findings.
#[must_use]
pub fn causes(report: &Report) -> Vec<Cause<'_>> {
    let mut causes: Vec<Cause<'_>> = Vec::new();
    let mut known = BTreeMap::new();
    for finding in &report.findings {
        // A report of an earlier version names no causes: each finding is its own cause.
        let cause = Some(&finding.cause).filter(|cause| !cause.is_empty());
        let cause = cause.unwrap_or(&finding.id);
        let key = (finding.level, &finding.check, cause);
        let index = *known.entry(key).or_insert(causes.len());
        match causes.get_mut(index) {
            Some(cause) => cause.others.push(finding),
            None => causes.push(Cause {
                first: finding,
                others: Vec::new(),
            }),
        }
    }
    causes
}

/// Returns how many causes there are of each level.
#[must_use]
pub fn tally(report: &Report) -> BTreeMap<Level, usize> {
    let mut tally = BTreeMap::new();
    for cause in causes(report) {
        *tally.entry(cause.first.level).or_default() += 1;
    }
    tally
}

impl<'r> Cause<'r> {
    /// Returns all findings of the cause.
    pub fn findings(&self) -> impl Iterator<Item = &'r Finding> {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }

    /// Returns what is wrong, in one line without an operation.
    #[must_use]
    pub fn title(&self) -> &'r str {
        let Finding {
            title,
            cause,
            operation,
            ..
        } = self.first;
        if !self.others.is_empty() {
            return cause;
        }
        let rest = operation.as_deref().and_then(|id| title.strip_prefix(id));
        let rest = rest.filter(|rest| rest.starts_with([' ', ':']));
        rest.map_or(title, |rest| rest.trim_start_matches([' ', ':']))
    }

    /// Returns the operations on which it was found, each once.
    #[must_use]
    pub fn operations(&self) -> BTreeSet<&'r str> {
        self.findings()
            .filter_map(|finding| finding.operation.as_deref())
            .collect()
    }

    /// Returns the operation, or the number of operations; empty for a finding without an
    /// operation.
    #[must_use]
    pub fn scope(&self) -> String {
        let operations = self.operations();
        match operations.first() {
            None => String::new(),
            Some(only) if operations.len() == 1 => (*only).to_owned(),
            Some(_) => counted(operations.len() as u64, "operation", "operations"),
        }
    }

    /// Returns the names of the operations, cut if there are many; empty if [`Self::scope`]
    /// contains it.
    #[must_use]
    pub fn names(&self) -> String {
        let operations = self.operations();
        if operations.len() < 2 {
            return String::new();
        }
        let named: Vec<_> = operations.iter().take(NAMED).copied().collect();
        let mut text = named.join(", ");
        let more = operations.len().saturating_sub(NAMED);
        if more > 0 {
            let _ = write!(text, " and {more} more");
        }
        text
    }

    /// Returns how often it was seen.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.findings()
            .map(|finding| finding.count)
            .fold(0, u64::saturating_add)
    }
}
