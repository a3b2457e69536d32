//! Caches verified access tokens, so that a token that is sent with every request is verified once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::jwt::Claims;
use super::{SECOND, now};

/// How many are cached; when there are more, all are dropped.
const MOST: usize = 10_000;

/// The claims of tokens with verified signatures, by the SHA-256 of the token. The cache does not
/// know whether the key is still published or the token was revoked.
#[derive(Debug, Clone, Default)]
pub(super) struct Verified(Arc<Mutex<HashMap<String, Claims>>>);

impl Verified {
    /// Returns the claims of a cached token that has not expired, has this issuer and is for one of
    /// the audiences. Any other token must be verified, which also gives the reason for a refusal.
    pub(super) fn find(&self, hash: &str, issuer: &str, audiences: &[String]) -> Option<Claims> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let claims = known.get(hash)?;
        let is_good =
            claims.exp > now() / SECOND && claims.iss == issuer && audiences.contains(&claims.aud);
        is_good.then(|| claims.clone())
    }

    /// Caches the claims of a verified token.
    pub(super) fn remember(&self, hash: String, claims: &Claims) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash, claims.clone());
    }
}
