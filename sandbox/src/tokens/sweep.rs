//! Deletes expired data.

use super::keys::PUBLISHED;
use crate::store::Store;

/// Statements that delete expired rows, with the time limit as their parameter.
const EXPIRED: &[&str] = &[
    "DELETE FROM sessions WHERE expires < $1",
    "DELETE FROM revoked_tokens WHERE expires < $1",
    "DELETE FROM grants WHERE expires < $1 OR client_id NOT IN \
     (SELECT client_id FROM api_clients WHERE client_id IS NOT NULL)",
];

/// Rows whose parents were deleted.
const ORPHANS: &[&str] = &[
    "DELETE FROM refresh_tokens WHERE grant_id NOT IN (SELECT id FROM grants)",
    "DELETE FROM client_redirects WHERE client_id NOT IN \
     (SELECT client_id FROM api_clients WHERE client_id IS NOT NULL)",
];

/// Deletes sessions, codes, refresh tokens, revocations and keys that are no longer needed.
pub(super) async fn sweep(store: &Store, now: i64) -> sqlx::Result<()> {
    for statement in EXPIRED {
        sqlx::query(*statement)
            .bind(now)
            .execute(store.writes())
            .await?;
    }
    for statement in ORPHANS {
        sqlx::query(*statement).execute(store.writes()).await?;
    }
    sqlx::query("DELETE FROM signing_keys WHERE retired < $1")
        .bind(now - PUBLISHED)
        .execute(store.writes())
        .await?;
    Ok(())
}
