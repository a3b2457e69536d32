//! Events of a run: everything that a run does or sees is one of them. The run state is the fold
//! of all events, and the report is made of the run state.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use spec::Span;

use crate::run_state::{CheckResults, FindingKey, Found, LeftOut};
use crate::session::Session;
use crate::verdict::Fault;
use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;

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

/// Watches a run. It sees each event after the run state has changed by it.
pub trait Observer: Debug + Send + Sync {
    /// Called for each event, also by several threads at once. Of faults it sees only the first of
    /// each finding.
    fn observe(&self, session: &Session, event: &Event);
}

impl Session {
    /// Adds an event to the run state, and passes it to the observers. Returns whether it was news:
    /// a finding that is known already is only counted.
    pub fn emit(&self, event: &Event) -> bool {
        let is_news = self.state.lock().fold(event);
        if is_news {
            for observer in self.observers() {
                observer.observe(self, event);
            }
        }
        is_news
    }

    /// Adds a note to the report.
    pub fn note(&self, text: impl Into<String>) {
        self.emit(&Event::Noted(text.into()));
    }
}
