//! Computes verdicts from findings, and puts them into words.

use std::fmt::Write as _;

use super::model::{Cell, Counts, Finding, Level, OperationCoverage, Report, State, Verdict};
use super::text::counted;

impl Level {
    /// All levels, worst first.
    pub const ALL: [Self; 5] = [
        Self::Violation,
        Self::Assumed,
        Self::Warning,
        Self::Info,
        Self::Accepted,
    ];

    /// Returns whether a finding of this level fails a run.
    #[must_use]
    pub const fn fails(self, strict: bool) -> bool {
        matches!(self, Self::Violation) || (strict && matches!(self, Self::Assumed))
    }

    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Violation => "violation",
            Self::Assumed => "assumed",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Accepted => "accepted",
        }
    }

    /// Returns its meaning, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Violation => "breaches of what is stated, or of a standard",
            Self::Assumed => "deviations from what the description assumes",
            Self::Warning => "breaches of what should be, but need not",
            Self::Info => "worth knowing",
            Self::Accepted => "known, and accepted until a date",
        }
    }
}

impl State {
    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Inconclusive => "inconclusive",
        }
    }
}

impl Verdict {
    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Conforms => "conforms",
            Self::Violates => "violates",
            Self::Insufficient => "insufficient",
            Self::Unreachable => "unreachable",
        }
    }
}

/// From how many responses on their statuses show what a run has reached.
const TELLING: u64 = 30;

impl Counts {
    /// Returns why the responses prove little, if nearly all of them say that the requests reached
    /// nothing.
    #[must_use]
    pub fn proves_little(&self) -> Option<String> {
        let all: u64 = self.statuses.values().sum();
        if all < TELLING {
            return None;
        }
        let of = |statuses: &[u16]| -> u64 {
            let counts = statuses.iter().filter_map(|one| self.statuses.get(one));
            counts.sum()
        };
        let percent = |count: u64| count.saturating_mul(100) / all;
        let nearly_all = |count: u64| percent(count) >= 90;
        if nearly_all(of(&[404])) {
            return Some(format!(
                "{} % of the answers were 404: is a path, such as /api, missing from --base-url?",
                percent(of(&[404]))
            ));
        }
        nearly_all(of(&[401, 403])).then(|| {
            format!(
                "{} % of the answers were 401 or 403: is a credential missing (--credentials)?",
                percent(of(&[401, 403]))
            )
        })
    }
}

impl Report {
    /// Returns the verdict on a deployment that could be reached. A finding that fails the run
    /// decides; without responses or verdicts nothing is proved.
    #[must_use]
    pub fn verdict_of(findings: &[Finding], strict: bool, counts: &Counts) -> Verdict {
        if counts.proves_little().is_some() {
            Verdict::Insufficient
        } else if findings.iter().any(|finding| finding.level.fails(strict)) {
            Verdict::Violates
        } else if counts.requests <= counts.failures || counts.verdicts_passed == 0 {
            Verdict::Insufficient
        } else {
            Verdict::Conforms
        }
    }

    /// Returns whether a requested certificate cannot be issued.
    fn failing_certificate(&self) -> bool {
        let mut certificate = self.certificate.iter();
        certificate.any(|one| !one.is_whole())
    }

    /// Returns how many findings fail the run.
    #[must_use]
    pub fn failing(&self) -> usize {
        let strict = self.target.strict;
        let failing = self.findings.iter().filter(|one| one.level.fails(strict));
        failing.count()
    }

    /// Returns the verdict in one sentence, without text from a server.
    #[must_use]
    pub fn verdict_line(&self) -> String {
        let passed = counted(self.counts.verdicts_passed, "verdict", "verdicts");
        let mut requests = counted(self.counts.requests, "request", "requests");
        if self.counts.failures > 0 {
            let _ = write!(requests, ", {} unanswered", self.counts.failures);
        }
        match self.verdict {
            Verdict::Conforms => {
                format!("Conforms: {passed} passed, from {requests}; no finding fails the run.")
            }
            Verdict::Violates => {
                let failing = counted(self.failing() as u64, "finding fails", "findings fail");
                format!("Violates: {failing} the run; {passed} passed, from {requests}.")
            }
            Verdict::Insufficient if self.counts.proves_little().is_some() => {
                let why = self.counts.proves_little().unwrap_or_default();
                format!("Insufficient: {why}")
            }
            Verdict::Insufficient if self.failing_certificate() => {
                format!(
                    "Insufficient: less was tested than a certificate demands; {passed} passed, \
                     from {requests}."
                )
            }
            Verdict::Insufficient => {
                format!(
                    "Insufficient: {passed} passed, from {requests}, are too few for a verdict."
                )
            }
            Verdict::Unreachable if self.counts.verdicts_passed > 0 => {
                format!(
                    "Unreachable: the deployment stopped answering; {passed} passed before, from \
                     {requests}."
                )
            }
            Verdict::Unreachable => {
                "Unreachable: the deployment did not answer, or refused the credentials.".to_owned()
            }
        }
    }

    /// Returns the title of the group of a requirement.
    #[must_use]
    pub fn section_of(&self, requirement: &str) -> Option<&str> {
        let mut rows = self.requirements.iter();
        let row = rows.find(|row| row.id == requirement)?;
        Some(&row.section)
    }
}

impl Finding {
    /// Returns the sort key of a finding: level, impact, check and cause.
    pub fn order(&self) -> impl Ord {
        (
            (self.level, self.impact),
            (&self.requirement, &self.check, &self.cause),
            (&self.operation, &self.title, &self.id),
        )
    }
}

impl OperationCoverage {
    /// Returns whether any request was sent for it.
    #[must_use]
    pub fn is_exercised(&self) -> bool {
        let mut cells = self.intents.values();
        cells.any(|cell| matches!(cell, Cell::Exercised { count, .. } if *count > 0))
    }
}
