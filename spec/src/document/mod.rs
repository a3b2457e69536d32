//! A document as it stands in its files: a tree that remembers where everything is.

mod json;
mod loader;
mod pointer;
mod scalar;
mod yaml;

use indexmap::IndexMap;

pub use self::loader::{Budget, Documents};
use crate::source::Span;

/// A value and its place.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where the value stands.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A JSON value (RFC 8259 §3) that has lost nothing of its text.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written: `1.0` and `1` are not the same text.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// An array.
    Array(Vec<Node>),
    /// An object.
    Object(Object),
}

/// An object, in the order of its file. The first of two equal names stays.
#[derive(Debug, Clone, Default)]
pub struct Object {
    members: IndexMap<Box<str>, Member>,
}

#[derive(Debug, Clone)]
struct Member {
    name_span: Span,
    node: Node,
}

impl Node {
    /// The member `name` of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name)
    }

    /// The object, if it is one.
    #[must_use]
    pub const fn as_object(&self) -> Option<&Object> {
        match &self.value {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The items, if it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value without its places. A number that no JSON number can hold becomes its text.
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

    /// The kind of value, with its article, for messages.
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

impl Object {
    /// The value of the member `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.members.get(name).map(|member| &member.node)
    }

    /// Where the name `name` stands.
    #[must_use]
    pub fn name_span(&self, name: &str) -> Option<Span> {
        self.members.get(name).map(|member| member.name_span)
    }

    /// The members, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Node)> {
        self.members
            .iter()
            .map(|(name, member)| (&**name, &member.node))
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a member, unless there is one of that name already: then nothing changes, and what
    /// clashed is given back.
    pub(crate) fn insert(&mut self, name: Box<str>, name_span: Span, node: Node) -> Option<Clash> {
        match self.members.entry(name) {
            indexmap::map::Entry::Occupied(first) => Some(Clash {
                name: first.key().to_string(),
                first_span: first.get().name_span,
                first: first.get().node.clone(),
                second: node,
            }),
            indexmap::map::Entry::Vacant(place) => {
                place.insert(Member { name_span, node });
                None
            }
        }
    }
}

/// Two members of one name.
pub(crate) struct Clash {
    pub(crate) name: String,
    pub(crate) first_span: Span,
    pub(crate) first: Node,
    pub(crate) second: Node,
}
