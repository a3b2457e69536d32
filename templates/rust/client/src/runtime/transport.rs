//! How requests are sent, which users can replace.

use std::error::Error as StdError;
use std::fmt;

use super::send::Boxed;

/// What a [`Transport`] knows requests for tokens by.
pub const TOKEN_ENDPOINT: &str = "the token endpoint";

/// A future of a response whose body may still be under way.
pub type TransportFuture<'a> = Boxed<'a, Result<reqwest::Response, TransportError>>;

/// Sends requests: by default with `reqwest`, in tests without a network
/// (`testing::TestService`).
///
/// The client adds credentials, retries and time limits around it, so a transport only sends. It
/// must not follow redirects, which could leak credentials to another server.
pub trait Transport: fmt::Debug + Send + Sync {
    /// Sends a request of an operation once: the operationId, `request`, or
    /// [`TOKEN_ENDPOINT`]. Dropping the future cancels it.
    fn send(&self, request: reqwest::Request, operation: &'static str) -> TransportFuture<'_>;
}

/// What went wrong on the way to a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransportErrorKind {
    /// The service could not be reached, so the request never left.
    Connect,
    /// The connection broke after the request had left, or while the response arrived.
    Broken,
    /// No response arrived in time.
    Timeout,
    /// The transport does not send this request, which is not retried.
    Refused,
}

/// An error on the way to a response.
#[derive(Debug)]
pub struct TransportError {
    kind: TransportErrorKind,
    /// Whether the request never left, also if that took too long.
    is_connect: bool,
    source: Box<dyn StdError + Send + Sync>,
}

impl TransportError {
    /// Creates an error with its cause. Its texts must not contain secrets of the request.
    pub fn new(
        kind: TransportErrorKind,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self {
            kind,
            is_connect: kind == TransportErrorKind::Connect,
            source: source.into(),
        }
    }

    /// Returns what went wrong.
    #[must_use]
    pub fn kind(&self) -> TransportErrorKind {
        self.kind
    }

    /// Returns whether the request never left.
    #[must_use]
    pub fn is_connect(&self) -> bool {
        self.is_connect
    }

    /// Returns whether no response arrived in time.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        self.kind == TransportErrorKind::Timeout
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TransportErrorKind::Connect => f.write_str("the service could not be reached"),
            TransportErrorKind::Broken => f.write_str("the connection broke"),
            TransportErrorKind::Timeout => f.write_str("no response arrived in time"),
            TransportErrorKind::Refused => write!(f, "{}", self.source),
        }
    }
}

impl StdError for TransportError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}

/// The address is removed from the error because an API key can be in its query.
impl From<reqwest::Error> for TransportError {
    fn from(error: reqwest::Error) -> Self {
        let is_connect = error.is_connect();
        let kind = match is_connect {
            _ if error.is_timeout() => TransportErrorKind::Timeout,
            true => TransportErrorKind::Connect,
            false => TransportErrorKind::Broken,
        };
        Self {
            kind,
            is_connect,
            source: Box::new(error.without_url()),
        }
    }
}
