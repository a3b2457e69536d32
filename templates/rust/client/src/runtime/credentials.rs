//! The kinds of credentials.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::credentials_error::CredentialsError;
use super::{ClientCredentials, Secret};

/// A credential, as configured by the caller.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Credentials {
    /// A bearer token or an API key.
    Secret(Secret),
    /// A user name and a password.
    Basic {
        /// The user name.
        username: String,
        /// The password.
        password: Secret,
    },
    /// The client's own OAuth 2.0 credentials, which are exchanged for tokens.
    ClientCredentials(ClientCredentials),
    /// A token provider implemented by the caller.
    Provider(Arc<dyn TokenProvider>),
}

impl Credentials {
    /// Creates credentials from a user name and a password.
    pub fn basic(username: impl Into<String>, password: impl Into<Secret>) -> Self {
        Self::Basic {
            username: username.into(),
            password: password.into(),
        }
    }
}

impl From<Secret> for Credentials {
    fn from(secret: Secret) -> Self {
        Self::Secret(secret)
    }
}

impl From<&str> for Credentials {
    fn from(secret: &str) -> Self {
        Self::Secret(secret.into())
    }
}

impl From<String> for Credentials {
    fn from(secret: String) -> Self {
        Self::Secret(secret.into())
    }
}

impl From<ClientCredentials> for Credentials {
    fn from(credentials: ClientCredentials) -> Self {
        Self::ClientCredentials(credentials)
    }
}

/// A future of a token.
pub type TokenFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Secret, Box<dyn StdError + Send + Sync>>> + Send + 'a>>;

/// A source of tokens, implemented by the caller.
pub trait TokenProvider: fmt::Debug + Send + Sync {
    /// Returns a token. This is called before every request, so cache the token. `refused` is the
    /// token that the service has just rejected with 401, if any.
    fn token<'a>(&'a self, refused: Option<&'a Secret>) -> TokenFuture<'a>;
}

/// Obtains a token from the caller's provider.
pub(super) async fn provided(
    provider: &dyn TokenProvider,
    refused: Option<&Secret>,
) -> Result<Secret, CredentialsError> {
    let token = provider.token(refused).await;
    token.map_err(|error| CredentialsError::Provider(error.into()))
}
