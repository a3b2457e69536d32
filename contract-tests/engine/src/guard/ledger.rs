//! What the run has created: the only items that it may change, and that it ends.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::path::Address;
use crate::pool::Bindings;
use conformance_core::resources::ResourceId;

/// How many values that were made up are kept.
const MADE_UP: usize = 100_000;

/// How many foreign ids are kept of one resource.
const FOREIGN: usize = 100_000;

/// An item that the run has created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What kind; `None` for an item whose resource has no path for single items, and for what a
    /// path names without a variable, such as settings.
    pub resource: Option<ResourceId>,
    /// Where it is.
    pub address: Address,
    /// The values of the variables of its path.
    pub bindings: Bindings,
    /// The identity that created it.
    pub identity: String,
    /// Whether the deployment has answered for it at its address.
    pub is_seen: bool,
    /// Whether an action may have given it another id, and the response does not tell.
    pub may_be_renamed: bool,
    /// Whether the run has ended it.
    pub is_ended: bool,
}

/// An item that an answer may not show for certain: it is read before the run counts it as its own.
#[derive(Debug, Clone)]
pub struct Unproven {
    /// The number of the creation.
    pub(super) number: u64,
    /// The item, if it is one of the run.
    pub entry: Entry,
    /// Whether a read had found nothing at its address before.
    pub(super) was_missing: bool,
    /// What was sent to create it.
    pub(super) sent: Option<bytes::Bytes>,
    /// What to record where it is not.
    pub(super) unclear: Unclear,
}

/// A creation whose answer does not tell which item was created, or whether one was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unclear {
    /// The operation.
    pub operation: conformance_core::description::OperationId,
    /// The address of the collection.
    pub collection: Address,
    /// The identity that asked for it.
    pub identity: String,
    /// What came back, for people.
    pub answer: String,
    /// The id in the answer, where the item may have been there before.
    pub id: Option<String>,
    /// Strings that were sent and that no other item has by chance: the item is known by them.
    pub sent: Vec<String>,
}

/// Where a variable is in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// At its end.
    Item,
    /// Before its end.
    Parent,
    /// At its end; it was refused as malformed.
    Malformed,
}

/// What the run has created, and what it knows to belong to others.
#[derive(Debug, Default)]
pub struct Ledger {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
pub(super) struct Inner {
    /// In the order of their creation.
    entries: Vec<Entry>,
    at: HashMap<Address, usize>,
    /// Creations to look after at the end.
    pub(super) unclear: BTreeSet<Unclear>,
    /// Where items of the run may be since a change.
    renamed: BTreeMap<Address, Entry>,
    /// What has to be read first.
    pub(super) unproven: Vec<Unproven>,
    /// The addresses of those: until they are read, they are of no one else.
    pub(super) pending: HashSet<Address>,
    /// Values that the run has made up, which name nothing.
    made_up: HashSet<String>,
    /// Ids of items that lists have shown and the run has not created, with the time of the first.
    foreign: HashMap<ResourceId, HashMap<String, Duration>>,
    /// Names, keys and addresses of such items, in lower case.
    foreign_keys: HashMap<ResourceId, HashSet<String>>,
    /// Collections whose lists were seen to their ends before anything was created in them, and when.
    pub(super) complete: HashMap<Address, Duration>,
    /// Variables in paths (`users/{}`) for which a value that names nothing was refused: in the path
    /// of an item, and below one.
    pub(super) heeded: HashSet<(String, Place)>,
    /// Those for which one was answered as if it named something.
    pub(super) unheeded: HashSet<String>,
    /// Where items of others are.
    foreign_at: BTreeSet<Address>,
    /// Where a read found no item, and when.
    missing: HashMap<Address, Duration>,
    /// Paths without an item at their end at which nothing was found (404).
    pub(super) absent: HashSet<Address>,
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
        inner.entries.push(entry);
    }

    /// Whether the run has created the item at an address. One that it has ended still counts
    /// where its id cannot have been given to another item since.
    #[must_use]
    pub fn holds(&self, address: &[String]) -> bool {
        let inner = self.lock();
        let entry = inner.at.get(address).map(|at| &inner.entries[*at]);
        let is_unique = |entry: &Entry| entry.address.last().is_some_and(|id| is_unguessable(id));
        entry.is_some_and(|entry| !entry.is_ended || is_unique(entry))
    }

    /// Whether the run has created an item whose address ends so.
    pub(super) fn ends_with(&self, end: &[String]) -> bool {
        let inner = self.lock();
        inner.entries.iter().any(|one| one.address.ends_with(end))
    }

    /// Whether the run has created an item with an id, wherever it is.
    #[must_use]
    pub fn has_created(&self, id: &str) -> bool {
        self.has_created_one(id, |_| true)
    }

    /// Whether the run has created an item with an id that is like this.
    pub(super) fn has_created_one(&self, id: &str, is_meant: impl Fn(&Entry) -> bool) -> bool {
        let inner = self.lock();
        let has_id = |one: &&Entry| one.address.last().is_some_and(|own| own == id);
        inner.entries.iter().filter(has_id).any(is_meant)
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

    /// Records that the deployment has answered for the item at an address.
    pub(super) fn see(&self, address: &[String]) {
        let mut inner = self.lock();
        if let Some(at) = inner.at.get(address).copied() {
            inner.entries[at].is_seen = true;
            inner.entries[at].may_be_renamed = false;
        }
    }

    /// The item at an address, if the run has created it.
    pub(super) fn get(&self, address: &[String]) -> Option<Entry> {
        let inner = self.lock();
        let at = inner.at.get(address)?;
        Some(inner.entries[*at].clone())
    }

    /// Records that an action may have given another id to the item at an address.
    pub(super) fn doubt(&self, address: &[String]) {
        let mut inner = self.lock();
        if let Some(at) = inner.at.get(address).copied() {
            inner.entries[at].may_be_renamed = true;
        }
    }

    /// Records what a change may have made of an item of the run.
    pub(super) fn rename(&self, entry: Entry) {
        let mut inner = self.lock();
        inner.renamed.entry(entry.address.clone()).or_insert(entry);
    }

    /// What changes may have made of items of the run, and the run does not hold.
    #[must_use]
    pub fn renamed(&self) -> Vec<Entry> {
        let inner = self.lock();
        let all = inner.renamed.values();
        let own = all.filter(|one| !inner.at.contains_key(&one.address));
        own.cloned().collect()
    }

    /// What is not ended yet, the newest first.
    #[must_use]
    pub fn left(&self) -> Vec<Entry> {
        let inner = self.lock();
        let left = inner.entries.iter().rev().filter(|entry| !entry.is_ended);
        left.cloned().collect()
    }

    /// The first item of a resource that the run has created and not ended.
    #[must_use]
    pub fn first_of(&self, resource: ResourceId) -> Option<Bindings> {
        let inner = self.lock();
        let mut entries = inner.entries.iter();
        let own = entries.find(|one| one.resource == Some(resource) && !one.is_ended);
        own.map(|one| one.bindings.clone())
    }

    /// Creations whose answers do not tell what was created.
    #[must_use]
    pub fn unclear(&self) -> Vec<Unclear> {
        self.lock().unclear.iter().cloned().collect()
    }

    /// How many items have to be read before the run knows whether it has created them.
    #[must_use]
    pub fn unproven(&self) -> usize {
        self.lock().unproven.len()
    }

    /// Records a value that was made up to name nothing. The caller makes sure that no item of
    /// others can have it: it is random, and long enough.
    pub fn make_up(&self, text: &str) {
        let mut inner = self.lock();
        if inner.made_up.len() < MADE_UP {
            inner.made_up.insert(text.to_owned());
        }
    }

    /// Whether a value was made up.
    #[must_use]
    pub fn is_made_up(&self, text: &str) -> bool {
        self.lock().made_up.contains(text)
    }

    /// Whether the deployment has shown that it looks at a variable of its paths. Where it has reads
    /// below the variable, one of them must have shown it.
    pub(super) fn heeds(&self, variable: &str, has_reads_below: bool) -> bool {
        let inner = self.lock();
        let is_heeded = |place| inner.heeded.contains(&(variable.to_owned(), place));
        let is_shown = is_heeded(Place::Parent) || (!has_reads_below && is_heeded(Place::Item));
        is_shown && !inner.unheeded.contains(variable)
    }

    /// Whether it has shown that it looks at the id of an item.
    pub(super) fn heeds_item(&self, variable: &str) -> bool {
        let inner = self.lock();
        let places = [Place::Item, Place::Parent, Place::Malformed];
        let is_heeded = |place| inner.heeded.contains(&(variable.to_owned(), place));
        places.into_iter().any(is_heeded) && !inner.unheeded.contains(variable)
    }

    /// Records where an item of others is.
    pub(super) fn see_foreign_at(&self, address: Address) {
        let mut inner = self.lock();
        if inner.foreign_at.len() < FOREIGN {
            inner.foreign_at.insert(address);
        }
    }

    /// An item of others below an address.
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

    /// At how many addresses reads have found no item.
    pub(super) fn misses(&self) -> u64 {
        self.lock().missing.len() as u64
    }

    /// Whether a read had found no item at an address before a time.
    pub(super) fn was_missing(&self, address: &[String], before: Duration) -> bool {
        let inner = self.lock();
        inner.missing.get(address).is_some_and(|at| *at < before)
    }

    /// Records an item that a list shows and that the run has not created, as of a time.
    pub fn see_foreign(&self, resource: ResourceId, id: &str, keys: Vec<String>, at: Duration) {
        let mut inner = self.lock();
        let ids = inner.foreign.entry(resource).or_default();
        if ids.len() < FOREIGN {
            ids.entry(id.to_owned()).or_insert(at);
        }
        inner.foreign_keys.entry(resource).or_default().extend(keys);
    }

    /// Whether an id belongs to an item of others that was there before a time.
    #[must_use]
    pub fn was_foreign(&self, resource: ResourceId, id: &str, before: Duration) -> bool {
        let inner = self.lock();
        let seen = inner.foreign.get(&resource).and_then(|ids| ids.get(id));
        seen.is_some_and(|at| *at < before)
    }

    /// Whether an id belongs to an item of others, of any resource where none is given.
    #[must_use]
    pub fn is_foreign(&self, resource: Option<ResourceId>, id: &str) -> bool {
        let kinds = self.kinds_of_foreign(id);
        resource.map_or(!kinds.is_empty(), |resource| kinds.contains(&resource))
    }

    /// The resources of which others have an item with an id.
    #[must_use]
    pub fn kinds_of_foreign(&self, id: &str) -> Vec<ResourceId> {
        let inner = self.lock();
        let own = inner.foreign.iter().filter(|(_, ids)| ids.contains_key(id));
        own.map(|(kind, _)| *kind).collect()
    }

    /// Whether an item of others has a name, key or address.
    #[must_use]
    pub fn is_foreign_key(&self, resource: ResourceId, text: &str) -> bool {
        let inner = self.lock();
        let keys = inner.foreign_keys.get(&resource);
        keys.is_some_and(|keys| keys.contains(&text.trim().to_lowercase()))
    }
}

/// Whether a value is long and varied enough that no item of others has it by chance.
#[must_use]
pub fn is_unguessable(text: &str) -> bool {
    /// Twelve random letters or digits are more than 60 bits.
    const LENGTH: usize = 12;
    const VARIETY: usize = 7;
    let varied: HashSet<char> = text.chars().collect();
    let is_random = text.chars().any(|c| c.is_ascii_digit()) || !text.is_ascii() || text.len() > 24;
    text.chars().count() >= LENGTH && varied.len() >= VARIETY && is_random
}

/// Whether a lenient reader takes a text for a number.
#[must_use]
pub fn begins_as_number(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(['+', '-']);
    text.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_unguessable;

    #[test]
    fn what_people_name_things_is_guessable() {
        for text in [
            "",
            "1",
            "2000000011",
            "default",
            "administrator",
            "aaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            assert!(!is_unguessable(text), "{text}");
        }
        assert!(is_unguessable("0772100b-da3f-4d54-81e3-40d8d7c8014e"));
        assert!(is_unguessable("prod-45ddaca16ace3e4537a2"));
    }
}
