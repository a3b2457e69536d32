//! The state that the operations share.

use server::runtime::{Authenticator, Context, Credential, Denied, Proof, Secret};
use subtle::ConstantTimeEq as _;

/// The state that the operations share, such as a database.
#[derive(Debug)]
pub struct Service {
    secret: Option<Secret>,
}

/// The caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal;

impl Service {
    /// Reads the secret that callers must send from the environment variable `API_SECRET`. If it is
    /// not set, every credential is rejected.
    pub fn from_env() -> Self {
        let secret = std::env::var("API_SECRET").ok();
        let secret = secret.filter(|secret| !secret.is_empty());
        Self {
            secret: secret.map(Secret::new),
        }
    }

    fn accepts(&self, proof: &Proof) -> bool {
        let sent = match proof {
            Proof::Bearer(sent) | Proof::Key(sent) | Proof::Basic { password: sent, .. } => sent,
            Proof::All(all) => return all.iter().all(|one| self.accepts(&one.proof)),
        };
        let is_same = |secret: &Secret| {
            let (secret, sent) = (secret.expose().as_bytes(), sent.expose().as_bytes());
            bool::from(secret.ct_eq(sent))
        };
        self.secret.as_ref().is_some_and(is_same)
    }
}

/// A starting point: one secret for all callers and operations. Replace it with your own check.
impl Authenticator for Service {
    type Principal = Principal;

    async fn authenticate(
        &self,
        credential: Credential,
        _context: &Context,
    ) -> Result<Principal, Denied> {
        if self.accepts(&credential.proof) {
            Ok(Principal)
        } else {
            Err(Denied::Invalid)
        }
    }
}
