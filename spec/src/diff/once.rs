//! Results that are found once, by what they depend on.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

/// Results by what they depend on.
#[derive(Debug)]
pub(super) struct Once<K, V>(RefCell<HashMap<K, V>>);

impl<K, V> Default for Once<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Eq + Hash, V: Copy> Once<K, V> {
    /// Returns a known result, or finds it. Finding it may ask for others.
    pub(super) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        let known = self.0.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let found = find();
            self.0.borrow_mut().insert(key, found);
            found
        })
    }
}
