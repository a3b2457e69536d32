//! The items of a service, and the faults in how they are stored.

use serde_json::Value;

use crate::fault::Fault;

/// Rows of one kind, in the order of their creation.
#[derive(Debug)]
pub(crate) struct Store {
    rows: Vec<Value>,
    /// The number of initial rows.
    seeds: usize,
    key: &'static str,
    fault: Option<Fault>,
}

/// A page of rows, and the start of the next one.
pub(crate) type Page = (Vec<Value>, Option<usize>);

impl Store {
    /// The rows, with the name of their key property.
    pub(crate) fn new(key: &'static str, rows: Vec<Value>, fault: Option<Fault>) -> Self {
        Self {
            seeds: rows.len(),
            rows,
            key,
            fault,
        }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Stores a row and returns it as in a response. `name` is a string property.
    pub(crate) fn insert(&mut self, mut row: Value, name: &str) -> Value {
        if self.is(Fault::EchoDiffers) {
            row[name] = Value::from("something else");
        }
        self.rows.push(row.clone());
        row
    }

    /// Returns the row with a key, if `own` accepts it.
    pub(crate) fn find(&self, key: &str, own: impl Fn(&Value) -> bool) -> Option<&Value> {
        let mut rows = self.rows.iter();
        rows.find(|row| text(&row[self.key]) == key && own(row))
    }

    /// Returns the first row that matches.
    pub(crate) fn first(&self, is_it: impl Fn(&Value) -> bool) -> Option<&Value> {
        self.rows.iter().find(|row| is_it(row))
    }

    /// Changes a row and returns it as in a response.
    pub(crate) fn change(
        &mut self,
        key: &str,
        own: impl Fn(&Value) -> bool,
        change: impl FnOnce(&mut Value),
    ) -> Option<Value> {
        let mut changed = self.find(key, &own)?.clone();
        change(&mut changed);
        if !self.is(Fault::UpdateUnseen) {
            let mut rows = self.rows.iter_mut();
            let row = rows.find(|row| text(&row[self.key]) == key && own(row))?;
            row.clone_from(&changed);
        }
        Some(changed)
    }

    /// Removes a row. Returns whether there was one.
    pub(crate) fn remove(&mut self, key: &str, own: impl Fn(&Value) -> bool) -> bool {
        let found = self.find(key, &own).is_some();
        if found && !self.is(Fault::DeletedStays) {
            self.rows
                .retain(|row| text(&row[self.key]) != key || !own(row));
        }
        found
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self, own: impl Fn(&Value) -> bool) -> usize {
        self.rows.iter().filter(|row| own(row)).count()
    }

    /// Returns at most `limit` rows from `start` on.
    pub(crate) fn page(&self, own: impl Fn(&Value) -> bool, start: usize, limit: usize) -> Page {
        let shown = if self.is(Fault::NotListed) {
            self.seeds
        } else {
            self.rows.len()
        };
        let shown = self.rows[..shown.min(self.rows.len())].iter();
        let all: Vec<&Value> = shown
            .filter(|row| self.is(Fault::CrossTenant) || own(row))
            .collect();
        let end = start.saturating_add(limit).min(all.len());
        let more = end < all.len();
        let from = if self.is(Fault::RepeatedItem) {
            start.saturating_sub(1)
        } else {
            start
        };
        let mut to = end;
        if self.is(Fault::LostItem) && more && limit > 1 {
            to -= 1;
        }
        if self.is(Fault::LimitOffByOne) {
            to = (to + 1).min(all.len());
        }
        let rows = all.get(from..to).unwrap_or_default();
        (
            rows.iter().map(|row| (*row).clone()).collect(),
            more.then_some(end),
        )
    }
}

/// Returns a key as text.
pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
