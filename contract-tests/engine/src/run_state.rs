//! What a run has seen so far: counts, coverage, latencies, samples, findings. Its size is bounded
//! by the description, not by the number of requests.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use spec::Span;

use crate::event::{CheckResults, Event, FindingKey, Found, LeftOut};
use crate::verdict::Fault;
use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;

/// The maximum number of bytes of the body of a request that are kept, and of a refusal.
const LARGEST: usize = 64 * 1024;

/// The maximum number of bytes of all larger bodies that are kept whole. Parsed JSON takes twenty
/// times as much.
const LARGE_BODIES: usize = 8 * 1024 * 1024;

/// The maximum number of exchanges that are kept of each operation, intent and status.
const SAMPLES: usize = 1;

/// The maximum number of findings that are kept of each check.
const FINDINGS_OF_CHECK: usize = 200;

/// The maximum number of leftovers that are listed.
const LEFTOVERS: usize = 1_000;

/// What a run has seen so far: the fold of its events.
#[derive(Debug, Default)]
pub struct RunState {
    inner: Mutex<Inner>,
}

/// The contents, behind the lock.
#[derive(Debug, Default)]
pub struct Inner {
    /// Requests sent.
    pub requests: u64,
    /// Requests without a complete response.
    pub failures: u64,
    /// How often a check passed on an exchange.
    pub verdicts_passed: u64,
    /// Answers by status.
    pub statuses: BTreeMap<u16, u64>,
    /// How many requests each operation got with each intent.
    pub asked: HashMap<(OperationId, Intent), u64>,
    /// How often each operation responded with each status.
    pub answered: HashMap<(OperationId, u16), u64>,
    /// How long answers took, by operation.
    pub latency: HashMap<OperationId, Histogram>,
    /// Some exchanges of each kind.
    pub samples: BTreeMap<(Option<OperationId>, Intent, u16), Vec<Arc<Exchange>>>,
    /// The results of each check.
    pub checks: HashMap<&'static str, CheckResults>,
    /// The findings, by key.
    pub findings: BTreeMap<FindingKey, Found>,
    /// Why the plan left out a pair of operation and intent.
    pub left_out: BTreeMap<(OperationId, Intent), LeftOut>,
    /// Notes about the run.
    pub notes: BTreeSet<String>,
    /// What was created and could not be deleted.
    pub leftovers: Vec<String>,
    /// The places of constraints that accepted requests violated.
    pub unenforced: HashSet<Span>,
    /// When the first finding was recorded, since the start of the run.
    pub first_finding: Option<Duration>,
    /// The parts of the run so far.
    pub phases: Vec<Phase>,
    /// The bytes of all large bodies that are kept whole.
    large_bodies: usize,
}

/// The start of a part of the run.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// The name in reports.
    pub name: &'static str,
    /// When it began, since the start of the run.
    pub at: Duration,
    /// How many requests had been sent before it.
    pub requests: u64,
}

/// A histogram of latencies in powers of two.
#[derive(Debug, Clone, Default)]
pub struct Histogram {
    /// How many took less than 2^n microseconds and at least 2^(n-1).
    pub buckets: [u64; 32],
    /// The number of latencies.
    pub count: u64,
    /// The slowest, in microseconds.
    pub max: u64,
}

impl Histogram {
    /// Adds a latency, in microseconds.
    pub fn add(&mut self, micros: u64) {
        let bucket = (64 - micros.leading_zeros() as usize).min(31);
        self.buckets[bucket] += 1;
        self.count += 1;
        self.max = self.max.max(micros);
    }

    /// Returns the value below which a share of all latencies lie, estimated from the buckets.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a rank among counts"
        )]
        let rank = (self.count as f64 * share).ceil() as u64;
        let mut passed = 0;
        for (power, count) in self.buckets.iter().enumerate() {
            if passed + count >= rank && *count > 0 {
                let low = if power == 0 { 0 } else { 1_u64 << (power - 1) };
                let high = 1_u64 << power;
                // Latencies are assumed to be spread evenly over their bucket.
                let inside = (high - low) * (rank - passed) / count;
                return (low + inside).min(self.max);
            }
            passed += count;
        }
        self.max
    }
}

impl RunState {
    /// Locks the contents.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Adds an event. Returns whether it was news.
    pub(crate) fn fold(&mut self, event: &Event) -> bool {
        match event {
            Event::PhaseStarted { name, at, .. } => self.phases.push(Phase {
                name,
                at: *at,
                requests: self.requests,
            }),
            Event::StepFinished { .. } | Event::Ended => {}
            Event::Exchanged(exchange) => self.count(exchange),
            Event::Passed { checks } => {
                self.verdicts_passed += checks.len() as u64;
                for check in checks {
                    self.checks.entry(check).or_default().passed += 1;
                }
            }
            Event::Concluded { check, results } => {
                self.verdicts_passed += results.passed;
                self.checks.entry(check).or_default().add(results);
            }
            Event::Found { key, found, at } => return self.find(key, found, *at),
            Event::Shrunk { key, smaller } => self.shrink(key, smaller.as_ref()),
            Event::LeftOut {
                operation,
                intent,
                why,
            } => {
                let of_unit = self.left_out.entry((*operation, *intent));
                of_unit.or_insert_with(|| why.clone());
            }
            Event::Unenforced(span) => return self.unenforced.insert(*span),
            Event::Noted(note) => return self.notes.insert(note.clone()),
            Event::LeftBehind(text) => self.leave_behind(text),
        }
        true
    }

    /// Counts an exchange.
    fn count(&mut self, exchange: &Arc<Exchange>) {
        self.requests += 1;
        let status = exchange.status().unwrap_or(0);
        let purpose = &exchange.purpose;
        if status == 0 {
            self.failures += 1;
        } else {
            *self.statuses.entry(status).or_default() += 1;
        }
        if let Some(operation) = purpose.operation {
            *self.asked.entry((operation, purpose.intent)).or_default() += 1;
            if status != 0 {
                *self.answered.entry((operation, status)).or_default() += 1;
                let micros = u64::try_from(exchange.elapsed.as_micros()).unwrap_or(u64::MAX);
                self.latency.entry(operation).or_default().add(micros);
            }
        }
        let key = (purpose.operation, purpose.intent, status);
        let has_room = self.samples.get(&key).map_or(0, Vec::len) < SAMPLES;
        if has_room {
            // Checks read what a success says; of other bodies, that they were large.
            let is_success = (200..300).contains(&status);
            let sample = self.kept(exchange, is_success);
            self.samples.entry(key).or_default().push(sample);
        }
    }

    /// Returns an exchange as it is kept. The body of its response stays whole if that is asked for
    /// and there is room.
    fn kept(&mut self, exchange: &Arc<Exchange>, whole: bool) -> Arc<Exchange> {
        let size = exchange.response().map_or(0, |one| one.body.len());
        let mut of_response = LARGEST;
        if whole && size > LARGEST && self.large_bodies + size <= LARGE_BODIES {
            self.large_bodies += size;
            of_response = size;
        }
        let short = exchange.abridged(LARGEST, of_response);
        short.map_or_else(|| Arc::clone(exchange), Arc::new)
    }

    /// Records a fault. Returns whether it is a new finding.
    fn find(&mut self, key: &FindingKey, found: &Found, at: Duration) -> bool {
        self.checks.entry(key.check).or_default().failed += 1;
        if let Some(known) = self.findings.get_mut(key) {
            known.count += 1;
            return false;
        }
        let same_check = self
            .findings
            .keys()
            .filter(|known| known.check == key.check);
        if same_check.count() >= FINDINGS_OF_CHECK {
            self.notes.insert(format!(
                "more than {FINDINGS_OF_CHECK} findings of {}; the rest is only counted",
                key.check
            ));
            return false;
        }
        let evidence = found.evidence.iter();
        let evidence = evidence.map(|one| self.kept(one, true)).collect();
        let found = Found {
            seen_after: self.requests,
            evidence,
            ..found.clone()
        };
        self.findings.insert(key.clone(), found);
        self.first_finding.get_or_insert(at);
        true
    }

    fn shrink(&mut self, key: &FindingKey, smaller: Option<&(Arc<Exchange>, Option<Fault>)>) {
        let kept = smaller.map(|(exchange, _)| self.kept(exchange, true));
        let Some(found) = self.findings.get_mut(key) else {
            return;
        };
        found.shrunk = true;
        if let (Some((_, fault)), Some(exchange)) = (smaller, kept) {
            found.fault = fault.clone().unwrap_or_else(|| found.fault.clone());
            found.evidence = vec![exchange];
        }
    }

    fn leave_behind(&mut self, text: &str) {
        match self.leftovers.len() {
            0..LEFTOVERS => self.leftovers.push(text.to_owned()),
            LEFTOVERS => {
                let more = format!("more than {LEFTOVERS} others");
                self.leftovers.push(more);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use conformance_core::exchange::{Host, Purpose, Request, Response};
    use hyper::HeaderMap;

    use super::*;

    fn exchange(status: u16, body: &Bytes) -> Arc<Exchange> {
        Arc::new(Exchange {
            number: 1,
            purpose: Purpose {
                operation: None,
                intent: Intent::Valid,
                defect: None,
                identity: None,
            },
            request: Request {
                host: Host::Resource,
                method: "GET".to_owned(),
                target: "/".to_owned(),
                headers: Vec::new(),
                body: None,
            },
            outcome: Ok(Response::new(status, HeaderMap::new(), body.clone())),
            at: Duration::ZERO,
            elapsed: Duration::ZERO,
        })
    }

    #[test]
    fn large_bodies_are_kept_whole_while_there_is_room() {
        let state = RunState::default();
        let mut state = state.lock();
        let body = Bytes::from(vec![b'a'; 3 * 1024 * 1024]);
        for status in 200..299 {
            state.fold(&Event::Exchanged(exchange(status, &body)));
        }
        let kept = state.samples.values().flatten();
        let sizes = kept.map(|one| one.response().map_or(0, |one| one.body.len()));
        let sizes: Vec<_> = sizes.collect();
        assert_eq!(sizes.len(), 99);
        assert_eq!(sizes[..2], [body.len(), body.len()]);
        assert!(sizes[2..].iter().all(|size| *size == LARGEST), "{sizes:?}");
    }

    #[test]
    fn a_cut_splits_no_character() {
        let state = RunState::default();
        let mut state = state.lock();
        let body = Bytes::from(format!("\"{}\"", "\u{20ac}".repeat(LARGEST)));
        state.fold(&Event::Exchanged(exchange(404, &body)));
        let kept = state.samples.values().flatten().next();
        let kept = kept.and_then(|one| one.response()).expect("a response");
        let text = std::str::from_utf8(&kept.body).expect("UTF-8");
        assert!(LARGEST - text.len() < 3);
        assert_eq!(kept.size(), body.len());
        let error = kept.json().expect_err("a part of a text");
        assert!(error.is_beyond_limits);
    }
}
