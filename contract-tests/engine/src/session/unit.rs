//! The numbers of a unit of the plan. Many units run at once, and what one makes up must not depend
//! on how far the others are, so that two runs with one seed send the same requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bits of a number count within a unit.
const BITS: u32 = 20;

/// A unit of the plan, or what the run does outside of the plan.
#[derive(Debug, Clone, Default)]
pub(super) struct Unit {
    /// The place in the plan, from 0.
    index: Option<u64>,
    /// How many numbers are used.
    used: Arc<AtomicU64>,
}

impl Unit {
    /// Returns the unit at a place in the plan, which has used no number.
    pub(super) fn of_plan(index: usize) -> Self {
        Self {
            index: Some(index as u64),
            used: Arc::default(),
        }
    }

    /// Returns the place in the plan, from 0; `None` outside of the plan.
    pub(super) const fn index(&self) -> Option<u64> {
        self.index
    }

    /// Returns a number that is unique in the run, and the same in every run with the same seed.
    pub(super) fn next_number(&self) -> u64 {
        let used = self.used.fetch_add(1, Ordering::Relaxed);
        self.index
            .map_or(used, |index| ((index + 1) << BITS) + used)
    }
}
