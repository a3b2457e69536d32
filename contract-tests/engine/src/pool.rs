//! What is known to exist: resources that lists, reads and creations have shown.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use conformance_core::json::Json;
use conformance_core::resources::ResourceId;

/// How many items are kept of one kind and identity.
const KEPT: usize = 200;

/// Values of path parameters, by name.
pub type Bindings = BTreeMap<String, String>;

/// A resource that exists.
#[derive(Debug, Clone)]
pub struct Known {
    /// The values of the variables of its path.
    pub bindings: Bindings,
    /// The value of the last of them: its id.
    pub id: String,
    /// As it was last seen.
    pub value: Json,
    /// Whether this run has made it.
    pub ours: bool,
}

/// What is known to exist, by identity.
///
/// When the plan begins it is frozen: what the plan then makes is not taken in, so that requests do
/// not depend on which of several is answered first.
#[derive(Debug, Default)]
pub struct Pool {
    is_frozen: AtomicBool,
    known: RwLock<HashMap<(String, ResourceId), Vec<Known>>>,
}

impl Pool {
    /// From now on nothing new is taken in.
    pub fn freeze(&self) {
        self.is_frozen.store(true, Ordering::Relaxed);
    }

    fn is_frozen(&self) -> bool {
        self.is_frozen.load(Ordering::Relaxed)
    }

    /// Takes a resource in; one that is known already is replaced.
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

    /// Puts an item before all others that are known.
    pub fn put_first(&self, identity: &str, resource: ResourceId, bindings: &Bindings) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let items = known.entry((identity.to_owned(), resource)).or_default();
        if let Some(at) = items.iter().position(|one| one.bindings == *bindings) {
            items[..=at].rotate_right(1);
        }
    }

    /// Forgets a resource.
    pub fn remove(&self, identity: &str, resource: ResourceId, bindings: &Bindings) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(items) = known.get_mut(&(identity.to_owned(), resource)) {
            items.retain(|one| one.bindings != *bindings);
        }
    }

    /// All that are known, in the order they were found.
    #[must_use]
    pub fn all(&self, identity: &str, resource: ResourceId) -> Vec<Known> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let items = known.get(&(identity.to_owned(), resource));
        items.cloned().unwrap_or_default()
    }

    /// What is taken of each that is known, in the order they were found. A resource can be large:
    /// only what is taken is copied.
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

    /// Where the first is that is as wanted.
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
