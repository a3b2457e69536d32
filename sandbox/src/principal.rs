//! Who calls.

use types::Scope;

/// A client of an organization, made out by its credential.
#[derive(Debug, Clone)]
pub struct Principal {
    /// The organization: the only one whose resources it can reach.
    pub org: String,
    /// The API client (not the OAuth client id).
    pub api_client: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// The person on whose behalf it acts (`authorization_code`), if any.
    pub subject: Option<String>,
}

impl Principal {
    /// Whether it may do all of that.
    #[must_use]
    pub fn may(&self, scopes: &[&str]) -> bool {
        let has = |scope: &str| self.scopes.iter().any(|held| held.as_str() == scope);
        scopes.iter().all(|scope| has(scope))
    }
}
