//! The configuration of the OAuth 2.0 client credentials grant.

use std::time::Duration;

use url::form_urlencoded::Serializer;

use super::Secret;
use super::server::{ServerError, Servers};

/// The client's own credentials, which are exchanged for access tokens (RFC 6749 §4.4).
///
/// A token is reused until shortly before it expires or until the service rejects it. Concurrent
/// requests share one token request.
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
    /// Creates credentials from a client ID and its secret.
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

    /// Sets the token endpoint if it differs from the one in the description. Server variables in
    /// it, such as `{auth_url}`, are replaced.
    pub fn token_url(mut self, url: impl Into<String>) -> Self {
        self.token_url = Some(url.into());
        self
    }

    /// Sets the service that tokens are requested for (`resource` of RFC 8707). Server variables in
    /// it are replaced.
    pub fn resource(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into());
        self
    }

    /// Sets the scopes that are requested, separated by spaces (RFC 6749 §3.3).
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Sets how long before its expiry a token is replaced; 30 s by default, and never more than
    /// half of its lifetime.
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
