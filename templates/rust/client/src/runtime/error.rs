//! Errors returned by operations.

use std::error::Error as StdError;
use std::fmt;

use super::message::quoted;
use super::{CredentialsError, RawResponse, RequestError, StreamError, TransportError};
use crate::types::runtime::DecodeError;

/// An error returned by an operation. `E` holds the error responses that the description declares.
///
/// The text begins with the operation, limits what it quotes of a response, and shows no secret.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E> {
    /// The service returned an error that the description declares.
    Api {
        /// The status.
        status: u16,
        /// The error.
        error: Box<E>,
        /// The message: operation, status, and what the response reports.
        message: String,
        /// The response as received.
        raw: RawResponse,
    },
    /// The response has a status or a media type that the description does not declare.
    Undeclared {
        /// The message: operation, status, and what the response reports.
        message: String,
        /// The response as received.
        raw: RawResponse,
    },
    /// The response does not have the shape that the description declares.
    Decode {
        /// The operationId.
        operation: &'static str,
        /// Where and how the response differs.
        error: DecodeError,
        /// The response as received.
        raw: RawResponse,
    },
    /// The response is larger than the limit of the client.
    TooLarge {
        /// The operationId.
        operation: &'static str,
        /// The limit, in bytes.
        limit: usize,
    },
    /// No response came in time.
    Timeout {
        /// The operationId.
        operation: &'static str,
        /// The cause.
        error: TransportError,
    },
    /// The service could not be reached, or the connection broke.
    Transport {
        /// The operationId.
        operation: &'static str,
        /// The cause.
        error: TransportError,
    },
    /// The credentials are not available; nothing was sent to the service.
    Credentials {
        /// The operationId.
        operation: &'static str,
        /// The cause.
        error: CredentialsError,
    },
    /// The request cannot be encoded in the way that the description requires.
    Request {
        /// The operationId.
        operation: &'static str,
        /// The cause.
        error: RequestError,
    },
    /// A stream was cut off, or could not be opened.
    Stream {
        /// The operationId.
        operation: &'static str,
        /// The reason.
        error: StreamError,
    },
    /// A middleware failed.
    Middleware {
        /// The operationId.
        operation: &'static str,
        /// The error that the middleware returned.
        error: Box<dyn StdError + Send + Sync>,
    },
    /// The list refers back to a page that was already requested.
    PageLoop {
        /// The operationId.
        operation: &'static str,
        /// The parameter whose value would repeat a page, as it would be sent.
        parameter: String,
    },
}

impl<E> Error<E> {
    /// Returns the status of the response, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.raw().map(RawResponse::status)
    }

    /// Returns the response as received, if there was one.
    #[must_use]
    pub fn raw(&self) -> Option<&RawResponse> {
        match self {
            Self::Api { raw, .. } | Self::Undeclared { raw, .. } | Self::Decode { raw, .. } => {
                Some(raw)
            }
            _ => None,
        }
    }

    /// Returns the error response, if the description declares it.
    #[must_use]
    pub fn api(&self) -> Option<&E> {
        match self {
            Self::Api { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl<E> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api { message, .. } | Self::Undeclared { message, .. } => f.write_str(message),
            Self::Decode { operation, raw, .. } => {
                let status = raw.status();
                write!(
                    f,
                    "{operation}: the response with status {status} cannot be read"
                )
            }
            Self::TooLarge { operation, limit } => write!(
                f,
                "{operation}: the response is larger than {limit} bytes; raise `response_limit` to \
                 allow more"
            ),
            Self::Timeout { operation, error } | Self::Transport { operation, error } => {
                write!(f, "{operation}: {error}")
            }
            Self::Credentials { operation, .. } => {
                write!(f, "{operation}: could not obtain credentials")
            }
            Self::Request { operation, .. } => {
                write!(f, "{operation}: the request cannot be written")
            }
            Self::Stream { operation, error } => write!(f, "{operation}: {error}"),
            Self::Middleware { operation, .. } => write!(f, "{operation}: a middleware failed"),
            Self::PageLoop {
                operation,
                parameter,
            } => write!(
                f,
                "{operation}: the list repeats a page: `{}` was requested before",
                quoted(parameter)
            ),
        }
    }
}

impl<E: fmt::Debug> StdError for Error<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Decode { error, .. } => Some(error),
            Self::Timeout { error, .. } | Self::Transport { error, .. } => Some(error),
            Self::Credentials { error, .. } => Some(error),
            Self::Request { error, .. } => Some(error),
            Self::Middleware { error, .. } => Some(&**error),
            _ => None,
        }
    }
}

/// An error of any operation: [`Error`] without the variants that depend on its type.
#[derive(Debug)]
pub(crate) enum Failure {
    TooLarge { limit: usize },
    Timeout(TransportError),
    Transport(TransportError),
    Credentials(CredentialsError),
    Request(RequestError),
    Stream(StreamError),
    Middleware(Box<dyn StdError + Send + Sync>),
}

impl Failure {
    /// Returns the error that caused the failure, if any.
    pub(super) fn cause(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::TooLarge { .. } => None,
            Self::Timeout(error) | Self::Transport(error) => Some(error),
            Self::Credentials(error) => Some(error),
            Self::Request(error) => Some(error),
            Self::Stream(error) => Some(error),
            Self::Middleware(error) => Some(&**error),
        }
    }

    /// Converts the failure to an error of `operation`.
    pub(super) fn of<E>(self, operation: &'static str) -> Error<E> {
        match self {
            Self::TooLarge { limit } => Error::TooLarge { operation, limit },
            Self::Timeout(error) => Error::Timeout { operation, error },
            Self::Transport(error) => Error::Transport { operation, error },
            Self::Credentials(error) => Error::Credentials { operation, error },
            Self::Request(error) => Error::Request { operation, error },
            Self::Stream(error) => Error::Stream { operation, error },
            Self::Middleware(error) => Error::Middleware { operation, error },
        }
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        TransportError::from(error).into()
    }
}

impl From<TransportError> for Failure {
    fn from(error: TransportError) -> Self {
        if error.is_timeout() {
            Self::Timeout(error)
        } else {
            Self::Transport(error)
        }
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Self::Request(error)
    }
}

impl From<CredentialsError> for Failure {
    fn from(error: CredentialsError) -> Self {
        Self::Credentials(error)
    }
}
