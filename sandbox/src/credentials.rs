//! Credentials of the resource host.

use server::runtime::Denied;
use types::ApiClient;

use crate::ids;
use crate::principal::Principal;
use crate::store::{Recent, Store};

/// Returns the owner of a legacy API key. It has all the scopes of its API client (interface §5).
///
/// The key is looked up by its hash: the time of the search only depends on the hash of a guess,
/// which reveals nothing about the key.
///
/// # Errors
/// [`Denied::Invalid`] if no organization has it.
pub async fn api_key(
    store: &Store,
    known: &Recent<Option<Principal>>,
    key: &str,
) -> Result<Principal, Denied> {
    let hash = ids::hash(key);
    let principal = known.get_or_read(&hash, find(store, &hash)).await;
    principal.map_err(unavailable)?.ok_or(Denied::Invalid)
}

async fn find(store: &Store, hash: &str) -> sqlx::Result<Option<Principal>> {
    let found: Option<String> = sqlx::query_scalar(
        "SELECT document FROM api_clients WHERE secret_hash = $1 AND type = 'API_KEY'",
    )
    .bind(hash)
    .fetch_optional(store.reads())
    .await?;
    let Some(document) = found else {
        return Ok(None);
    };
    let client: ApiClient =
        serde_json::from_str(&document).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(Some(Principal {
        org: client.org_id.0,
        api_client: client.id.0,
        scopes: client.scopes,
        subject: None,
    }))
}

/// Returns the error for a credential that cannot be checked, with details for the log only.
pub fn unavailable(error: impl std::fmt::Display) -> Denied {
    tracing::error!(%error, "a credential could not be checked");
    Denied::Unavailable
}
