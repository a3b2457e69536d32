//! Access tokens whose signatures were verified: a token that is sent with every request is
//! verified once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::jwt::Claims;
use super::{SECOND, now};

/// How many are kept; when there are more, all are dropped.
const MOST: usize = 10_000;

/// The claims of tokens whose signatures were good, by the SHA-256 of the whole token. Whether its
/// key is still published and whether it was revoked is not known here.
#[derive(Debug, Clone, Default)]
pub(super) struct Verified(Arc<Mutex<HashMap<String, Claims>>>);

impl Verified {
    /// The claims of a token that has not expired, of this issuer and for one of the audiences. Any
    /// other should be checked in full, which also says what is wrong with it.
    pub(super) fn find(&self, hash: &str, issuer: &str, audiences: &[String]) -> Option<Claims> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let claims = known.get(hash)?;
        let is_good =
            claims.exp > now() / SECOND && claims.iss == issuer && audiences.contains(&claims.aud);
        is_good.then(|| claims.clone())
    }

    /// Keeps the claims of a token that was checked in full.
    pub(super) fn remember(&self, hash: String, claims: &Claims) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash, claims.clone());
    }
}
