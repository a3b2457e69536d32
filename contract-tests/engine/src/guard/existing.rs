//! Creations that were answered with an item that existed before.
//!
//! Some services find an item by its name, or another key, instead of creating a second one.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::echo::finds;
use super::{Guard, begins_as_number, is_unguessable};
use conformance_core::exchange::Exchange;
use conformance_core::json::Json;
use conformance_core::resources::ResourceId;

/// The numbers of those creations.
#[derive(Debug, Default)]
pub(super) struct Existing {
    numbers: Mutex<HashSet<u64>>,
}

impl Guard {
    /// Records whether a creation was answered with an item that existed before, and that has a key
    /// that was sent. `is_held` says that the run had created it.
    pub(super) fn note_existing(
        &self,
        (creation, resource): (&Exchange, Option<ResourceId>),
        (id, item): (&str, &Json),
        is_held: bool,
    ) {
        let was_foreign = || resource.is_some_and(|one| self.was_foreign(one, id, creation.at));
        if !is_held && !was_foreign() {
            return;
        }
        // The id of another item is a reference; numbers and values of an enumeration are often the
        // same by chance.
        let is_reference = |text: &str| text != id && self.ledger.has_created(text);
        let is_frequent = |text: &str| text.is_empty() || begins_as_number(text);
        let is_key = |text: &str| {
            let is_rare = is_unguessable(text) || !is_frequent(text);
            is_rare && !self.examples.contains(text) && !is_reference(text)
        };
        let sent = creation.request.body.as_deref();
        if finds(sent, self.within(resource, item), is_key) {
            let numbers = self.existing.numbers.lock();
            let mut numbers = numbers.unwrap_or_else(PoisonError::into_inner);
            numbers.insert(creation.number);
        }
    }

    /// Returns whether a creation was answered with an item that existed before, found by a key
    /// that was sent.
    #[must_use]
    pub fn has_found_existing(&self, creation: u64) -> bool {
        let numbers = self.existing.numbers.lock();
        let numbers = numbers.unwrap_or_else(PoisonError::into_inner);
        numbers.contains(&creation)
    }
}
