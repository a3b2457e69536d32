//! Credentials of the resource host.

use server::runtime::Denied;
use types::ApiClient;

use crate::ids;
use crate::principal::Principal;
use crate::store::Store;

/// Whose a legacy API key is. It has all the scopes of its API client (interface §5).
///
/// The key is looked up by its hash: what the time of the search tells is about the hash of a
/// guess, from which nothing can be learned of the key.
///
/// # Errors
/// [`Denied::Invalid`] if it is nobody's.
pub async fn api_key(store: &Store, key: &str) -> Result<Principal, Denied> {
    let found: Option<String> = sqlx::query_scalar(
        "SELECT document FROM api_clients WHERE secret_hash = $1 AND type = 'API_KEY'",
    )
    .bind(ids::hash(key))
    .fetch_optional(store.reads())
    .await
    .map_err(unavailable)?;
    let document = found.ok_or(Denied::Invalid)?;
    let client: ApiClient = serde_json::from_str(&document).map_err(unavailable)?;
    Ok(Principal {
        org: client.org_id.0,
        api_client: client.id.0,
        scopes: client.scopes,
        subject: None,
    })
}

/// Something that keeps a credential from being checked; for the log, not for the client.
pub fn unavailable(error: impl std::fmt::Display) -> Denied {
    tracing::error!(%error, "a credential could not be checked");
    Denied::Unavailable
}
