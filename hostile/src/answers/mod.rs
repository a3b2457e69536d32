//! Hostile answers to HTTP requests: drawn from a seed, or kept as JSON, and served on two ports of
//! this machine.

mod changes;
pub mod deployment;
mod draw;
mod frames;
mod json;
mod lists;
mod operations;
mod request;
mod server;
mod wire;

use serde::{Deserialize, Serialize};

pub use self::draw::{hostile, plain};
pub use self::operations::{OPERATIONS, Operation, Pages};
pub use self::request::Request;
pub use self::server::{Answers, Server};

/// A call, and the answers that it gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The operationId of the call.
    pub operation: String,
    /// The answers of the operation, in order; after the last one, the first one again.
    pub answers: Vec<Answer>,
    /// The answers of the token endpoint, in the same way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<Answer>,
}

/// An answer, as it is sent over the wire.
///
/// In the texts of an answer, `{base}` is the address of the server, `{other}` that of its second
/// port, `{authority}` and `{elsewhere}` are the same without a scheme, and `{authorization}` is the
/// credential that the request carried.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The status line and the header fields, without line breaks. Characters up to U+00FF are one
    /// byte.
    pub head: Vec<String>,
    /// The body.
    #[serde(default)]
    pub body: Vec<Piece>,
    /// What follows the body.
    #[serde(default)]
    pub end: End,
}

/// A part of a body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A text, in UTF-8.
    Text(String),
    /// Bytes that need not be a text.
    Bytes(Vec<u8>),
    /// A text a number of times.
    Repeat(String, usize),
    /// Other pieces, each in a chunk (RFC 9112 §7.1), without the last chunk.
    Chunks(Vec<Self>),
    /// Other pieces, compressed.
    Gzip(Vec<Self>),
    /// Other pieces, compressed for the content coding `deflate` (RFC 9110 §8.4.1.2).
    Deflate(Vec<Self>),
    /// A number of MiB of spaces, compressed by `gzip` to a thousandth.
    Bomb(usize),
    /// Nothing for a number of milliseconds.
    Wait(u64),
}

/// What follows the body of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The connection is closed.
    #[default]
    Close,
    /// The connection waits for another request.
    Keep,
    /// The last piece is repeated, until the client closes the connection or the server has sent
    /// enough.
    Endless,
    /// Nothing is sent, until the client closes the connection or has waited long enough.
    Silence,
}

impl Case {
    /// Returns the answers of a server to the requests of the call.
    #[must_use]
    pub fn server(&self) -> Answers {
        let case = self.clone();
        let mut counts = [0, 0];
        Box::new(move |request| {
            let is_token = request.path() == "/token";
            let list = if is_token {
                &case.tokens
            } else {
                &case.answers
            };
            let count = &mut counts[usize::from(is_token)];
            *count += 1;
            let at = (*count - 1) % list.len().max(1);
            list.get(at).cloned().unwrap_or_default()
        })
    }
}
