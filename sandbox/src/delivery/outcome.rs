//! What an attempt has come to.

use super::claim::Job;
use super::{Options, disable, micros, now, registered};
use crate::store::Store;

/// How the receiver has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It has taken the event.
    Taken(u16),
    /// It wants no more events.
    Gone(u16),
    /// It has not taken it, or has not answered at all.
    Refused(Option<u16>),
}

impl Outcome {
    pub(super) const fn of(status: Option<u16>) -> Self {
        match status {
            Some(status @ 200..=299) => Self::Taken(status),
            Some(410) => Self::Gone(410),
            other => Self::Refused(other),
        }
    }
}

/// Notes the end of an attempt. Nothing happens if another worker holds the delivery by now, which
/// has then taken this one for dead.
pub(super) async fn record(
    store: &Store,
    lease: &str,
    job: &Job,
    outcome: Outcome,
    options: &Options,
) -> sqlx::Result<()> {
    match outcome {
        Outcome::Taken(status) => taken(store, lease, job, status, options).await,
        Outcome::Gone(status) => gone(store, lease, job, status, options).await,
        Outcome::Refused(status) => refused(store, lease, job, status, options).await,
    }
}

/// Even if there were to be no more attempts: this one has arrived.
async fn taken(
    store: &Store,
    lease: &str,
    job: &Job,
    status: u16,
    options: &Options,
) -> sqlx::Result<()> {
    let done = sqlx::query(
        "UPDATE deliveries
         SET status = 'DELIVERED', due = NULL, url = $4, response_status = $5,
             attempts = attempts + 1, last_attempt = $6, lease = NULL, leased_until = NULL
         WHERE org_id = $1 AND id = $2 AND lease = $3",
    )
    .bind(&job.org)
    .bind(&job.id)
    .bind(lease)
    .bind(&job.url)
    .bind(i64::from(status))
    .bind(now())
    .execute(store.writes())
    .await?;
    if done.rows_affected() == 1 {
        options.stats.delivered();
    }
    Ok(())
}

/// A delivery that has got another address in the meantime is tried there; one that was given up
/// stays so.
async fn refused(
    store: &Store,
    lease: &str,
    job: &Job,
    status: Option<u16>,
    options: &Options,
) -> sqlx::Result<()> {
    let now = now();
    let pause = options.backoff.pause(job.attempts.saturating_add(1));
    let left: Option<String> = sqlx::query_scalar(
        "UPDATE deliveries
         SET status = CASE WHEN CAST($7 AS BIGINT) IS NULL THEN 'FAILED' ELSE status END,
             due = CASE WHEN status <> 'PENDING' OR CAST($7 AS BIGINT) IS NULL THEN NULL
                 WHEN url = $4 THEN CAST($7 AS BIGINT) ELSE due END,
             response_status = COALESCE(CAST($5 AS BIGINT), response_status),
             attempts = attempts + 1, last_attempt = $6, lease = NULL, leased_until = NULL
         WHERE org_id = $1 AND id = $2 AND lease = $3
         RETURNING status",
    )
    .bind(&job.org)
    .bind(&job.id)
    .bind(lease)
    .bind(&job.url)
    .bind(status.map(i64::from))
    .bind(now)
    .bind(pause.map(|pause| now.saturating_add(micros(pause))))
    .fetch_optional(store.writes())
    .await?;
    if left.as_deref() == Some("FAILED") {
        options.stats.failed();
        tracing::warn!(org = job.org, delivery = job.id, "a delivery was given up");
    }
    Ok(())
}

/// The receiver of an address that is not registered any more has no say.
async fn gone(
    store: &Store,
    lease: &str,
    job: &Job,
    status: u16,
    options: &Options,
) -> sqlx::Result<()> {
    let Some(mut work) = store.change(&job.org).await? else {
        return Ok(());
    };
    let webhook = registered(&mut work).await?;
    if webhook.is_none_or(|webhook| webhook.url.as_str() != job.url) {
        // Given back first: there may be only one connection.
        drop(work);
        return refused(store, lease, job, Some(status), options).await;
    }
    let done = sqlx::query(
        "UPDATE deliveries
         SET status = 'FAILED', due = NULL, response_status = $4,
             attempts = attempts + 1, last_attempt = $5, lease = NULL, leased_until = NULL
         WHERE org_id = $1 AND id = $2 AND lease = $3",
    )
    .bind(&job.org)
    .bind(&job.id)
    .bind(lease)
    .bind(i64::from(status))
    .bind(now())
    .execute(work.connection())
    .await?;
    if done.rows_affected() == 1 {
        disable(&mut work, &job.url).await?;
        work.commit().await?;
        options.stats.failed();
        tracing::warn!(
            org = job.org,
            "the receiver wants no more; its webhook is disabled"
        );
    }
    Ok(())
}
