//! What the run has made, so that it can be ended.

use std::sync::{Mutex, PoisonError};

use crate::pool::Bindings;
use crate::resources::ResourceId;

/// Something that the run has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What kind.
    pub resource: ResourceId,
    /// Where it is.
    pub bindings: Bindings,
    /// The identity that made it.
    pub identity: String,
}

/// What the run has made and not ended yet.
#[derive(Debug, Default)]
pub struct Ledger {
    entries: Mutex<Vec<Entry>>,
}

impl Ledger {
    /// Takes something in.
    pub fn add(&self, entry: Entry) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }

    /// Strikes something out that is ended.
    pub fn strike(&self, resource: ResourceId, bindings: &Bindings) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.resource != resource || entry.bindings != *bindings);
    }

    /// What is left, the newest first.
    #[must_use]
    pub fn take(&self) -> Vec<Entry> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = std::mem::take(&mut *entries);
        all.reverse();
        all
    }
}
