//! The ways in which the answers of a deployment are changed.

use serde::{Deserialize, Serialize};

/// A way to change an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Statuses, redirects, header fields, framing, codings, and answers that break off.
    Wire,
    /// Wrong JSON, and wrong frames of streams.
    Content,
    /// HTML, Markdown, control characters and commands of terminals in every text.
    Texts,
    /// The credentials of the request in every text.
    Echo,
    /// Links that lead in circles or to other origins.
    Links,
    /// Metadata and challenges that name other origins.
    Metadata,
    /// Ids that are long, repeated, or contain what addresses are built from.
    Ids,
    /// Numbers that few types can hold.
    Numbers,
    /// Much more than was asked for.
    Bulk,
    /// Waits before, in and after bodies.
    Slow,
    /// Requests to come again, soon or in a thousand years.
    Later,
    /// The answer to an earlier request.
    Swap,
}

impl Kind {
    /// All ways.
    pub const ALL: [Self; 12] = [
        Self::Wire,
        Self::Content,
        Self::Texts,
        Self::Echo,
        Self::Links,
        Self::Metadata,
        Self::Ids,
        Self::Numbers,
        Self::Bulk,
        Self::Slow,
        Self::Later,
        Self::Swap,
    ];
}
