//! Which deliveries a worker makes next.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::{Options, micros, now};
use crate::store::{Dialect, Store};

/// A delivery that this worker holds.
pub(super) struct Job {
    pub(super) org: String,
    pub(super) id: String,
    pub(super) event_id: String,
    pub(super) url: String,
    pub(super) body: String,
    /// How many attempts were made before.
    pub(super) attempts: u32,
}

/// Whether there may be anything to do: asked often, and costs next to nothing.
const ANYTHING: &str = "SELECT COUNT(*) FROM (
        SELECT 1 FROM deliveries WHERE status = 'PENDING' AND due <= $1
            AND (leased_until IS NULL OR leased_until <= $1) LIMIT 1
    ) AS waiting";

/// Of each entity the first delivery that is not finished, if it is due and nobody holds it.
/// Organizations take turns, and none has more than its share under way.
const CLAIM: &str = "WITH ready AS (
        SELECT d.org_id, d.id, d.due,
            ROW_NUMBER() OVER (PARTITION BY d.org_id ORDER BY d.due, d.position) + (
                SELECT COUNT(*) FROM deliveries held
                WHERE held.org_id = d.org_id AND held.status = 'PENDING' AND held.leased_until > $1
            ) AS place
        FROM deliveries d
        WHERE d.status = 'PENDING' AND d.due <= $1
            AND (d.leased_until IS NULL OR d.leased_until <= $1)
            AND NOT EXISTS (
                SELECT 1 FROM deliveries earlier
                WHERE earlier.org_id = d.org_id AND earlier.entity = d.entity
                    AND earlier.status = 'PENDING' AND earlier.position < d.position
            )
    ), taken AS (
        SELECT d.org_id, d.id
        FROM deliveries d JOIN ready ON ready.org_id = d.org_id AND ready.id = d.id
        WHERE ready.place <= $2 AND d.status = 'PENDING'
            AND (d.leased_until IS NULL OR d.leased_until <= $1)
        ORDER BY ready.place, ready.due LIMIT $3 {lock}
    )
    UPDATE deliveries SET lease = $4, leased_until = $5
    WHERE (org_id, id) IN (SELECT org_id, id FROM taken)
    RETURNING org_id, id, event_id, url, body, attempts";

/// Takes up to `most` deliveries for the worker `lease`.
pub(super) async fn claim(
    store: &Store,
    lease: &str,
    options: &Options,
    most: usize,
) -> sqlx::Result<Vec<Job>> {
    let now = now();
    let waiting: i64 = sqlx::query_scalar(ANYTHING)
        .bind(now)
        .fetch_one(store.reads())
        .await?;
    if waiting == 0 {
        return Ok(Vec::new());
    }
    // SQLite has one writer, so there is nobody to skip.
    let lock = match store.dialect() {
        Dialect::Sqlite => "",
        Dialect::Postgres => "FOR UPDATE OF d SKIP LOCKED",
    };
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    sqlx::query(AssertSqlSafe(CLAIM.replace("{lock}", lock)))
        .bind(now)
        .bind(count(options.per_organization))
        .bind(count(most))
        .bind(lease)
        .bind(now.saturating_add(micros(options.timeout + options.margin)))
        .fetch_all(store.writes())
        .await?
        .iter()
        .map(job)
        .collect()
}

/// Gives back what the worker holds: others can take it at once.
pub(super) async fn give_back(store: &Store, lease: &str) -> sqlx::Result<()> {
    sqlx::query("UPDATE deliveries SET lease = NULL, leased_until = NULL WHERE lease = $1")
        .bind(lease)
        .execute(store.writes())
        .await?;
    Ok(())
}

fn job(row: &AnyRow) -> sqlx::Result<Job> {
    Ok(Job {
        org: row.try_get("org_id")?,
        id: row.try_get("id")?,
        event_id: row.try_get("event_id")?,
        url: row.try_get("url")?,
        body: row.try_get("body")?,
        attempts: u32::try_from(row.try_get::<i64, _>("attempts")?).unwrap_or(u32::MAX),
    })
}
