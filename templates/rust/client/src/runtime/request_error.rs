//! Errors of encoding a request.

use std::error::Error as StdError;
use std::fmt;

use super::server::ServerError;
use crate::types::runtime::EncodeError;

/// An error returned if a request cannot be encoded in the way that the description requires.
/// Nothing was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// A parameter has a value that its style cannot represent.
    Parameter {
        /// The name of the parameter.
        name: &'static str,
        /// The reason.
        error: EncodeError,
    },
    /// A path parameter is empty, `.` or `..`, so the request would go to another path.
    Path {
        /// The name of the parameter.
        name: String,
    },
    /// A parameter that the client can set for all calls has no value, and the operation requires
    /// one.
    Unset {
        /// The name of the parameter.
        name: &'static str,
        /// The method of the builder of the client, and of the call, that sets it.
        setting: &'static str,
    },
    /// A header field contains characters that are not allowed.
    Header {
        /// The name of the field.
        name: String,
    },
    /// A form field has a value that its style cannot represent.
    Form(EncodeError),
    /// The body cannot be written as JSON.
    Json(String),
    /// The address of the server is not valid, or a variable in it has no value.
    Server(ServerError),
    /// The address of the next page is on another origin than the list.
    Elsewhere,
    /// The method or the path of a request that the description does not describe is not valid.
    Untyped {
        /// The reason.
        reason: &'static str,
    },
    /// The call has an idempotency key, but the operation takes none.
    NoKey,
    /// The call has an idempotency key, and so has the body.
    KeyTwice {
        /// The property of the body.
        name: &'static str,
    },
    /// The items of the body were already sent by an earlier request of this call.
    Taken,
    /// The form has no file of this name, or all files of this name are streams already.
    NoFile {
        /// The name of the part.
        name: String,
    },
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { name, .. } => write!(f, "the parameter `{name}` cannot be written"),
            Self::Path { name } => {
                write!(
                    f,
                    "the path parameter `{name}` is missing, empty, `.` or `..`"
                )
            }
            Self::Unset { name, setting } => {
                write!(
                    f,
                    "the parameter `{name}` has no value: set it with `{setting}` of the builder of \
                     the client, or of the call"
                )
            }
            Self::Header { name } => {
                write!(
                    f,
                    "the header field `{name}` contains characters that are not allowed"
                )
            }
            Self::Form(_) => f.write_str("the form cannot be written"),
            Self::Json(reason) => write!(f, "the body cannot be written as JSON: {reason}"),
            Self::Server(_) => f.write_str("the server address is not valid"),
            Self::Elsewhere => f.write_str("the address of the next page is on another origin"),
            Self::Untyped { reason } => f.write_str(reason),
            Self::NoKey => f.write_str("the operation takes no idempotency key"),
            Self::KeyTwice { name } => {
                write!(f, "the body already has an idempotency key: `{name}`")
            }
            Self::Taken => f.write_str("the items of the body were already sent"),
            Self::NoFile { name } => write!(f, "the form has no file `{name}` to be streamed"),
        }
    }
}

impl StdError for RequestError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Parameter { error, .. } | Self::Form(error) => Some(error),
            Self::Server(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ServerError> for RequestError {
    fn from(error: ServerError) -> Self {
        Self::Server(error)
    }
}
