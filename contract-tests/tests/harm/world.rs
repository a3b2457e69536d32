//! The items of a trap, and the effects on them.

use std::collections::BTreeMap;

use serde_json::Value;

/// The items of a service, by address.
#[derive(Debug, Default)]
pub(crate) struct World {
    items: BTreeMap<String, Value>,
    /// The items of others, as they were before the run.
    foreign: BTreeMap<String, Value>,
    /// Effects other than on items: messages that were sent, a service that was stopped.
    acts: Vec<String>,
    next: u64,
    /// The number of requests.
    pub(crate) asked: u64,
    /// Requests that damaged items of others.
    blame: Vec<String>,
}

impl World {
    /// Stores an item of another client.
    pub(crate) fn seed(&mut self, address: &str, value: Value) {
        self.items.insert(address.to_owned(), value.clone());
        self.foreign.insert(address.to_owned(), value);
    }

    /// Stores an item.
    pub(crate) fn put(&mut self, address: &str, value: Value) {
        self.items.insert(address.to_owned(), value);
    }

    pub(crate) fn get(&self, address: &str) -> Option<&Value> {
        self.items.get(address)
    }

    pub(crate) fn remove(&mut self, address: &str) -> Option<Value> {
        self.items.remove(address)
    }

    /// Returns the items directly below an address, with their addresses.
    pub(crate) fn below(&self, collection: &str) -> Vec<(String, Value)> {
        let start = format!("{collection}/");
        let all = self.items.iter();
        let own = all.filter(|(address, _)| {
            let rest = address.strip_prefix(&start);
            rest.is_some_and(|rest| !rest.contains('/'))
        });
        own.map(|(address, item)| (address.clone(), item.clone()))
            .collect()
    }

    /// Removes everything below an address.
    pub(crate) fn clear(&mut self, collection: &str) {
        let start = format!("{collection}/");
        self.items.retain(|address, _| !address.starts_with(&start));
    }

    /// Records an effect that cannot be undone.
    pub(crate) fn act(&mut self, what: impl Into<String>) {
        self.acts.push(what.into());
    }

    /// Returns the effects other than on items.
    pub(crate) fn acts(&self) -> &[String] {
        &self.acts
    }

    /// Returns the next consecutive number.
    pub(crate) fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Records a request that has done damage, if it is among the first, which show the cause.
    pub(crate) fn blame(&mut self, damage_before: usize, request: String) {
        if self.damage().len() > damage_before && self.blame.len() < 5 {
            self.blame.push(request);
        }
    }

    /// Returns the items of others that are changed or missing.
    pub(crate) fn damage(&self) -> Vec<String> {
        let changed = self.foreign.iter().filter_map(|(address, before)| {
            let now = self.items.get(address);
            (now != Some(before)).then(|| format!("{address} is {now:?}"))
        });
        changed.chain(self.acts.iter().cloned()).collect()
    }

    /// Describes the effects on items of other clients, and the requests that caused them.
    pub(crate) fn verdict(&self) -> String {
        format!("{:#?}\nby {:#?}", self.damage(), self.blame)
    }

    /// Returns the addresses of the run's items that are not ended.
    pub(crate) fn left(&self) -> Vec<String> {
        let all = self.items.iter();
        let own = all.filter(|(address, item)| {
            !self.foreign.contains_key(*address) && item["deleted"] != Value::Bool(true)
        });
        own.map(|(address, _)| address.clone()).collect()
    }
}
