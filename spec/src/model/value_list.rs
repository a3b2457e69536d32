//! Lists of values, which can be long.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Shorter lists are searched from their start.
const SHORT: usize = 16;

/// The values of an enumeration, each once. A value of a long list is found by its hash: every default
/// and every example of a description is searched.
#[derive(Debug, Default)]
pub struct ValueList {
    values: Vec<Value>,
    /// The hash and the index of each value, in order, from the first search on.
    hashes: OnceLock<Vec<(u64, usize)>>,
}

impl ValueList {
    /// Returns the index of a value.
    #[must_use]
    pub fn position(&self, value: &Value) -> Option<usize> {
        if self.values.len() <= SHORT {
            return self.values.iter().position(|one| one == value);
        }
        let hashes = self.hashes.get_or_init(|| {
            let hashes = self.values.iter().map(hash).zip(0..);
            let mut hashes: Vec<_> = hashes.collect();
            hashes.sort_unstable();
            hashes
        });
        let hash = hash(value);
        let start = hashes.partition_point(|(one, _)| *one < hash);
        let mut alike = hashes[start..].iter().take_while(|(one, _)| *one == hash);
        alike.find_map(|(_, at)| (self.values[*at] == *value).then_some(*at))
    }

    /// Returns whether a value is in the list.
    #[must_use]
    pub fn contains(&self, value: &Value) -> bool {
        self.position(value).is_some()
    }
}

fn hash(value: &Value) -> u64 {
    BuildHasherDefault::<DefaultHasher>::new().hash_one(value)
}

impl From<Vec<Value>> for ValueList {
    fn from(values: Vec<Value>) -> Self {
        let hashes = OnceLock::new();
        Self { values, hashes }
    }
}

impl FromIterator<Value> for ValueList {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().collect::<Vec<_>>().into()
    }
}

impl Deref for ValueList {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.values
    }
}

impl<'v> IntoIterator for &'v ValueList {
    type Item = &'v Value;
    type IntoIter = std::slice::Iter<'v, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

impl Clone for ValueList {
    fn clone(&self) -> Self {
        self.values.clone().into()
    }
}

impl PartialEq for ValueList {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Serialize for ValueList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}
