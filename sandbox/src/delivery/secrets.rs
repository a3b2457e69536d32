//! The secrets that sign deliveries.

use std::fmt;
use std::time::Duration;

use sqlx::Row as _;
use types::WebhookSecret;
use types::runtime::DateTime;

use super::{instant, micros, now};
use crate::ids;
use crate::store::{Store, Work};

/// How long a replaced secret stays valid.
pub const GRACE: Duration = Duration::from_hours(24);

/// The secrets that sign now.
pub(super) struct Secrets {
    pub(super) present: String,
    pub(super) previous: Option<String>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// Makes sure that the organization has a secret.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn ensure_secret(work: &mut Work) -> sqlx::Result<()> {
    insert(work, &ids::secret("mpw"), now()).await
}

/// Sets a known secret, which replaces all others.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn set_secret(work: &mut Work, secret: &str) -> sqlx::Result<()> {
    let org = work.org().to_owned();
    sqlx::query("DELETE FROM webhook_secrets WHERE org_id = $1")
        .bind(org)
        .execute(work.connection())
        .await?;
    insert(work, secret, now()).await
}

/// Replaces the secret. The replaced one stays valid for [`GRACE`]; one that was replaced before
/// becomes invalid at once.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn rotate(work: &mut Work) -> sqlx::Result<WebhookSecret> {
    let (secret, created) = (ids::secret("mpw"), now());
    let until = created + micros(GRACE);
    let org = work.org().to_owned();
    let replaced = sqlx::query(
        "UPDATE webhook_secrets
         SET previous = secret, previous_until = $2, secret = $3, created = $4 WHERE org_id = $1",
    )
    .bind(org)
    .bind(until)
    .bind(&secret)
    .bind(created)
    .execute(work.connection())
    .await?
    .rows_affected()
        == 1;
    if !replaced {
        insert(work, &secret, created).await?;
    }
    Ok(WebhookSecret {
        secret,
        creation_time: DateTime::from(instant(created)),
        previous_expire_time: replaced.then(|| DateTime::from(instant(until))),
        unknown: serde_json::Map::new(),
    })
}

/// Returns the secrets that sign an organization's deliveries now.
pub(super) async fn valid(store: &Store, org: &str) -> sqlx::Result<Secrets> {
    let row = sqlx::query(
        "SELECT secret, previous, previous_until FROM webhook_secrets WHERE org_id = $1",
    )
    .bind(org)
    .fetch_one(store.reads())
    .await?;
    let until: Option<i64> = row.try_get("previous_until")?;
    let previous: Option<String> = row.try_get("previous")?;
    Ok(Secrets {
        present: row.try_get("secret")?,
        previous: previous.filter(|_| until.is_some_and(|until| until > now())),
    })
}

async fn insert(work: &mut Work, secret: &str, created: i64) -> sqlx::Result<()> {
    let org = work.org().to_owned();
    sqlx::query(
        "INSERT INTO webhook_secrets (org_id, secret, created) VALUES ($1, $2, $3)
         ON CONFLICT (org_id) DO NOTHING",
    )
    .bind(org)
    .bind(secret)
    .bind(created)
    .execute(work.connection())
    .await?;
    Ok(())
}
