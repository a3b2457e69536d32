//! Verifies access tokens, for every request to a resource.

use std::sync::Arc;

use server::runtime::Denied;
use sqlx::Row as _;
use types::ApiClient;

use super::jwt::{self, BadToken, Claims};
use super::keys::Keys;
use super::last_use::LastUse;
use super::{Addresses, TokenHost, scope};
use crate::credentials::unavailable;
use crate::ids;
use crate::principal::Principal;
use crate::store::{Recent, Store};

/// Verifies the access tokens that the resource host and the MCP endpoint accept.
#[derive(Debug, Clone)]
pub struct AccessTokens {
    store: Store,
    addresses: Arc<Addresses>,
    keys: Keys,
    last_use: LastUse,
    holders: Recent<Option<ApiClient>>,
}

impl AccessTokens {
    /// Creates the verification for a database and addresses. In the same process as the token
    /// host, use [`TokenHost::access_tokens`], which shares the cache of keys.
    #[must_use]
    pub fn new(store: Store, addresses: Addresses) -> Self {
        Self::of(&TokenHost::new(store, addresses))
    }

    pub(super) fn of(host: &TokenHost) -> Self {
        Self {
            store: host.store.clone(),
            addresses: Arc::clone(&host.addresses),
            keys: host.keys.clone(),
            last_use: LastUse::new(host.store.clone()),
            holders: Recent::of(&host.store),
        }
    }

    /// Returns the owner of an access token for the resource host (RFC 9068 §4).
    ///
    /// # Errors
    /// [`Denied`] unless it is valid.
    pub async fn principal(&self, token: &str) -> Result<Principal, Denied> {
        self.principal_for(token, std::slice::from_ref(&self.addresses.base_url))
            .await
    }

    /// Returns the owner of an access token at the MCP endpoint. The endpoint calls the resource
    /// host on behalf of its caller, so it accepts a token for either of them or for the token
    /// host.
    ///
    /// # Errors
    /// [`Denied`] unless it is valid.
    pub async fn principal_for_mcp(&self, token: &str) -> Result<Principal, Denied> {
        self.principal_for(token, &self.addresses.audiences()).await
    }

    /// Records the use of a client, at most once a minute, without delaying the request.
    pub fn note_use(&self, principal: &Principal) {
        self.last_use.note(&principal.org, &principal.api_client);
    }

    async fn principal_for(&self, token: &str, audiences: &[String]) -> Result<Principal, Denied> {
        let claims = jwt::verify(&self.keys, token, &self.addresses.auth_url, audiences).await;
        let claims = claims.map_err(|bad| match bad {
            BadToken::Forged => Denied::Invalid,
            BadToken::Spent(why) => Denied::InvalidBecause(why.to_owned()),
            BadToken::Unknown(error) => unavailable(error),
        })?;
        let client = self.holder(token, &claims).await.map_err(unavailable)?;
        let revoked = || Denied::InvalidBecause("The token was revoked.".to_owned());
        let client = client.ok_or_else(revoked)?;
        Ok(Principal {
            org: client.org_id.0,
            api_client: client.id.0,
            scopes: scope::both(&scope::parse(&claims.scope), &client.scopes),
            subject: claims.grant_id.map(|_| claims.sub),
        })
    }

    /// Returns the result of [`holder`], from the cache if possible. A consent is always looked up,
    /// because it can be revoked in many ways.
    async fn holder(&self, token: &str, claims: &Claims) -> sqlx::Result<Option<ApiClient>> {
        let holder = holder(&self.store, claims);
        match claims.grant_id {
            Some(_) => holder.await,
            None => self.holders.get_or_read(&ids::hash(token), holder).await,
        }
    }
}

/// Returns the client that a token was issued to, unless the client was deleted, or the token or
/// its consent was revoked.
pub(super) async fn holder(store: &Store, claims: &Claims) -> sqlx::Result<Option<ApiClient>> {
    let row = sqlx::query(
        "SELECT document, \
         (SELECT COUNT(*) FROM revoked_tokens WHERE jti = $2) AS revoked, \
         (SELECT COUNT(*) FROM grants WHERE id = $3 AND revoked IS NULL) AS consented \
         FROM api_clients WHERE client_id = $1",
    )
    .bind(claims.client_id.clone())
    .bind(claims.jti.clone())
    .bind(claims.grant_id.clone().unwrap_or_default())
    .fetch_optional(store.reads())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (revoked, consented): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    if revoked != 0 || (claims.grant_id.is_some() && consented == 0) {
        return Ok(None);
    }
    let document: String = row.try_get(0)?;
    let client: ApiClient =
        serde_json::from_str(&document).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok((client.org_id.0 == claims.org_id).then_some(client))
}
