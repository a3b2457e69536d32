//! A client's own OAuth 2.0 credentials, as they are configured.

use std::time::Duration;

use url::form_urlencoded::Serializer;

use super::Secret;
use super::server::{ServerError, Servers};

/// The client's own credentials, which are exchanged for tokens.
///
/// A token is kept until shortly before it expires or the service refuses it. No matter how many
/// requests want one at the same time, it is requested once.
#[derive(Debug, Clone)]
#[must_use]
pub struct ClientCredentials {
    id: String,
    pub(super) secret: Secret,
    pub(super) token_url: Option<String>,
    resource: Option<String>,
    scope: Option<String>,
    pub(super) margin: Duration,
}

impl ClientCredentials {
    /// Returns a client ID and its secret.
    pub fn new(id: impl Into<String>, secret: impl Into<Secret>) -> Self {
        Self {
            id: id.into(),
            secret: secret.into(),
            token_url: None,
            resource: None,
            scope: None,
            margin: Duration::from_secs(30),
        }
    }

    /// Sets the token endpoint, if it is not that of the description. Server variables in it, such
    /// as `{auth_url}`, are replaced.
    pub fn token_url(mut self, url: impl Into<String>) -> Self {
        self.token_url = Some(url.into());
        self
    }

    /// The service that tokens are for (RFC 8707). Server variables in it are replaced.
    pub fn resource(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into());
        self
    }

    /// The scopes that tokens are for, separated by spaces (RFC 6749 §3.3).
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Sets how long before its end a token is no longer used; 30 s by default, and never more than
    /// half of its life.
    pub fn margin(mut self, margin: Duration) -> Self {
        self.margin = margin;
        self
    }

    /// Returns the body of a token request.
    pub(super) fn form(&self, servers: &Servers) -> Result<Secret, ServerError> {
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials");
        form.append_pair("client_id", &self.id);
        form.append_pair("client_secret", self.secret.expose());
        if let Some(resource) = &self.resource {
            form.append_pair("resource", &servers.expand(resource)?);
        }
        if let Some(scope) = &self.scope {
            form.append_pair("scope", scope);
        }
        Ok(form.finish().into())
    }
}
