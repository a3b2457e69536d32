//! What the run has created: the only items that it may change, and that it deletes at the end.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::guessable::is_unguessable;
use super::path::Address;
use crate::pool::Bindings;
use conformance_core::resources::ResourceId;

/// The maximum number of made-up values that are kept.
const MADE_UP: usize = 100_000;

/// The maximum number of foreign ids that are kept of each resource.
const FOREIGN: usize = 100_000;

/// An item that the run has created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The resource; `None` if its items have no path, or if a path without a variable names it,
    /// such as settings.
    pub resource: Option<ResourceId>,
    /// The address of the item.
    pub address: Address,
    /// The values of the variables of its path.
    pub bindings: Bindings,
    /// The identity that created it.
    pub identity: String,
    /// Whether the deployment has responded successfully at the item's address.
    pub is_seen: bool,
    /// Whether an action may have changed the item's id without the response showing it.
    pub may_be_renamed: bool,
    /// Whether the run has deleted the item.
    pub is_ended: bool,
}

/// An item that must be read before it counts as created by the run, because the response was not
/// certain.
#[derive(Debug, Clone)]
pub struct Unproven {
    /// The number of the creation.
    pub(super) number: u64,
    /// The item, if it turns out to be the run's.
    pub entry: Entry,
    /// Whether an earlier read had found nothing at its address.
    pub(super) was_missing: bool,
    /// What was sent to create it.
    pub(super) sent: Option<bytes::Bytes>,
    /// What to record if it is not.
    pub(super) unclear: Unclear,
}

/// A creation whose response does not show which item was created, or whether one was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unclear {
    /// The operation.
    pub operation: conformance_core::description::OperationId,
    /// The address of the collection.
    pub collection: Address,
    /// The identity that sent the request.
    pub identity: String,
    /// The response in words, for messages.
    pub answer: String,
    /// The id in the response, if the item may have existed before.
    pub id: Option<String>,
    /// Strings that were sent and that no other item has by chance: they identify the item.
    pub sent: Vec<String>,
}

/// Where a variable is in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// At its end.
    Item,
    /// Before its end.
    Parent,
    /// At its end, with a value that was refused as malformed.
    Malformed,
}

/// What the run has created, and which items it knows to be foreign.
#[derive(Debug, Default)]
pub struct Ledger {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
pub(super) struct Inner {
    /// The items of the run, in the order of their creation.
    entries: Vec<Entry>,
    at: HashMap<Address, usize>,
    /// The places in `entries` of the items with an id.
    by_id: HashMap<String, Vec<usize>>,
    /// Creations that must be looked up at the end.
    pub(super) unclear: BTreeSet<Unclear>,
    /// Where items of the run may have moved after a change.
    renamed: BTreeMap<Address, Entry>,
    /// Items that must be read first.
    pub(super) unproven: Vec<Unproven>,
    /// The addresses of those items: until they are read, they do not count as foreign.
    pub(super) pending: HashSet<Address>,
    /// Values that the run has made up, which name nothing.
    made_up: HashSet<String>,
    /// Ids of items that lists have shown and the run has not created, with their resources and the
    /// time when each was first seen.
    foreign: HashMap<String, Vec<(ResourceId, Duration)>>,
    /// How many of these ids are kept of each resource.
    foreign_ids: HashMap<ResourceId, usize>,
    /// Names, keys and addresses of such items, in lower case.
    foreign_keys: HashMap<ResourceId, HashSet<String>>,
    /// Collections whose lists were read to their ends before the run created anything in them, and
    /// when.
    pub(super) complete: HashMap<Address, Duration>,
    /// Path variables (`users/{}`) for which an unknown value was refused: at the end of a path,
    /// and in the middle.
    pub(super) heeded: HashSet<(String, Place)>,
    /// Path variables for which an unknown value was accepted as if it existed.
    pub(super) unheeded: HashSet<String>,
    /// The addresses of foreign items.
    foreign_at: BTreeSet<Address>,
    /// The addresses where a read found no item, and when.
    missing: HashMap<Address, Duration>,
    /// Paths that end in a name and returned 404.
    pub(super) absent: HashSet<Address>,
}

impl Inner {
    /// Returns when a list first showed a foreign item with an id.
    fn first_seen(&self, resource: ResourceId, id: &str) -> Option<Duration> {
        let mut seen = self.foreign.get(id)?.iter();
        seen.find(|(kind, _)| *kind == resource).map(|(_, at)| *at)
    }
}

impl Ledger {
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an item that the run has created.
    pub fn add(&self, entry: Entry) {
        let mut inner = self.lock();
        if let Some(at) = inner.at.get(&entry.address).copied() {
            inner.entries[at].is_ended = false;
            return;
        }
        let at = inner.entries.len();
        inner.at.insert(entry.address.clone(), at);
        if let Some(id) = entry.address.last() {
            inner.by_id.entry(id.clone()).or_default().push(at);
        }
        inner.entries.push(entry);
    }

    /// Returns whether the run has created the item at an address. A deleted one still counts if
    /// its id cannot have been reused.
    #[must_use]
    pub fn holds(&self, address: &[String]) -> bool {
        let inner = self.lock();
        let entry = inner.at.get(address).map(|at| &inner.entries[*at]);
        let is_unique = |entry: &Entry| entry.address.last().is_some_and(|id| is_unguessable(id));
        entry.is_some_and(|entry| !entry.is_ended || is_unique(entry))
    }

    /// Returns whether the run has created an item whose address ends with these segments.
    pub(super) fn ends_with(&self, end: &[String]) -> bool {
        let inner = self.lock();
        let Some(id) = end.last() else {
            return false;
        };
        let mut places = inner.by_id.get(id).into_iter().flatten();
        places.any(|at| inner.entries[*at].address.ends_with(end))
    }

    /// Returns whether the run has created an item with an id, at any address.
    #[must_use]
    pub fn has_created(&self, id: &str) -> bool {
        self.has_created_one(id, |_| true)
    }

    /// Returns whether the run has created a matching item with an id.
    pub(super) fn has_created_one(&self, id: &str, is_meant: impl Fn(&Entry) -> bool) -> bool {
        let inner = self.lock();
        let mut places = inner.by_id.get(id).into_iter().flatten();
        places.any(|at| is_meant(&inner.entries[*at]))
    }

    /// Records that the item at an address is gone; what is below it may be gone as well.
    pub fn end(&self, address: &[String]) {
        let mut inner = self.lock();
        for entry in &mut inner.entries {
            entry.is_seen |= entry.address.starts_with(address);
        }
        if let Some(at) = inner.at.get(address).copied() {
            inner.entries[at].is_ended = true;
        }
    }

    /// Records that the deployment has responded for the item at an address.
    pub(super) fn see(&self, address: &[String]) {
        let mut inner = self.lock();
        if let Some(at) = inner.at.get(address).copied() {
            inner.entries[at].is_seen = true;
            inner.entries[at].may_be_renamed = false;
        }
    }

    /// Returns the item at an address, if the run has created it.
    pub(super) fn get(&self, address: &[String]) -> Option<Entry> {
        let inner = self.lock();
        let at = inner.at.get(address)?;
        Some(inner.entries[*at].clone())
    }

    /// Records that an action may have changed the id of the item at an address.
    pub(super) fn doubt(&self, address: &[String]) {
        let mut inner = self.lock();
        if let Some(at) = inner.at.get(address).copied() {
            inner.entries[at].may_be_renamed = true;
        }
    }

    /// Records what an item of the run may have become after a change.
    pub(super) fn rename(&self, entry: Entry) {
        let mut inner = self.lock();
        inner.renamed.entry(entry.address.clone()).or_insert(entry);
    }

    /// Returns what items of the run may have become, without those that the run has.
    #[must_use]
    pub fn renamed(&self) -> Vec<Entry> {
        let inner = self.lock();
        let all = inner.renamed.values();
        let own = all.filter(|one| !inner.at.contains_key(&one.address));
        own.cloned().collect()
    }

    /// Returns the items that are not deleted yet, newest first.
    #[must_use]
    pub fn left(&self) -> Vec<Entry> {
        let inner = self.lock();
        let left = inner.entries.iter().rev().filter(|entry| !entry.is_ended);
        left.cloned().collect()
    }

    /// Returns the first item of a resource that the run has created and not deleted.
    #[must_use]
    pub fn first_of(&self, resource: ResourceId) -> Option<Bindings> {
        let inner = self.lock();
        let mut entries = inner.entries.iter();
        let own = entries.find(|one| one.resource == Some(resource) && !one.is_ended);
        own.map(|one| one.bindings.clone())
    }

    /// Returns the creations whose responses do not show what was created.
    #[must_use]
    pub fn unclear(&self) -> Vec<Unclear> {
        self.lock().unclear.iter().cloned().collect()
    }

    /// Returns how many items must be read before the run knows whether it has created them.
    #[must_use]
    pub fn unproven(&self) -> usize {
        self.lock().unproven.len()
    }

    /// Records a value that was made up to name nothing. The caller makes sure that it is random
    /// and long enough that no foreign item can have it.
    pub fn make_up(&self, text: &str) {
        let mut inner = self.lock();
        if inner.made_up.len() < MADE_UP {
            inner.made_up.insert(text.to_owned());
        }
    }

    /// Returns whether a value was made up.
    #[must_use]
    pub fn is_made_up(&self, text: &str) -> bool {
        self.lock().made_up.contains(text)
    }

    /// Returns whether the deployment has shown that it checks a path variable. If there are reads
    /// below the variable, one of them must have shown it.
    pub(super) fn heeds(&self, variable: &str, has_reads_below: bool) -> bool {
        let inner = self.lock();
        let is_heeded = |place| inner.heeded.contains(&(variable.to_owned(), place));
        let is_shown = is_heeded(Place::Parent) || (!has_reads_below && is_heeded(Place::Item));
        is_shown && !inner.unheeded.contains(variable)
    }

    /// Returns whether the deployment has shown that it checks the id of an item.
    pub(super) fn heeds_item(&self, variable: &str) -> bool {
        let inner = self.lock();
        let places = [Place::Item, Place::Parent, Place::Malformed];
        let is_heeded = |place| inner.heeded.contains(&(variable.to_owned(), place));
        places.into_iter().any(is_heeded) && !inner.unheeded.contains(variable)
    }

    /// Records the address of a foreign item.
    pub(super) fn see_foreign_at(&self, address: Address) {
        let mut inner = self.lock();
        if inner.foreign_at.len() < FOREIGN {
            inner.foreign_at.insert(address);
        }
    }

    /// Returns a foreign item below an address.
    pub(super) fn foreign_below(&self, address: &[String]) -> Option<Address> {
        let inner = self.lock();
        let mut after = inner.foreign_at.range(address.to_vec()..);
        let below = after.find(|one| one.len() > address.len() || !one.starts_with(address))?;
        below.starts_with(address).then(|| below.clone())
    }

    /// Records that a read found no item at an address.
    pub(super) fn miss(&self, address: &[String], at: Duration) {
        let mut inner = self.lock();
        if inner.missing.len() < FOREIGN {
            inner.missing.entry(address.to_vec()).or_insert(at);
        }
    }

    /// Returns at how many addresses reads have found no item.
    pub(super) fn misses(&self) -> u64 {
        self.lock().missing.len() as u64
    }

    /// Returns whether a read found no item at an address before a time.
    pub(super) fn was_missing(&self, address: &[String], before: Duration) -> bool {
        let inner = self.lock();
        inner.missing.get(address).is_some_and(|at| *at < before)
    }

    /// Records a foreign item that a list showed at a time.
    pub fn see_foreign(&self, resource: ResourceId, id: &str, keys: Vec<String>, at: Duration) {
        let mut inner = self.lock();
        let is_known = inner.first_seen(resource, id).is_some();
        let count = inner.foreign_ids.entry(resource).or_default();
        if !is_known && *count < FOREIGN {
            *count += 1;
            let seen = inner.foreign.entry(id.to_owned()).or_default();
            seen.push((resource, at));
        }
        inner.foreign_keys.entry(resource).or_default().extend(keys);
    }

    /// Returns whether an id belongs to a foreign item that existed before a time.
    #[must_use]
    pub fn was_foreign(&self, resource: ResourceId, id: &str, before: Duration) -> bool {
        let seen = self.lock().first_seen(resource, id);
        seen.is_some_and(|at| at < before)
    }

    /// Returns whether an id belongs to a foreign item, of any resource if none is given.
    #[must_use]
    pub fn is_foreign(&self, resource: Option<ResourceId>, id: &str) -> bool {
        let inner = self.lock();
        match resource {
            Some(resource) => inner.first_seen(resource, id).is_some(),
            None => inner.foreign.contains_key(id),
        }
    }

    /// Returns the resources that have a foreign item with an id.
    #[must_use]
    pub fn kinds_of_foreign(&self, id: &str) -> Vec<ResourceId> {
        let inner = self.lock();
        let seen = inner.foreign.get(id).into_iter().flatten();
        seen.map(|(kind, _)| *kind).collect()
    }

    /// Returns whether a foreign item has a name, key or address.
    #[must_use]
    pub fn is_foreign_key(&self, resource: ResourceId, text: &str) -> bool {
        let inner = self.lock();
        let keys = inner.foreign_keys.get(&resource);
        keys.is_some_and(|keys| keys.contains(&text.trim().to_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Ledger;
    use conformance_core::resources::ResourceId;

    #[test]
    fn an_id_may_be_foreign_in_several_resources() {
        let (ledger, at) = (Ledger::default(), Duration::from_secs);
        let [one, other] = [0, 1].map(ResourceId);
        for (resource, time) in [(one, 3), (other, 5), (one, 9)] {
            ledger.see_foreign(resource, "a", Vec::new(), at(time));
        }
        assert_eq!(ledger.kinds_of_foreign("a"), [one, other]);
        assert!(ledger.was_foreign(one, "a", at(4)) && !ledger.was_foreign(other, "a", at(5)));
        assert!(ledger.is_foreign(None, "a") && !ledger.is_foreign(Some(one), "b"));
    }
}
