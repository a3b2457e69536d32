//! What is kept of each difference.

use spec::model::{SchemaId, Status};

use super::shape::Shape;
use crate::redact::Redactor;
use conformance_core::description::OperationId;
use conformance_core::validate::Sample;

/// A difference from the description, and the place where it belongs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// A property of an object.
    Field(SchemaId, Name),
    /// A value of an enumeration.
    EnumValue(SchemaId, Name),
    /// A value of a discriminator.
    UnionMember(SchemaId, Name),
    /// A status of an operation, and the media type of its body.
    Status(OperationId, u16, Option<Name>),
    /// A header field of a response.
    Header(OperationId, Status, Name),
    /// A method of the path of an operation.
    Operation(OperationId, spec::model::Method),
    /// A header field that announces a sunset, on a response of an operation.
    Sunset(OperationId, Status, &'static str),
}

/// A name from the deployment, cut at a maximum length.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    /// The name, or its start.
    pub(super) text: String,
    /// Whether the name was kept in full.
    pub(super) whole: bool,
}

impl Name {
    const CHARACTERS: usize = 256;

    /// How many characters of a name are searched for secrets: none is longer.
    const SEARCHED: usize = 16 * 1024;

    /// Returns a name without secrets. They are removed before it is cut, which could split one.
    pub(super) fn new(text: &str, redactor: &Redactor) -> Self {
        let searched = text.char_indices().nth(Self::SEARCHED);
        let start = searched.map_or(text, |(at, _)| &text[..at]);
        let text = redactor.text(start);
        let end = text.char_indices().nth(Self::CHARACTERS);
        let end = end.map_or(text.len(), |(at, _)| at);
        Self {
            text: text[..end].to_owned(),
            whole: end == text.len() && searched.is_none(),
        }
    }
}

/// What was seen of a difference.
#[derive(Debug, Clone, Default)]
pub(super) struct Entry {
    pub(super) count: u64,
    /// The first operation, in the order of the description, that showed the difference.
    pub(super) operation: Option<OperationId>,
    pub(super) shape: Shape,
}

impl Entry {
    pub(super) fn add(&mut self, operation: Option<OperationId>, sample: Option<&Sample>) {
        self.count = self.count.saturating_add(1);
        self.operation = match (self.operation, operation) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        if let Some(sample) = sample {
            self.shape.add(sample);
        }
    }
}
