//! Authenticates the caller, and checks that the organization in the path is theirs.

use server::runtime::{Authenticator, Context, Credential, Denied, Proof};

use super::Resource;
use crate::credentials;
use crate::observe::Seen;
use crate::principal::{Principal, Verified};

impl Authenticator for Resource {
    type Principal = Principal;

    /// Checks in the order of the description: the credential (401), the organization in the path
    /// (404), the scopes (403).
    async fn authenticate(
        &self,
        credential: Credential,
        context: &Context,
    ) -> Result<Principal, Denied> {
        let principal = match (context.extensions.get::<Verified>(), &credential.proof) {
            (Some(verified), Proof::Bearer(_)) => verified.principal().clone(),
            (None, Proof::Bearer(token)) => self.tokens.principal(token.expose()).await?,
            (None, Proof::Key(key)) => {
                credentials::api_key(&self.store, &self.keys, key.expose()).await?
            }
            _ => return Err(Denied::Invalid),
        };
        if organization(context.uri.path()) != Some(&principal.org) {
            return Err(Denied::NotFound);
        }
        Seen::note(&context.extensions, &principal);
        self.tokens.note_use(&principal);
        if !principal.may(credential.scopes) {
            return Err(Denied::InsufficientScope);
        }
        Ok(principal)
    }
}

/// Returns the organization in a path. Identifiers need no percent-encoding, so a path with it
/// cannot name one of ours.
fn organization(path: &str) -> Option<&str> {
    path.strip_prefix("/org/")?.split('/').next()
}
