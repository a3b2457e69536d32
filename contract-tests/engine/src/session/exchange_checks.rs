//! Passes every exchange to every check that examines exchanges.

use std::cell::OnceCell;
use std::sync::Arc;

use spec::model::{Operation, SchemaId};

use super::Session;
use crate::event::{CheckResults, Event, FindingKey, Found};
use crate::verdict::{Fault, Named, Outcome, Verdict};
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Exchange, Response};
use conformance_core::lookup::declared;
use conformance_core::validate::Mismatch;

/// A check of a run, as the session knows it.
#[derive(Debug, Clone, Copy)]
pub struct SelectedCheck {
    /// The check.
    pub check: Named,
    /// Checks one exchange; `None` for checks that send their own requests.
    pub exchange: Option<fn(&Seen<'_>) -> Verdict>,
}

/// An exchange with a response, for checks.
#[derive(Debug)]
pub struct Seen<'s> {
    /// The run.
    pub session: &'s Session,
    /// The exchange.
    pub exchange: &'s Exchange,
    /// The response.
    pub response: &'s Response,
    /// What [`Self::described_body`] returns; several checks need it, and it takes time.
    body: OnceCell<Option<DescribedBody>>,
}

/// The comparison of a JSON body with its schema.
#[derive(Debug)]
pub struct DescribedBody {
    /// The schema that the description has for the body.
    pub schema: SchemaId,
    /// Where the body violates it.
    pub mismatches: Vec<Mismatch>,
}

impl<'s> Seen<'s> {
    const fn new(session: &'s Session, exchange: &'s Exchange, response: &'s Response) -> Self {
        Self {
            session,
            exchange,
            response,
            body: OnceCell::new(),
        }
    }

    /// The description.
    #[must_use]
    pub fn description(&self) -> &'s Description {
        &self.session.description
    }

    /// Returns the operation of the request, if it has one. A redirect from a path that is not in
    /// normal form is the response of a router, not of an operation.
    #[must_use]
    pub fn operation(&self) -> Option<&'s Operation> {
        let is_redirect = matches!(self.response.status, 301 | 302 | 307 | 308);
        if is_redirect && !self.exchange.request.has_normal_path() {
            return None;
        }
        let id: OperationId = self.exchange.purpose.operation?;
        Some(self.session.description.operation(id))
    }

    /// Compares the body with its schema, if it is JSON and the operation describes JSON for the
    /// status: of several media types the one that was sent, or else the first.
    #[must_use]
    pub fn described_body(&self) -> Option<&DescribedBody> {
        self.body.get_or_init(|| self.describe_body()).as_ref()
    }

    fn describe_body(&self) -> Option<DescribedBody> {
        let operation = self.operation()?;
        let is_declared = self.exchange.request.method == operation.method.as_str();
        if !is_declared || !self.response.is_json() {
            return None;
        }
        let content = &declared(operation, self.response.status)?.content;
        let sent = self.response.media_type().unwrap_or_default();
        let same = content.iter().find(|media| media.essence() == sent);
        let media = same.or_else(|| content.iter().find(|media| media.is_json()))?;
        let schema = media.schema?;
        let body = self.response.json().ok()?;
        Some(DescribedBody {
            schema,
            mismatches: self.session.world.answers.check(schema, body),
        })
    }
}

impl Session {
    /// Passes an exchange to every check and records the results. Returns the keys of new findings.
    pub(super) fn check_exchange(&self, exchange: &Arc<Exchange>) -> Vec<FindingKey> {
        let Some(response) = exchange.response() else {
            return Vec::new();
        };
        self.world.drift.see(
            &self.description,
            &self.world.answers,
            &self.redactor,
            exchange,
        );
        self.note_unenforced(exchange, response.status);
        let seen = Seen::new(self, exchange, response);
        let mut passed: Vec<&'static str> = Vec::new();
        let mut new = Vec::new();
        for selected in &self.shared.checks {
            let Some(run) = selected.exchange else {
                continue;
            };
            match run(&seen) {
                Verdict::NotApplicable => {}
                Verdict::Passed => passed.push(selected.check.id),
                Verdict::Failed(faults) => {
                    for fault in faults {
                        let evidence = vec![Arc::clone(exchange)];
                        new.extend(self.report(selected.check, fault, evidence, None));
                    }
                }
            }
        }
        self.emit(&Event::Passed { checks: passed });
        new
    }

    /// Records the constraint that an accepted request violated: later responses show what was
    /// stored.
    fn note_unenforced(&self, exchange: &Exchange, status: u16) {
        let defect = exchange.purpose.defect.as_ref();
        if let Some(span) = defect.and_then(|defect| defect.span)
            && exchange.purpose.intent.is_violation()
            && status < 400
        {
            self.emit(&Event::Unenforced(span));
        }
    }

    /// Records the result of a check over several exchanges.
    pub fn record_outcome(&self, check: Named, outcome: Outcome) {
        for evidence in outcome.failed {
            self.report(
                check,
                evidence.fault,
                evidence.exchanges,
                evidence.operation,
            );
        }
        let results = CheckResults {
            passed: outcome.passed as u64,
            failed: 0,
            skipped: outcome.skipped.into_iter().collect(),
            missing: outcome.missing.into_iter().collect(),
            inconclusive: outcome.inconclusive.into_iter().collect(),
        };
        self.emit(&Event::Concluded {
            check: check.id,
            results,
        });
    }

    /// Returns the faults that a check finds in an exchange that is not recorded.
    #[must_use]
    pub fn faults(&self, check: &str, exchange: &Exchange) -> Vec<Fault> {
        let Some(response) = exchange.response() else {
            return Vec::new();
        };
        let seen = Seen::new(self, exchange, response);
        let selected = self.shared.checks.iter().find(|one| one.check.id == check);
        match selected.and_then(|one| one.exchange).map(|run| run(&seen)) {
            Some(Verdict::Failed(faults)) => faults,
            _ => Vec::new(),
        }
    }

    /// Records a fault. Returns its key, if it is a new finding.
    pub fn report(
        &self,
        check: Named,
        fault: Fault,
        evidence: Vec<Arc<Exchange>>,
        operation: Option<OperationId>,
    ) -> Option<FindingKey> {
        let last = evidence.last();
        let operation = operation.or_else(|| last.and_then(|one| one.purpose.operation));
        let intent = last.map(|one| one.purpose.intent);
        let described = operation.map(|id| self.description.operation(id));
        let key = FindingKey {
            check: check.id,
            operation,
            title: fault.title.clone(),
        };
        let found = Found {
            check,
            fault,
            evidence,
            count: 1,
            seen_after: 0,
            shrunk: false,
            intent,
            operation_provenance: described.map(|operation| operation.behavior().clone()),
        };
        let is_new = self.emit(&Event::Found {
            key: key.clone(),
            found: Box::new(found),
            at: self.elapsed(),
        });
        is_new.then_some(key)
    }
}
