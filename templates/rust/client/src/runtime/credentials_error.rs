//! Errors of obtaining credentials.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use super::RawResponse;

/// An error returned if the credentials for a request are not available.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum CredentialsError {
    /// No credentials are configured that the operation accepts.
    Missing {
        /// The operationId.
        operation: &'static str,
    },
    /// The operation is on a server of another site than the API's. The client sends credentials
    /// there only if the address is set with `server`.
    Elsewhere {
        /// The operationId.
        operation: &'static str,
        /// The address in the description.
        server: &'static str,
    },
    /// The token endpoint answered with an error (RFC 6749 §5.2).
    Refused {
        /// The error code, such as `invalid_client`, if the response has one.
        code: Option<String>,
        /// The status, code and description of the response.
        message: String,
        /// The response as received.
        raw: RawResponse,
    },
    /// The response of the token endpoint does not conform to RFC 6749 §5.1.
    Malformed {
        /// What is wrong with it.
        reason: &'static str,
        /// The response as received.
        raw: RawResponse,
    },
    /// The token endpoint could not be reached.
    Unreachable(Arc<dyn StdError + Send + Sync>),
    /// The token provider failed.
    Provider(Arc<dyn StdError + Send + Sync>),
    /// The credential contains characters that are not allowed where it is sent.
    Unwritable,
}

impl fmt::Display for CredentialsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { operation } => {
                write!(f, "no credential that {operation} accepts is configured")
            }
            Self::Elsewhere { operation, server } => write!(
                f,
                "{operation} goes to {server}, which is not on the site of the API: to send \
                 credentials there, set its address with `server`"
            ),
            Self::Refused { message, .. } => f.write_str(message),
            Self::Malformed { reason, .. } => {
                write!(
                    f,
                    "the response of the token endpoint cannot be used: {reason}"
                )
            }
            Self::Unreachable(_) => f.write_str("the token endpoint could not be reached"),
            Self::Provider(_) => f.write_str("the token provider failed"),
            Self::Unwritable => {
                f.write_str("the credential contains characters that are not allowed")
            }
        }
    }
}

impl StdError for CredentialsError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Unreachable(error) | Self::Provider(error) => Some(&**error),
            _ => None,
        }
    }
}
