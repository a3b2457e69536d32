//! What a run may leave behind if it is interrupted before it cleans up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::path::SentPath;
use super::{Guard, shown};
use conformance_core::exchange::Request;

/// Creations that were sent and have no response yet, by number.
#[derive(Debug, Default)]
pub(super) struct UnderWay {
    creations: Mutex<BTreeMap<u64, String>>,
}

impl Guard {
    /// Records that a request is about to be sent.
    pub fn begin(&self, number: u64, request: &Request) {
        let creates = self
            .operation_of(request)
            .is_some_and(|id| self.routes[id.0].effect.is_creation());
        // A PUT to a made-up id also creates.
        if !creates && request.method != "PUT" {
            return;
        }
        let place = shown(&SentPath::of(&request.target).segments);
        let text = format!("{} {place} was not answered yet", request.method);
        let creations = self.under_way.creations.lock();
        let mut creations = creations.unwrap_or_else(PoisonError::into_inner);
        creations.insert(number, text);
    }

    /// Records that the effect of a request is known.
    pub fn finish(&self, number: u64) {
        let creations = self.under_way.creations.lock();
        let mut creations = creations.unwrap_or_else(PoisonError::into_inner);
        creations.remove(&number);
    }

    /// Describes what the run has created and not deleted, and what it may have created.
    #[must_use]
    pub fn left_behind(&self) -> Vec<String> {
        let own = self.ledger.left().into_iter();
        let own = own.map(|entry| format!("/{}", entry.address.join("/")));
        let unproven = self.ledger.lock().unproven.clone().into_iter();
        let unproven = unproven.map(|one| format!("perhaps /{}", one.entry.address.join("/")));
        let unclear = self.ledger.unclear().into_iter();
        let unclear = unclear.map(|one| {
            let place = one.collection.iter().chain(&one.id);
            let place: Vec<&str> = place.map(String::as_str).collect();
            format!("perhaps /{}: its creation {}", place.join("/"), one.answer)
        });
        let creations = self.under_way.creations.lock();
        let creations = creations.unwrap_or_else(PoisonError::into_inner).clone();
        let creations = creations
            .into_values()
            .map(|text| format!("perhaps what was created: {text}"));
        let unclear: BTreeSet<String> = unproven.chain(unclear).chain(creations).collect();
        own.chain(unclear).collect()
    }
}
