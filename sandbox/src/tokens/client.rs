//! OAuth Apps, as clients of the token host.

use sqlx::Row as _;
use subtle::ConstantTimeEq as _;
use types::{ApiClient, Scope};

use super::error::OAuthError;
use super::form::Form;
use crate::ids;
use crate::store::Store;

/// A text that is not the hash of any secret.
const NO_HASH: &str = "................................................................";

/// An OAuth App.
#[derive(Debug, Clone)]
pub(super) struct Client {
    /// The OAuth client id.
    pub(super) id: String,
    /// The organization of the OAuth App.
    pub(super) org: String,
    /// Its display name.
    pub(super) name: String,
    /// The granted scopes.
    pub(super) scopes: Vec<Scope>,
    /// Whether it has not proven who it is, as only a public client may (RFC 6749 §2.1).
    pub(super) is_public: bool,
}

/// An OAuth App, as it is stored.
struct Kept {
    secret_hash: Option<String>,
    document: String,
}

impl Kept {
    fn client(self, is_proven: bool) -> Result<Client, OAuthError> {
        let client = self.app()?;
        Ok(Client {
            id: client.client_id.unwrap_or_default(),
            org: client.org_id.0,
            name: client.name.0,
            scopes: client.scopes,
            is_public: !is_proven,
        })
    }

    /// Returns whether it may be used without a secret (RFC 6749 §2.1).
    fn is_public(&self) -> Result<bool, OAuthError> {
        Ok(self.secret_hash.is_none() || self.app()?.public_client == Some(true))
    }

    fn app(&self) -> Result<ApiClient, OAuthError> {
        serde_json::from_str(&self.document).map_err(OAuthError::server_error)
    }
}

/// Returns the client in an authorization request, which is not authenticated.
pub(super) async fn find(store: &Store, client_id: &str) -> Result<Option<Client>, OAuthError> {
    let found = kept(store, client_id).await?;
    found.map(|kept| kept.client(false)).transpose()
}

/// Authenticates the client of a form (`client_secret_post`, RFC 6749 §2.3.1, or `none`).
///
/// A secret is hashed and compared in constant time, even if there is no such client.
pub(super) async fn authenticate(store: &Store, form: &Form) -> Result<Client, OAuthError> {
    let given = form.get("client_secret");
    let hash = ids::hash(given.unwrap_or_default());
    let found = kept(store, form.get("client_id").unwrap_or_default()).await?;
    let expected = found.as_ref().and_then(|kept| kept.secret_hash.as_deref());
    let equal = hash
        .as_bytes()
        .ct_eq(expected.unwrap_or(NO_HASH).as_bytes());
    let is_proven = expected.is_some() && given.is_some() && bool::from(equal);
    match found {
        Some(kept) if is_proven => kept.client(true),
        Some(kept) if given.is_none() && kept.is_public()? => kept.client(false),
        _ => Err(OAuthError::invalid_client()),
    }
}

async fn kept(store: &Store, client_id: &str) -> sqlx::Result<Option<Kept>> {
    let row = sqlx::query(
        "SELECT secret_hash, document FROM api_clients WHERE client_id = $1 AND type = 'OAUTH_APP'",
    )
    // PostgreSQL cannot store NUL, so no client has it.
    .bind(client_id.replace('\0', "\u{fffd}"))
    .fetch_optional(store.reads())
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Kept {
        secret_hash: row.try_get(0)?,
        document: row.try_get(1)?,
    }))
}
