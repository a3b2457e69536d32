//! Parts of the plan. Many run at once, and what one makes up or learns must not depend on how far
//! the others are, so that two runs with one seed send the same requests.

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::Session;
use conformance_core::description::OperationId;

/// How many bits of a number count within a part.
const BITS: u32 = 20;

tokio::task_local! {
    static PART: Part;
}

/// A part of the plan.
#[derive(Debug)]
struct Part {
    /// Its place in the plan, from 0.
    index: u64,
    /// How many numbers it has used.
    taken: AtomicU64,
}

/// Bodies that the deployment has accepted.
#[derive(Debug, Default)]
pub struct Accepted {
    /// Bodies that all parts may use.
    known: HashMap<OperationId, Value>,
    /// Bodies that parts of the plan have learned, for their own use until they are done.
    learnt: BTreeMap<(u64, OperationId), Value>,
}

fn part() -> Option<u64> {
    PART.try_with(|part| part.index).ok()
}

impl Session {
    /// Runs a part of the plan with its position.
    pub async fn in_part<F: Future>(&self, index: usize, work: F) -> F::Output {
        let part = Part {
            index: index as u64,
            taken: AtomicU64::new(0),
        };
        PART.scope(part, work).await
    }

    /// Returns a number that is unique in this run, and the same in every run with the same seed.
    #[must_use]
    pub fn next_number(&self) -> u64 {
        let of_part = |part: &Part| {
            let taken = part.taken.fetch_add(1, Ordering::Relaxed);
            ((part.index + 1) << BITS) + taken
        };
        let outside = |_| self.names.fetch_add(1, Ordering::Relaxed);
        PART.try_with(of_part).unwrap_or_else(outside)
    }

    /// Returns a body that an operation has accepted before.
    #[must_use]
    pub fn accepted_body(&self, operation: OperationId) -> Option<Value> {
        let accepted = self.accepted.read().unwrap_or_else(PoisonError::into_inner);
        let learnt = || accepted.learnt.get(&(part()?, operation));
        accepted.known.get(&operation).or_else(learnt).cloned()
    }

    /// Records the first body that an operation has accepted.
    pub fn accept(&self, operation: OperationId, body: Value) {
        let mut accepted = self
            .accepted
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        match part() {
            Some(part) => accepted.learnt.entry((part, operation)).or_insert(body),
            None => accepted.known.entry(operation).or_insert(body),
        };
    }

    /// Shares what finished parts have learned. Of two bodies, that of the earlier part in the plan
    /// is kept.
    pub fn share_accepted(&self) {
        let mut accepted = self
            .accepted
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        for ((_, operation), body) in std::mem::take(&mut accepted.learnt) {
            accepted.known.entry(operation).or_insert(body);
        }
    }
}
