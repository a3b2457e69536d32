//! The addresses of the service, and the audiences of tokens.

use super::error::OAuthError;

/// The addresses of the service, without trailing slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// The resource host.
    pub base_url: String,
    /// The token host; also the issuer of its tokens (RFC 8414 §2).
    pub auth_url: String,
}

impl Addresses {
    /// The MCP endpoint (interface §1).
    #[must_use]
    pub fn mcp(&self) -> String {
        format!("{}/mcp", self.auth_url)
    }

    /// Returns an address of the token host.
    pub(super) fn of(&self, path: &str) -> String {
        format!("{}{path}", self.auth_url)
    }

    /// Returns whether browsers reach the token host with TLS.
    pub(super) fn is_secure(&self) -> bool {
        self.auth_url.starts_with("https://")
    }

    /// Returns all possible audiences of a token.
    pub(super) fn audiences(&self) -> [String; 3] {
        [self.base_url.clone(), self.auth_url.clone(), self.mcp()]
    }

    /// Returns the audience of a requested token (RFC 8707 §2): the resource host by default. A
    /// trailing slash is tolerated, because many URL libraries add one.
    pub(super) fn audience(&self, resource: Option<&str>) -> Result<String, OAuthError> {
        let Some(resource) = resource else {
            return Ok(self.base_url.clone());
        };
        let asked = resource.strip_suffix('/').unwrap_or(resource);
        let known = self.audiences().into_iter().find(|known| known == asked);
        known.ok_or_else(|| {
            let places = self.audiences().join(", ");
            OAuthError::invalid_target(format!(
                "There is no such resource. Ask for one of {places}."
            ))
        })
    }
}
