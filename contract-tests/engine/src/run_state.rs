//! What a run has seen so far: numbers, coverage, latencies, samples, findings. All of it is bounded by the size of
//! the description, not by the number of requests.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use spec::Span;
use spec::model::Provenance;

use crate::verdict::{Fault, Named};
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;

/// How many bytes of the body of a refused request are kept, and of the refusal.
const LARGEST: usize = 64 * 1024;

/// How many exchanges are kept of each operation, intent and status.
const SAMPLES: usize = 1;

/// How many findings are kept of one check.
const FINDINGS_OF_CHECK: usize = 200;

/// What a run has seen so far.
#[derive(Debug, Default)]
pub struct Gathered {
    inner: Mutex<Inner>,
}

/// The contents, behind the lock.
#[derive(Debug, Default)]
pub struct Inner {
    /// Requests sent.
    pub requests: u64,
    /// Requests without a whole answer.
    pub failures: u64,
    /// Single judgements that found nothing wrong.
    pub judgements: u64,
    /// Answers by status.
    pub statuses: BTreeMap<u16, u64>,
    /// How often each operation was asked with each intent.
    pub asked: HashMap<(OperationId, Intent), u64>,
    /// How often each operation answered with each status.
    pub answered: HashMap<(OperationId, u16), u64>,
    /// How long answers took, by operation.
    pub latency: HashMap<OperationId, Histogram>,
    /// Some exchanges of each kind.
    pub samples: BTreeMap<(Option<OperationId>, Intent, u16), Vec<Arc<Exchange>>>,
    /// What each check said.
    pub checks: HashMap<&'static str, Said>,
    /// What is wrong, by its name.
    pub findings: BTreeMap<FindingKey, Found>,
    /// Why the plan left a pair out.
    pub left_out: BTreeMap<(OperationId, Intent), LeftOut>,
    /// Notes about the run.
    pub notes: BTreeSet<String>,
    /// What was made and could not be ended.
    pub leftovers: Vec<String>,
    /// The places of constraints that a request broke and was accepted all the same.
    pub unenforced: HashSet<Span>,
    /// When the first finding was there, since the start of the run.
    pub first_finding: Option<Duration>,
    /// The parts of the run so far.
    pub phases: Vec<Phase>,
}

/// A part of the run, as it begins.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Its documentation.
    pub name: &'static str,
    /// When it began, since the start of the run.
    pub at: Duration,
    /// How many requests had been sent before it.
    pub requests: u64,
}

/// Why the plan left a pair of operation and intent out.
#[derive(Debug, Clone)]
pub enum LeftOut {
    /// It does not apply, or cannot be tested from outside.
    Unreachable(String),
    /// It applies and was not tried: the run was not given what it needs, or it was not decided.
    Skipped(String),
}

/// What tells findings apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingKey {
    /// The check.
    pub check: &'static str,
    /// The operation.
    pub operation: Option<OperationId>,
    /// What is wrong, in one line.
    pub title: String,
}

impl FindingKey {
    /// A name that is the same in every run.
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
            // A `String` takes everything that is written to it.
            let _ = write!(id, "{byte:02x}");
        }
        id
    }
}

/// Something that is wrong, as it was found.
#[derive(Debug)]
pub struct Found {
    /// The check.
    pub check: Named,
    /// What is wrong.
    pub fault: Fault,
    /// What shows it.
    pub evidence: Vec<Arc<Exchange>>,
    /// How often it was seen.
    pub count: u64,
    /// Whether the request was made as small as it goes.
    pub shrunk: bool,
    /// The intent it was found with.
    pub intent: Option<Intent>,
    /// The provenance of the operation.
    pub operation_provenance: Option<Provenance>,
}

/// What a check said, added up.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// How many things it found in order.
    pub passed: u64,
    /// How many it found wrong.
    pub failed: u64,
    /// Why it, or a part of it, was not judged.
    pub skipped: BTreeSet<String>,
    /// What the run was not given for it, or for a part of it.
    pub missing: BTreeSet<MissingInput>,
    /// Why it, or a part of it, could not be decided.
    pub inconclusive: BTreeSet<String>,
}

/// Counts of latencies by powers of two.
#[derive(Debug, Clone, Default)]
pub struct Histogram {
    /// How many took less than 2^n microseconds and not less than 2^(n-1).
    pub buckets: [u64; 32],
    /// How many.
    pub count: u64,
    /// The slowest, in microseconds.
    pub max: u64,
}

impl Histogram {
    /// Takes one in, in microseconds.
    pub fn add(&mut self, micros: u64) {
        let bucket = (64 - micros.leading_zeros() as usize).min(31);
        self.buckets[bucket] += 1;
        self.count += 1;
        self.max = self.max.max(micros);
    }

    /// The value below which a share of all lie, read off the buckets.
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
                // Values are taken as spread evenly over their bucket.
                let inside = (high - low) * (rank - passed) / count;
                return (low + inside).min(self.max);
            }
            passed += count;
        }
        self.max
    }
}

impl Gathered {
    /// The contents.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// A part of the run begins at a time since its start.
    pub fn begin(&mut self, name: &'static str, at: Duration) {
        let requests = self.requests;
        self.phases.push(Phase { name, at, requests });
    }

    /// Takes an exchange in.
    pub fn count(&mut self, exchange: &Arc<Exchange>) {
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
        let samples = self.samples.entry(key).or_default();
        if samples.len() < SAMPLES {
            // Checks read what a success says; of a refusal, that its request was large.
            let is_success = (200..300).contains(&status);
            let short = exchange.abridged(LARGEST).filter(|_| !is_success);
            samples.push(short.map_or_else(|| Arc::clone(exchange), Arc::new));
        }
    }

    /// Takes a fault in; whether it is a new finding.
    pub fn find(&mut self, key: FindingKey, found: Found) -> bool {
        if let Some(known) = self.findings.get_mut(&key) {
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
        self.findings.insert(key, found);
        true
    }
}
