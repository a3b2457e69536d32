//! A parsed document: a tree in which every value has its place.

mod builder;
mod json;
mod loader;
mod object;
mod place;
mod pointer;
mod reference;
mod scalar;
mod shallow;
pub(crate) mod uri;
mod yaml;

pub(crate) use self::loader::Identity;
pub use self::loader::{Documents, Store};
pub use self::object::Object;
pub(crate) use self::pointer::decoded as pointer_step;
use crate::source::Span;
use std::sync::Arc;

/// A value and its place. Clones share their contents until one is changed.
#[derive(Debug, Clone)]
pub struct Node {
    /// The place of the value.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A JSON value (RFC 8259 §3) that keeps everything in its text.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it is written: `1.0` and `1` are different texts.
    Number(Arc<str>),
    /// A string.
    String(Arc<str>),
    /// An array.
    Array(Arc<Vec<Node>>),
    /// An object.
    Object(Arc<Object>),
}

impl Node {
    /// Returns the property `name` of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name)
    }

    /// Returns the object, if it is one.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match &self.value {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the value that a JSON Pointer in the fragment of a URI leads to from here.
    pub(crate) fn pointed(&self, fragment: &str) -> Option<&Self> {
        let tokens = pointer::tokens(fragment)?;
        let mut at = self;
        for token in tokens {
            at = pointer::step(at, &token.name)?;
        }
        Some(at)
    }

    /// Returns the items, if it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text, to be shared, if it is a string.
    pub(crate) fn shared_str(&self) -> Option<&Arc<str>> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value without its places. A number that no JSON number can hold becomes its
    /// text.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(text) => scalar::number(text),
            Value::String(text) => (&**text).into(),
            Value::Array(items) => items.iter().map(Self::to_json).collect(),
            Value::Object(object) => object
                .iter()
                .map(|(name, node)| (name.to_owned(), node.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }

    /// Returns whether two values are equal, whatever their places.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(one), Value::Bool(other)) => one == other,
            (Value::Number(one), Value::Number(other)) => {
                one == other || scalar::number(one) == scalar::number(other)
            }
            (Value::String(one), Value::String(other)) => Arc::ptr_eq(one, other) || one == other,
            (Value::Array(one), Value::Array(other)) if Arc::ptr_eq(one, other) => true,
            (Value::Object(one), Value::Object(other)) if Arc::ptr_eq(one, other) => true,
            (Value::Array(one), Value::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other.iter()).all(|(a, b)| a.same(b))
            }
            (Value::Object(one), Value::Object(other)) => {
                let equal =
                    |(name, node): (&str, &Self)| other.get(name).is_some_and(|o| node.same(o));
                one.len() == other.len() && one.iter().all(equal)
            }
            _ => false,
        }
    }

    /// Returns how many values there are in it, itself included.
    pub(crate) fn size(&self) -> usize {
        match &self.value {
            Value::Array(items) => 1 + items.iter().map(Self::size).sum::<usize>(),
            Value::Object(object) => 1 + object.iter().map(|(_, node)| node.size()).sum::<usize>(),
            _ => 1,
        }
    }

    /// Returns how many bytes of text a scalar has.
    pub(crate) fn text_of_scalar(&self) -> usize {
        match &self.value {
            Value::String(text) | Value::Number(text) => text.len(),
            _ => 0,
        }
    }

    /// Returns how many bytes of text it contains, names included.
    pub(crate) fn text_bytes(&self) -> usize {
        match &self.value {
            Value::String(text) | Value::Number(text) => text.len(),
            Value::Array(items) => items.iter().map(Self::text_bytes).sum(),
            Value::Object(object) => {
                let members = object.iter();
                members
                    .map(|(name, node)| name.len() + node.text_bytes())
                    .sum()
            }
            _ => 0,
        }
    }

    /// Returns how many levels of values there are in it, itself included.
    pub(crate) fn depth(&self) -> usize {
        let deepest = match &self.value {
            Value::Array(items) => items.iter().map(Self::depth).max(),
            Value::Object(object) => object.iter().map(|(_, node)| node.depth()).max(),
            _ => None,
        };
        1 + deepest.unwrap_or_default()
    }

    /// Returns the value of `$ref`, if it is a reference: an object whose `$ref` is text.
    #[must_use]
    pub fn reference(&self) -> Option<&Self> {
        let object = self.as_object()?;
        object
            .get("$ref")
            .filter(|target| target.as_str().is_some())
    }

    /// Returns the kind of value, with its article, for messages.
    #[must_use]
    pub const fn describe(&self) -> &'static str {
        match &self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}
