//! Results of calls of the generated client.

use std::error::Error as _;
use std::fmt::{Debug, Write as _};

use client::Error;
use client::runtime::{Items, RawResponse};
use serde::Serialize;
use serde_json::Value;

use crate::glue::encode;

/// The result for a declared response.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The name of the response.
    pub answer: &'static str,
    /// Whether it is an error.
    pub is_error: bool,
    /// The status that the client reports.
    pub status: u16,
    /// The body, encoded again.
    pub body: Value,
    /// The response as received.
    pub raw: RawResponse,
    /// The text of the error, if it is one.
    pub message: Option<String>,
}

impl Outcome {
    pub(crate) fn new(answer: &'static str, status: u16, raw: &RawResponse, body: Value) -> Self {
        let raw = raw.clone();
        Self {
            answer,
            is_error: false,
            status,
            body,
            raw,
            message: None,
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a call can fail as well")]
    pub(crate) fn value(self) -> Result<Self, Failure> {
        Ok(self)
    }

    #[expect(clippy::unnecessary_wraps, reason = "a call can fail as well")]
    pub(crate) fn error(mut self, message: String) -> Result<Self, Failure> {
        self.is_error = true;
        self.message = Some(message);
        Ok(self)
    }

    pub(crate) fn unexpected(found: &dyn Debug) -> Result<Self, Failure> {
        panic!("the client gave back something else: {found:?}")
    }
}

/// The result if there is no declared response.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The response as received, if there was one.
    pub raw: Option<RawResponse>,
    /// The text of the error.
    pub message: String,
    /// Everything that it displays: its text, its debug form, and those of its causes.
    pub shown: String,
}

/// The kinds of failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FailureKind {
    /// The response is a declared error. Only lists end with it; calls return it.
    Declared,
    /// The response is not declared.
    Undeclared,
    /// The response cannot be decoded at this JSON Pointer (RFC 6901).
    Unreadable(String),
    /// No response arrived in time.
    Timeout,
    /// There was no connection, or it was closed.
    Transport,
    /// There was no credential.
    Credentials,
    /// A page links to itself, or to an earlier page.
    PageLoop,
    /// The request cannot be encoded.
    Request,
    /// The response is too large.
    Other,
}

impl Failure {
    pub(crate) fn of<E: Debug>(error: &Error<E>) -> Self {
        Self {
            kind: match error {
                Error::Api { .. } => FailureKind::Declared,
                Error::Undeclared { .. } => FailureKind::Undeclared,
                Error::Decode { error, .. } => FailureKind::Unreadable(error.pointer().to_owned()),
                Error::Timeout { .. } => FailureKind::Timeout,
                Error::Transport { .. } => FailureKind::Transport,
                Error::Credentials { .. } => FailureKind::Credentials,
                Error::PageLoop { .. } => FailureKind::PageLoop,
                Error::Request { .. } => FailureKind::Request,
                _ => FailureKind::Other,
            },
            raw: error.raw().cloned(),
            message: error.to_string(),
            shown: shown(error),
        }
    }
}

fn shown<E: Debug>(error: &Error<E>) -> String {
    let mut text = format!("{error}\n{error:?}\n{error:#?}");
    let mut cause = error.source();
    while let Some(error) = cause {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{error}\n{error:?}");
        cause = error.source();
    }
    text
}

/// The result of a list.
#[derive(Debug, Clone)]
pub struct Streamed {
    /// The items, encoded again.
    pub items: Vec<Value>,
    /// The failure that ended it, if there was one.
    pub failure: Option<Failure>,
}

impl Streamed {
    pub(crate) async fn of<T: Serialize, E: Debug>(mut list: Items<T, E>) -> Self {
        let mut items = Vec::new();
        loop {
            match list.next().await {
                Some(Ok(item)) => items.push(encode(&item)),
                ended => {
                    let failure = ended.and_then(Result::err);
                    let failure = failure.as_ref().map(Failure::of);
                    return Self { items, failure };
                }
            }
        }
    }
}
