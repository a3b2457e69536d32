//! The created and changed items.

use std::collections::HashMap;

use serde_json::{Map, Value};
use spec::model::SchemaId;

use crate::idempotency::Keys;

/// The maximum number of items in a collection.
const MOST: usize = 5_000;

/// Everything that changes while the mock runs.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Collections by path.
    collections: HashMap<String, Vec<Item>>,
    /// The documents at paths that are not items of a collection.
    pub(crate) documents: HashMap<String, Map<String, Value>>,
    /// Responses by their idempotency key.
    pub(crate) keys: Keys,
    /// How many items were created.
    pub(crate) made: u64,
}

/// An item of a collection: its known values. The rest is generated, the same each time.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) text: String,
    pub(crate) value: Map<String, Value>,
    /// The item as schemas show it, by the number of parents in the path, because lists show many
    /// items repeatedly.
    pub(crate) shown: HashMap<(SchemaId, usize), Value>,
}

impl Item {
    pub(crate) fn new(text: String, value: Map<String, Value>) -> Self {
        Self {
            text,
            value,
            shown: HashMap::new(),
        }
    }

    /// Keeps the values that were shown, so that later responses agree.
    pub(crate) fn keep(&mut self, shown: &Value) {
        /// Of larger items, the remaining properties are generated each time.
        const MOST: usize = 300;
        for (name, value) in shown.as_object().into_iter().flatten() {
            if self.value.len() < MOST && !self.value.contains_key(name) {
                self.value.insert(name.clone(), value.clone());
            }
        }
    }

    /// Sets a property.
    pub(crate) fn set(&mut self, name: String, value: Value) {
        self.value.insert(name, value);
        self.shown.clear();
    }
}

impl State {
    /// Returns a collection, with its initial items if it is new.
    pub(crate) fn collection(
        &mut self,
        path: &str,
        begin: impl FnOnce() -> Vec<Item>,
    ) -> &mut Vec<Item> {
        self.collections
            .entry(path.to_owned())
            .or_insert_with(begin)
    }

    /// Returns whether a collection has an item with an id.
    pub(crate) fn has(&self, path: &str, id: &str) -> bool {
        let mut items = self.collections.get(path).into_iter().flatten();
        items.any(|item| item.text == id)
    }

    /// Adds an item. Returns whether there was room.
    pub(crate) fn add(&mut self, path: &str, item: Item) -> bool {
        let items = self.collections.entry(path.to_owned()).or_default();
        let has_room = items.len() < MOST;
        if has_room {
            items.push(item);
        }
        has_room
    }

    /// Removes an item, with everything below it.
    pub(crate) fn remove(&mut self, collection: &str, text: &str, path: &str) {
        if let Some(items) = self.collections.get_mut(collection) {
            items.retain(|one| one.text != text);
        }
        let below = format!("{path}/");
        self.collections.retain(|own, _| !own.starts_with(&below));
        self.documents
            .retain(|own, _| !own.starts_with(&below) && own != path);
    }
}
