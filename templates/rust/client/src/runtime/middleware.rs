//! Middleware: code that runs around every attempt to send a request.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use reqwest::header::HeaderMap;

use super::RawResponse;
use super::attempt::Attempt;
use super::error::Failure;
use super::send::Boxed;

/// What a middleware returns: the response that [`Next::run`] has returned, or an error.
pub type AttemptFuture<'a> = Boxed<'a, Result<AttemptResponse, AttemptError>>;

/// Code that runs around every attempt: the first, each retry, each page, each resumption of a
/// stream, and each request for a token, which is nested in the attempt that needs it.
///
/// It sees no secret, because credentials are added inside of [`Next::run`]. Who needs the complete
/// request uses [`ClientBuilder::http_client`](super::ClientBuilder::http_client).
pub trait Middleware: fmt::Debug + Send + Sync {
    /// Runs around an attempt. An error that it returns fails the call, which is not retried unless
    /// the error is that of the attempt itself.
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a>;
}

/// Sends a request with its credentials.
pub(super) trait Last: Send {
    /// Sends the request with further header fields.
    fn send<'s>(&'s mut self, headers: &'s HeaderMap) -> Boxed<'s, Result<RawResponse, Failure>>;
}

/// The rest of an attempt: the middleware inside of this one, and then the request itself.
pub struct Next<'a> {
    rest: &'a [Arc<dyn Middleware>],
    last: &'a mut (dyn Last + 'a),
}

impl<'a> Next<'a> {
    pub(super) fn new(rest: &'a [Arc<dyn Middleware>], last: &'a mut (dyn Last + 'a)) -> Self {
        Self { rest, last }
    }

    /// Sends the request, and returns the response.
    ///
    /// # Errors
    /// The future fails if there is no response.
    pub fn run<'b>(self, attempt: &'b mut Attempt) -> AttemptFuture<'b>
    where
        'a: 'b,
    {
        let Some((first, rest)) = self.rest.split_first() else {
            let sending = self.last.send(attempt.headers());
            return Box::pin(async move {
                let raw = sending.await.map_err(AttemptError)?;
                Ok(AttemptResponse(raw))
            });
        };
        first.handle(attempt, Next::new(rest, self.last))
    }
}

impl fmt::Debug for Next<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next")
            .field("middleware", &self.rest)
            .finish_non_exhaustive()
    }
}

/// The response of an attempt, without its body, which can be a secret.
#[derive(Debug)]
pub struct AttemptResponse(pub(super) RawResponse);

impl AttemptResponse {
    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.0.status()
    }

    /// Returns the header fields.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.0.headers()
    }
}

/// The reason that an attempt has no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttemptErrorKind {
    /// No response came in time.
    Timeout,
    /// The service could not be reached, or the connection broke.
    Connection,
    /// The credentials are not available.
    Credentials,
    /// Anything else.
    Other,
}

impl AttemptErrorKind {
    /// Returns the kind as the log shows it; `None` for other errors.
    pub(super) const fn shown(self) -> Option<&'static str> {
        match self {
            Self::Timeout => Some("timeout"),
            Self::Connection => Some("connection"),
            Self::Credentials => Some("credentials"),
            Self::Other => None,
        }
    }
}

/// An error of an attempt, which has no response.
#[derive(Debug)]
pub struct AttemptError(pub(super) Failure);

impl AttemptError {
    /// Creates an error of a middleware, with which the call fails.
    pub fn new(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(Failure::Middleware(error.into()))
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> AttemptErrorKind {
        match &self.0 {
            Failure::Timeout(_) => AttemptErrorKind::Timeout,
            Failure::Transport(_) => AttemptErrorKind::Connection,
            Failure::Credentials(_) => AttemptErrorKind::Credentials,
            _ => AttemptErrorKind::Other,
        }
    }
}

impl fmt::Display for AttemptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind() {
            AttemptErrorKind::Timeout => "no response arrived in time",
            AttemptErrorKind::Connection => "there was no connection, or it broke",
            AttemptErrorKind::Credentials => "could not obtain credentials",
            AttemptErrorKind::Other => "the attempt failed",
        })
    }
}

impl StdError for AttemptError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.cause()
    }
}
