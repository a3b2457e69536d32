//! Why an operation gave nothing back.

use std::error::Error as StdError;
use std::fmt;

use super::{CredentialsError, RawResponse, RequestError};
use crate::types::runtime::DecodeError;

/// Why an operation gave nothing back. `E` is what the description says of its error answers.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E> {
    /// The service answered with an error that the description declares.
    Api {
        /// The status.
        status: u16,
        /// The error.
        error: Box<E>,
        /// The answer as it came.
        raw: RawResponse,
    },
    /// The answer has a status or a media type that the description does not declare.
    Undeclared(RawResponse),
    /// The answer is not of the shape that the description declares.
    Decode {
        /// Where and how it differs.
        error: DecodeError,
        /// The answer as it came.
        raw: RawResponse,
    },
    /// The answer is larger than the client lets answers be.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// No answer came in time.
    Timeout(reqwest::Error),
    /// The service could not be reached, or the connection broke.
    Transport(reqwest::Error),
    /// No credential could be had; nothing was sent to the service.
    Credentials(CredentialsError),
    /// The request cannot be written in the way that the description asks for.
    Request(RequestError),
    /// A page names an earlier page as its next one.
    PageLoop {
        /// The parameter with which the pages would go round, as it would be sent.
        parameter: String,
    },
}

impl<E> Error<E> {
    /// The status of the answer, where there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.raw().map(RawResponse::status)
    }

    /// The answer as it came, where there was one.
    #[must_use]
    pub fn raw(&self) -> Option<&RawResponse> {
        match self {
            Self::Api { raw, .. } | Self::Undeclared(raw) | Self::Decode { raw, .. } => Some(raw),
            _ => None,
        }
    }

    /// The error that the service answered with, where the description declares it.
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
            Self::Api { status, .. } => write!(f, "the service answered with status {status}"),
            Self::Undeclared(raw) => undeclared(raw, f),
            Self::Decode { raw, .. } => {
                write!(f, "the answer with status {} cannot be read", raw.status())
            }
            Self::TooLarge { limit } => write!(f, "the answer is larger than {limit} bytes"),
            Self::Timeout(_) => f.write_str("no answer came in time"),
            Self::Transport(_) => f.write_str("the service could not be reached"),
            Self::Credentials(_) => f.write_str("no credential could be had"),
            Self::Request(_) => f.write_str("the request cannot be written"),
            Self::PageLoop { parameter } => {
                write!(f, "the pages go round: `{parameter}` was sent before")
            }
        }
    }
}

fn undeclared(raw: &RawResponse, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let status = raw.status();
    match raw.header("content-type") {
        Some(media) => write!(
            f,
            "the answer is not declared: status {status} with {media:?}"
        ),
        None => write!(f, "the answer is not declared: status {status}"),
    }
}

impl<E: fmt::Debug> StdError for Error<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Decode { error, .. } => Some(error),
            Self::Timeout(error) | Self::Transport(error) => Some(error),
            Self::Credentials(error) => Some(error),
            Self::Request(error) => Some(error),
            _ => None,
        }
    }
}

/// What can go wrong with any operation: [`Error`] without the part that differs.
#[derive(Debug)]
pub(crate) enum Failure {
    TooLarge { limit: usize },
    Timeout(reqwest::Error),
    Transport(reqwest::Error),
    Credentials(CredentialsError),
    Request(RequestError),
}

impl<E> From<Failure> for Error<E> {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::TooLarge { limit } => Self::TooLarge { limit },
            Failure::Timeout(error) => Self::Timeout(error),
            Failure::Transport(error) => Self::Transport(error),
            Failure::Credentials(error) => Self::Credentials(error),
            Failure::Request(error) => Self::Request(error),
        }
    }
}

/// The address is left out of what is shown: an API key can be in its query.
impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
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
