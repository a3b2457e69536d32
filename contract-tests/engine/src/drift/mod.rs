//! What the deployment shows and the description does not have.
//!
//! Each exchange is examined once; what is new is kept as an entry, with how often it was seen. The
//! entries are reported as they are ([`Drift::entries`]), and as an overlay that adds them to the
//! description ([`Drift::overlay`]).

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

/// Gathers what is new; it can be shared by threads.
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
    /// How many different things are kept.
    pub const ENTRIES: usize = 1000;

    /// Nothing seen yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How often something new was seen that there was no room for.
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
