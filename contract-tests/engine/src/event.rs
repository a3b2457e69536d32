//! Events of a run: everything that a run does or sees is one of them. The run state is the fold
//! of all events, and the report is built from the run state.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use spec::Span;
use spec::model::Provenance;

use crate::verdict::{Fault, Named};
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;

/// Something that a run has done or seen.
#[derive(Debug, Clone)]
pub enum Event {
    /// A part of the run has begun.
    PhaseStarted {
        /// The name of the part.
        name: &'static str,
        /// The number of steps, if it is known.
        steps: Option<usize>,
        /// When, since the start of the run.
        at: Duration,
    },
    /// A step of the part is done.
    StepFinished {
        /// The name of the step.
        name: String,
    },
    /// A request was sent; its exchange is complete.
    Exchanged(Arc<Exchange>),
    /// Checks passed on an exchange.
    Passed {
        /// The ids of the checks.
        checks: Vec<&'static str>,
    },
    /// A check has ended that sends its own requests or looks at the run as a whole.
    Concluded {
        /// The id of the check.
        check: &'static str,
        /// The results, without faults.
        results: CheckResults,
    },
    /// A check found a fault.
    Found {
        /// What makes the finding distinct from others.
        key: FindingKey,
        /// The finding.
        found: Box<Found>,
        /// When, since the start of the run.
        at: Duration,
    },
    /// A finding has a smaller request, or none that is smaller exists.
    Shrunk {
        /// The finding.
        key: FindingKey,
        /// The smaller request, and the fault that it shows.
        smaller: Option<(Arc<Exchange>, Option<Fault>)>,
    },
    /// The plan left out an operation with an intent.
    LeftOut {
        /// The operation.
        operation: OperationId,
        /// The intent.
        intent: Intent,
        /// Why.
        why: LeftOut,
    },
    /// A request was accepted that violates the constraint at this place.
    Unenforced(Span),
    /// Something that a reader of the report should know.
    Noted(String),
    /// Something that the run has created could not be deleted.
    LeftBehind(String),
    /// The run has ended: no more events follow.
    Ended,
}

/// Why the plan left a pair of operation and intent out.
#[derive(Debug, Clone)]
pub enum LeftOut {
    /// It does not apply, or cannot be tested from outside.
    Unreachable(String),
    /// It applies and was not tried: an input was missing, or the result was undecided.
    Skipped(String),
}

/// What makes a finding distinct from others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingKey {
    /// The check.
    pub check: &'static str,
    /// The operation.
    pub operation: Option<OperationId>,
    /// The title of the fault.
    pub title: String,
}

impl FindingKey {
    /// Returns an id that is the same in every run.
    #[must_use]
    pub fn id(&self, description: &Description) -> String {
        let operation = self
            .operation
            .map(|id| description.operation(id).id.as_str());
        let mut hash = Sha256::new();
        for part in [self.check, operation.unwrap_or_default(), &self.title] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        let mut id = String::new();
        for byte in hash.finalize().iter().take(6) {
            // Writing to a `String` cannot fail.
            let _ = write!(id, "{byte:02x}");
        }
        id
    }
}

/// A finding, as it was recorded.
#[derive(Debug, Clone)]
pub struct Found {
    /// The check.
    pub check: Named,
    /// The fault.
    pub fault: Fault,
    /// The exchanges that show it.
    pub evidence: Vec<Arc<Exchange>>,
    /// How often it was seen.
    pub count: u64,
    /// After how many requests of the run it was first seen.
    pub seen_after: u64,
    /// Whether the request was shrunk.
    pub shrunk: bool,
    /// The intent of the request.
    pub intent: Option<Intent>,
    /// The provenance of the operation.
    pub operation_provenance: Option<Provenance>,
}

/// The results of a check, added up.
#[derive(Debug, Clone, Default)]
pub struct CheckResults {
    /// How often it passed.
    pub passed: u64,
    /// How often it failed.
    pub failed: u64,
    /// Why the check, or a part of it, was skipped.
    pub skipped: BTreeSet<String>,
    /// The inputs that the check, or a part of it, was missing.
    pub missing: BTreeSet<MissingInput>,
    /// Why the check, or a part of it, was inconclusive.
    pub inconclusive: BTreeSet<String>,
}

impl CheckResults {
    pub(crate) fn add(&mut self, more: &Self) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.skipped.extend(more.skipped.iter().cloned());
        self.missing.extend(more.missing.iter().cloned());
        self.inconclusive.extend(more.inconclusive.iter().cloned());
    }
}
