//! The result of an attempt.

use std::time::Duration;

use sqlx::AnyConnection;

use super::claim::Job;
use super::{Options, disable, micros, now, queue, registered};
use crate::store::{Dialect, Store};

/// The result of a delivery attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The receiver has accepted the event.
    Taken(u16),
    /// The receiver wants no more events.
    Gone(u16),
    /// The receiver has not accepted the event, or has not responded.
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

    const fn status(self) -> Option<u16> {
        match self {
            Self::Taken(status) | Self::Gone(status) => Some(status),
            Self::Refused(status) => status,
        }
    }
}

/// Records the result of an attempt. Nothing happens if another worker has claimed the delivery,
/// because this one counted as dead.
pub(super) async fn record(
    store: &Store,
    lease: &str,
    job: &Job,
    outcome: Outcome,
    options: &Options,
) -> sqlx::Result<()> {
    match (
        outcome,
        options.backoff.pause(job.attempts.saturating_add(1)),
    ) {
        // Even if no more attempts were planned, this one has arrived.
        (Outcome::Taken(status), _) => {
            if finish(store, lease, job, "DELIVERED", Some(status)).await? {
                options.stats.delivered();
            }
        }
        (Outcome::Gone(status), _) if gone(store, lease, job, status).await? => {
            options.stats.failed();
            tracing::warn!(
                org = job.org,
                "the receiver wants no more; its webhook is disabled"
            );
        }
        (Outcome::Gone(status), Some(pause)) => {
            postpone(store, lease, job, Some(status), pause).await?;
        }
        (Outcome::Refused(status), Some(pause)) => {
            postpone(store, lease, job, status, pause).await?;
        }
        (Outcome::Gone(_) | Outcome::Refused(_), None) => {
            if finish(store, lease, job, "FAILED", outcome.status()).await? {
                options.stats.failed();
                tracing::warn!(org = job.org, delivery = job.id, "a delivery was given up");
            }
        }
    }
    Ok(())
}

/// Ends a delivery, so that the next one of the entity may start. Returns whether this worker still
/// held it.
async fn finish(
    store: &Store,
    lease: &str,
    job: &Job,
    state: &'static str,
    status: Option<u16>,
) -> sqlx::Result<bool> {
    let mut tx = store.begin().await?;
    if store.dialect() == Dialect::Postgres {
        sqlx::query("SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE")
            .bind(&job.org)
            .fetch_one(&mut *tx)
            .await?;
    }
    let entity = end(&mut tx, lease, job, state, status).await?;
    if let Some(entity) = &entity {
        queue::advance(&mut tx, &job.org, entity).await?;
    }
    tx.commit().await?;
    Ok(entity.is_some())
}

/// Records the end of a delivery. Returns its entity.
async fn end(
    connection: &mut AnyConnection,
    lease: &str,
    job: &Job,
    state: &'static str,
    status: Option<u16>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(
        "UPDATE deliveries
         SET status = $4, due = NULL, url = $5, attempts = attempts + 1, last_attempt = $6,
             response_status = COALESCE(CAST($7 AS BIGINT), response_status),
             lease = NULL, leased_until = NULL
         WHERE org_id = $1 AND id = $2 AND lease = $3
         RETURNING entity",
    )
    .bind(job.org.clone())
    .bind(job.id.clone())
    .bind(lease.to_owned())
    .bind(state)
    .bind(job.url.clone())
    .bind(now())
    .bind(status.map(i64::from))
    .fetch_optional(connection)
    .await
}

/// Schedules another attempt. If the webhook has got another address in the meantime, the attempt
/// is made there at once; a delivery that was given up stays so.
async fn postpone(
    store: &Store,
    lease: &str,
    job: &Job,
    status: Option<u16>,
    pause: Duration,
) -> sqlx::Result<()> {
    let now = now();
    sqlx::query(
        "UPDATE deliveries
         SET due = CASE WHEN status = 'PENDING' AND url = $4 THEN CAST($7 AS BIGINT) ELSE due END,
             response_status = COALESCE(CAST($5 AS BIGINT), response_status),
             attempts = attempts + 1, last_attempt = $6, lease = NULL, leased_until = NULL
         WHERE org_id = $1 AND id = $2 AND lease = $3",
    )
    .bind(&job.org)
    .bind(&job.id)
    .bind(lease)
    .bind(&job.url)
    .bind(status.map(i64::from))
    .bind(now)
    .bind(now.saturating_add(micros(pause)))
    .execute(store.writes())
    .await?;
    Ok(())
}

/// Ends the delivery and disables the webhook, unless another address is registered now, which the
/// former receiver cannot disable.
async fn gone(store: &Store, lease: &str, job: &Job, status: u16) -> sqlx::Result<bool> {
    let Some(mut work) = store.change(&job.org).await? else {
        return Ok(false);
    };
    let webhook = registered(&mut work).await?;
    if webhook.is_none_or(|webhook| webhook.url.as_str() != job.url) {
        return Ok(false);
    }
    if end(work.connection(), lease, job, "FAILED", Some(status))
        .await?
        .is_some()
    {
        disable(&mut work, &job.url).await?;
        work.commit().await?;
    }
    Ok(true)
}
