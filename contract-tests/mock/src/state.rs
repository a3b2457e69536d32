//! What was made and changed.

use std::collections::HashMap;

use serde_json::{Map, Value};
use spec::model::SchemaId;

use crate::idempotency::Keys;

/// How many things a collection has at most.
const MOST: usize = 5_000;

/// All that changes while the mock runs.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Collections by their path.
    collections: HashMap<String, Vec<Item>>,
    /// The documents at paths that are not items of a collection.
    pub(crate) documents: HashMap<String, Map<String, Value>>,
    /// Responses by their idempotency key.
    pub(crate) keys: Keys,
    /// How many things were made.
    pub(crate) made: u64,
}

/// A thing in a collection: what is known of it. The rest is drawn, the same each time.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) text: String,
    pub(crate) value: Map<String, Value>,
    /// As schemas show it, each with how many things are above it in the path: lists show many
    /// things again and again.
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

    /// Keeps what was shown once, whatever the next answer would show of it.
    pub(crate) fn keep(&mut self, shown: &Value) {
        /// Of a thing with more members the others are made each time.
        const MOST: usize = 300;
        for (name, value) in shown.as_object().into_iter().flatten() {
            if self.value.len() < MOST && !self.value.contains_key(name) {
                self.value.insert(name.clone(), value.clone());
            }
        }
    }

    /// Changes a member.
    pub(crate) fn set(&mut self, name: String, value: Value) {
        self.value.insert(name, value);
        self.shown.clear();
    }
}

impl State {
    /// A collection, with what it begins with if it has not been touched.
    pub(crate) fn collection(
        &mut self,
        path: &str,
        begin: impl FnOnce() -> Vec<Item>,
    ) -> &mut Vec<Item> {
        self.collections
            .entry(path.to_owned())
            .or_insert_with(begin)
    }

    /// Adds a thing; whether there was room.
    pub(crate) fn add(&mut self, path: &str, item: Item) -> bool {
        let items = self.collections.entry(path.to_owned()).or_default();
        let has_room = items.len() < MOST;
        if has_room {
            items.push(item);
        }
        has_room
    }

    /// Takes a thing away, and all that is below it.
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
