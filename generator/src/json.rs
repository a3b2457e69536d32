//! JSON whose properties keep their order.

use indexmap::IndexMap;
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    /// A value as written in the description, or a plain one.
    Value(Value),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Object),
}

/// An object, whose properties stay in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Object(IndexMap<String, Json>);

impl Object {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.set(name, value);
        self
    }

    pub(crate) fn with_some(mut self, name: &str, value: Option<impl Into<Json>>) -> Self {
        if let Some(value) = value {
            self.set(name, value);
        }
        self
    }

    /// Replaces a property, or adds it at the end.
    pub(crate) fn set(&mut self, name: impl Into<String>, value: impl Into<Json>) {
        self.0.insert(name.into(), value.into());
    }

    /// Sets all properties of another object.
    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl<J: Into<Json>> From<Vec<J>> for Json {
    fn from(items: Vec<J>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

macro_rules! plain {
    ($($type:ty),*) => {
        $(impl From<$type> for Json {
            fn from(value: $type) -> Self {
                Self::Value(value.into())
            }
        })*
    };
}

plain!(Value, &str, String, bool, u64, u16);
