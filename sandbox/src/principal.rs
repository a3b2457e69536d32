//! The authenticated caller.

use types::Scope;

/// A client of an organization, identified by its credential.
#[derive(Debug, Clone)]
pub struct Principal {
    /// The organization, whose resources are the only ones that it can reach.
    pub org: String,
    /// The API client (not the OAuth client id).
    pub api_client: String,
    /// The granted scopes.
    pub scopes: Vec<Scope>,
    /// The person on whose behalf it acts (`authorization_code`), if any.
    pub subject: Option<String>,
}

impl Principal {
    /// Returns whether it has all of these scopes.
    #[must_use]
    pub fn may(&self, scopes: &[&str]) -> bool {
        let has = |scope: &str| self.scopes.iter().any(|held| held.as_str() == scope);
        scopes.iter().all(|scope| has(scope))
    }
}

/// A caller that another part of this process has authenticated: an extension of a request that
/// does not come over the network. Clients cannot send one.
#[derive(Debug, Clone)]
pub struct Verified(Principal);

impl Verified {
    /// Wraps the owner of a verified credential.
    #[must_use]
    pub const fn new(principal: Principal) -> Self {
        Self(principal)
    }

    /// Returns the caller.
    #[must_use]
    pub const fn principal(&self) -> &Principal {
        &self.0
    }
}
