//! The parts of the plan: many run at once, and what one of them makes up or learns must not depend
//! on how far the others are. So two runs with one seed send the same.

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

/// A part of the plan, of which many run at once.
#[derive(Debug)]
struct Part {
    /// Its place in the plan, from 0.
    index: u64,
    /// How many numbers it has taken.
    taken: AtomicU64,
}

/// Bodies that the deployment has accepted.
#[derive(Debug, Default)]
pub struct Accepted {
    /// What all may use.
    known: HashMap<OperationId, Value>,
    /// What parts of the plan have learnt, for themselves until they are done.
    learnt: BTreeMap<(u64, OperationId), Value>,
}

fn part() -> Option<u64> {
    PART.try_with(|part| part.index).ok()
}

impl Session {
    /// Runs a part of the plan by its place there.
    pub async fn in_part<F: Future>(&self, index: usize, work: F) -> F::Output {
        let part = Part {
            index: index as u64,
            taken: AtomicU64::new(0),
        };
        PART.scope(part, work).await
    }

    /// A number that no other caller in this run gets; the same in every run of the same seed.
    #[must_use]
    pub fn next_number(&self) -> u64 {
        let of_part = |part: &Part| {
            let taken = part.taken.fetch_add(1, Ordering::Relaxed);
            ((part.index + 1) << BITS) + taken
        };
        let outside = |_| self.names.fetch_add(1, Ordering::Relaxed);
        PART.try_with(of_part).unwrap_or_else(outside)
    }

    /// A body that an operation has accepted before.
    #[must_use]
    pub fn accepted_body(&self, operation: OperationId) -> Option<Value> {
        let accepted = self.accepted.read().unwrap_or_else(PoisonError::into_inner);
        let learnt = || accepted.learnt.get(&(part()?, operation));
        accepted.known.get(&operation).or_else(learnt).cloned()
    }

    /// Keeps a body that an operation has accepted: the first one.
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

    /// Lets all use what the parts that are done have learnt; of two bodies, that of the earlier
    /// part in the plan.
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
