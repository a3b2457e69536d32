//! Selects the next deliveries of a worker.

use std::collections::HashMap;

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

/// Organizations with due deliveries, the one that has waited longest first.
const WAITING: &str = "SELECT org_id FROM deliveries
    WHERE due <= $1 AND (leased_until IS NULL OR leased_until <= $1)
    GROUP BY org_id ORDER BY MIN(due)";

/// The maximum number of attempts of each organization that are in progress.
const HELD: &str = "SELECT org_id, COUNT(*) AS held FROM deliveries
    WHERE leased_until > $1 GROUP BY org_id";

/// The rows are selected before the update: a subquery in its condition may be evaluated more than
/// once, and skips rows that it has locked itself, so it would exceed the limit.
const CLAIM: &str = "WITH taken AS (
        SELECT id FROM deliveries
        WHERE org_id = $2 AND due <= $1 AND (leased_until IS NULL OR leased_until <= $1)
        ORDER BY due LIMIT $3 {lock}
    )
    UPDATE deliveries SET lease = $4, leased_until = $5
    WHERE org_id = $2 AND id IN (SELECT id FROM taken)
    RETURNING org_id, id, event_id, url, body, attempts";

/// Claims up to `most` deliveries for the worker `lease`. Organizations with fewer attempts in
/// progress come first, so that slow receivers do not block the others.
pub(super) async fn claim(
    store: &Store,
    lease: &str,
    options: &Options,
    most: usize,
) -> sqlx::Result<Vec<Job>> {
    let now = now();
    let mut jobs = Vec::new();
    for (org, held) in waiting(store, now).await? {
        let room = options
            .per_organization
            .saturating_sub(held)
            .min(most - jobs.len());
        if room == 0 {
            // Either this organization and the following ones have their share, or there is no
            // room.
            break;
        }
        let until = now.saturating_add(micros(options.timeout + options.margin));
        jobs.extend(claim_of(store, &org, lease, (now, until), room).await?);
    }
    Ok(jobs)
}

/// Returns the organizations with due deliveries, and how many attempts of each are in progress.
async fn waiting(store: &Store, now: i64) -> sqlx::Result<Vec<(String, usize)>> {
    let waiting: Vec<String> = sqlx::query_scalar(WAITING)
        .bind(now)
        .fetch_all(store.reads())
        .await?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query(HELD).bind(now).fetch_all(store.reads()).await?;
    let held = |row: &AnyRow| -> sqlx::Result<(String, usize)> {
        let held: i64 = row.try_get("held")?;
        Ok((
            row.try_get("org_id")?,
            usize::try_from(held).unwrap_or(usize::MAX),
        ))
    };
    let held: HashMap<String, usize> = rows.iter().map(held).collect::<Result<_, _>>()?;
    let of = |org: String| {
        let held = held.get(&org).copied().unwrap_or_default();
        (org, held)
    };
    let mut waiting: Vec<(String, usize)> = waiting.into_iter().map(of).collect();
    waiting.sort_by_key(|(_, held)| *held);
    Ok(waiting)
}

async fn claim_of(
    store: &Store,
    org: &str,
    lease: &str,
    (now, until): (i64, i64),
    most: usize,
) -> sqlx::Result<Vec<Job>> {
    // SQLite has one writer, so another worker cannot have locked a row.
    let lock = match store.dialect() {
        Dialect::Sqlite => "",
        Dialect::Postgres => "FOR UPDATE SKIP LOCKED",
    };
    sqlx::query(AssertSqlSafe(CLAIM.replace("{lock}", lock)))
        .bind(now)
        .bind(org)
        .bind(i64::try_from(most).unwrap_or(i64::MAX))
        .bind(lease)
        .bind(until)
        .fetch_all(store.writes())
        .await?
        .iter()
        .map(job)
        .collect()
}

/// Releases the deliveries of the worker, so that others can claim them at once.
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
