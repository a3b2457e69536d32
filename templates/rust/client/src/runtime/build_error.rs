//! Errors returned while setting up a client.

use std::error::Error as StdError;
use std::fmt;

use super::server::ServerError;

/// An error returned if a client cannot be set up.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The address of a server or token endpoint is not valid, or a variable in it has no value.
    Server(ServerError),
    /// The description has no security scheme of this name.
    UnknownScheme(String),
    /// The security scheme of this name takes a different kind of credentials.
    WrongCredentials(String),
    /// The description has no server with this address.
    UnknownServer(String),
    /// The default header field of this name contains characters that are not allowed.
    Header(String),
    /// This environment variable is missing, because it belongs to another one, which is set.
    Variable(&'static str),
    /// No token endpoint is configured, and the description declares none.
    NoTokenUrl,
    /// The HTTP client cannot be set up.
    Http(reqwest::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server(_) => f.write_str("a server address is not valid"),
            Self::UnknownScheme(name) => {
                write!(f, "the description has no security scheme `{name}`")
            }
            Self::WrongCredentials(name) => {
                write!(
                    f,
                    "the security scheme `{name}` takes a different kind of credentials"
                )
            }
            Self::UnknownServer(address) => write!(f, "the description has no server `{address}`"),
            Self::Header(name) => write!(
                f,
                "the default header field `{name}` contains characters that are not allowed"
            ),
            Self::Variable(name) => write!(
                f,
                "the environment variable `{name}` is missing, without which another one has no use"
            ),
            Self::NoTokenUrl => {
                f.write_str("the description has no token endpoint: set `token_url`")
            }
            Self::Http(_) => f.write_str("could not set up the HTTP client"),
        }
    }
}

impl StdError for BuildError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Server(error) => Some(error),
            Self::Http(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ServerError> for BuildError {
    fn from(error: ServerError) -> Self {
        Self::Server(error)
    }
}

impl From<reqwest::Error> for BuildError {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error)
    }
}
