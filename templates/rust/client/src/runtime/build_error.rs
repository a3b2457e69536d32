//! Why a client cannot be set up.

use std::error::Error as StdError;
use std::fmt;

use super::server::ServerError;

/// A client cannot be set up.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The address of a server, or of a token endpoint, cannot be had.
    Server(ServerError),
    /// The description has no security scheme of this name.
    UnknownScheme(String),
    /// The security scheme of this name takes another kind of credentials.
    WrongCredentials(String),
    /// The description has no server of this address.
    UnknownServer(String),
    /// Nothing says where tokens are had.
    NoTokenUrl,
    /// The HTTP client cannot be set up.
    Http(reqwest::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server(_) => f.write_str("the address of a server cannot be had"),
            Self::UnknownScheme(name) => write!(f, "there is no security scheme `{name}`"),
            Self::WrongCredentials(name) => {
                write!(
                    f,
                    "the security scheme `{name}` takes another kind of credentials"
                )
            }
            Self::UnknownServer(address) => write!(f, "there is no server `{address}` to replace"),
            Self::NoTokenUrl => f.write_str("nothing says where tokens are had"),
            Self::Http(_) => f.write_str("the HTTP client cannot be set up"),
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
