//! Items that are known to exist, because lists, reads or creations have shown them.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use conformance_core::json::Json;
use conformance_core::resources::ResourceId;

/// The maximum number of items that are kept of each kind and identity.
const KEPT: usize = 200;

/// Values of path parameters, by name.
pub type Bindings = BTreeMap<String, String>;

/// An item that exists.
#[derive(Debug, Clone)]
pub struct Known {
    /// The values of the variables of its path.
    pub bindings: Bindings,
    /// The value of the last variable: the item's id.
    pub id: String,
    /// The item as it was last seen.
    pub value: Json,
    /// Whether this run has created it.
    pub ours: bool,
}

/// The items that are known to exist, by identity.
///
/// The pool is frozen when the plan begins: items that the plan creates are not added, so that
/// requests do not depend on which response arrives first.
#[derive(Debug, Default)]
pub struct Pool {
    is_frozen: AtomicBool,
    known: RwLock<HashMap<(String, ResourceId), Vec<Known>>>,
}

impl Pool {
    /// Freezes the pool: nothing is added from now on.
    pub fn freeze(&self) {
        self.is_frozen.store(true, Ordering::Relaxed);
    }

    fn is_frozen(&self) -> bool {
        self.is_frozen.load(Ordering::Relaxed)
    }

    /// Adds an item, or replaces it if it is known already.
    pub fn add(&self, identity: &str, resource: ResourceId, item: Known) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let items = known.entry((identity.to_owned(), resource)).or_default();
        let has_room = items.len() < KEPT && !self.is_frozen();
        match items.iter_mut().find(|one| one.bindings == item.bindings) {
            Some(one) => {
                let ours = one.ours || item.ours;
                *one = Known { ours, ..item };
            }
            None if has_room => items.push(item),
            None => {}
        }
    }

    /// Moves an item before all others.
    pub fn put_first(&self, identity: &str, resource: ResourceId, bindings: &Bindings) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let items = known.entry((identity.to_owned(), resource)).or_default();
        if let Some(at) = items.iter().position(|one| one.bindings == *bindings) {
            items[..=at].rotate_right(1);
        }
    }

    /// Removes an item.
    pub fn remove(&self, identity: &str, resource: ResourceId, bindings: &Bindings) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(items) = known.get_mut(&(identity.to_owned(), resource)) {
            items.retain(|one| one.bindings != *bindings);
        }
    }

    /// Returns all known items, in the order in which they were found.
    #[must_use]
    pub fn all(&self, identity: &str, resource: ResourceId) -> Vec<Known> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let items = known.get(&(identity.to_owned(), resource));
        items.cloned().unwrap_or_default()
    }

    /// Returns what `map` extracts from each known item, in the order in which they were found.
    /// Items can be large: only the extracted part is copied.
    #[must_use]
    pub fn map<T>(
        &self,
        identity: &str,
        resource: ResourceId,
        take: impl Fn(&Known) -> T,
    ) -> Vec<T> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let items = known.get(&(identity.to_owned(), resource));
        items.into_iter().flatten().map(take).collect()
    }

    /// Returns the position of the first matching item.
    #[must_use]
    pub fn find(
        &self,
        identity: &str,
        resource: ResourceId,
        is_wanted: impl Fn(&Known) -> bool,
    ) -> Option<Bindings> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut items = known.get(&(identity.to_owned(), resource))?.iter();
        Some(items.find(|one| is_wanted(one))?.bindings.clone())
    }

    /// Returns the first known item.
    #[must_use]
    pub fn first(&self, identity: &str, resource: ResourceId) -> Option<Known> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known
            .get(&(identity.to_owned(), resource))?
            .first()
            .cloned()
    }
}
