//! Differences between the deployment and the description: what responses show and the description
//! does not declare.
//!
//! Each exchange is examined once. Every difference is kept as an entry, with how often it was
//! seen. [`Drift::entries`] lists the entries for the report, and [`Drift::overlay`] writes them as
//! an overlay that adds them to the description.

mod entries;
mod entry;
mod headers;
mod observe;
mod overlay;
mod path;
mod places;
mod shape;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::entry::{Entry, Key};
use conformance_core::description::OperationId;
use conformance_core::validate::Sample;

/// Collects differences; threads can share it.
#[derive(Debug, Default)]
pub struct Drift {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    entries: BTreeMap<Key, Entry>,
    beyond: u64,
}

impl Drift {
    /// The maximum number of differences that are kept.
    pub const ENTRIES: usize = 1000;

    /// Returns a new collection, which is empty.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns how often a further difference was seen after the limit was reached.
    #[must_use]
    pub fn beyond(&self) -> u64 {
        self.state().beyond
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, key: Key, operation: Option<OperationId>, sample: Option<&Sample>) {
        let mut state = self.state();
        if !state.entries.contains_key(&key) && state.entries.len() >= Self::ENTRIES {
            state.beyond = state.beyond.saturating_add(1);
            return;
        }
        state.entries.entry(key).or_default().add(operation, sample);
    }
}
