//! The queue of deliveries, for changes in an organization.

use sqlx::{AnyConnection, Row as _};
use types::{Event, WebhookDelivery};

use super::{log, now, registered};
use crate::events::{entity, kind};
use crate::ids;
use crate::store::{Record as _, Store, Work};

/// Queues an event for the organization's webhook, if there is one that subscribes to it.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn enqueue(work: &mut Work, event: &Event) -> sqlx::Result<()> {
    let wanted = registered(work)
        .await?
        .filter(|webhook| webhook.enabled && webhook.event_types.contains(&kind(event)));
    if let Some(webhook) = wanted {
        send(work, event, webhook.url.as_str()).await?;
    }
    Ok(())
}

/// Queues an event for an address. Its bytes are stored now, so that every attempt sends the same.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn send(work: &mut Work, event: &Event, url: &str) -> sqlx::Result<WebhookDelivery> {
    let body = serde_json::to_string(event).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let new = New {
        entity: entity(event),
        event_id: event.id(),
        event_type: kind(event).to_string(),
        body,
        url,
        redelivery_of: None,
    };
    insert(work, new).await
}

/// Queues the event of a delivery again, for an address.
///
/// # Errors
/// Returns an error if the database fails, or there is no such delivery.
pub async fn repeat(
    work: &mut Work,
    delivery: &WebhookDelivery,
    url: &str,
) -> sqlx::Result<WebhookDelivery> {
    let org = work.org().to_owned();
    let row = sqlx::query("SELECT entity, body FROM deliveries WHERE org_id = $1 AND id = $2")
        .bind(org)
        .bind(&delivery.id.0)
        .fetch_one(work.connection())
        .await?;
    let new = New {
        entity: row.try_get("entity")?,
        event_id: &delivery.event_id.0,
        event_type: delivery.event_type.to_string(),
        body: row.try_get("body")?,
        url,
        redelivery_of: Some(&delivery.id.0),
    };
    insert(work, new).await
}

/// Returns how many deliveries are queued, for all organizations.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn pending(store: &Store) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM deliveries WHERE status = 'PENDING'")
        .fetch_one(store.reads())
        .await
}

/// Redirects queued deliveries to another address, at once.
pub(super) async fn follow(work: &mut Work, url: &str) -> sqlx::Result<()> {
    let org = work.org().to_owned();
    sqlx::query(
        "UPDATE deliveries
         SET url = $2, due = CASE WHEN due IS NULL THEN NULL ELSE CAST($3 AS BIGINT) END
         WHERE org_id = $1 AND status = 'PENDING'",
    )
    .bind(org)
    .bind(url)
    .bind(now())
    .execute(work.connection())
    .await?;
    work.wake_deliveries();
    Ok(())
}

/// Gives up all queued deliveries.
pub(super) async fn give_up(work: &mut Work) -> sqlx::Result<()> {
    let org = work.org().to_owned();
    sqlx::query(
        "UPDATE deliveries SET status = 'FAILED', due = NULL
         WHERE org_id = $1 AND status = 'PENDING'",
    )
    .bind(org)
    .execute(work.connection())
    .await?;
    Ok(())
}

/// Allows the next delivery of an entity.
///
/// The organization must be locked: otherwise a delivery that is added now would wait for one that
/// is already finished.
pub(super) async fn advance(
    connection: &mut AnyConnection,
    org: &str,
    entity: &str,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE deliveries SET due = $3 WHERE org_id = $1 AND due IS NULL AND id = (
             SELECT id FROM deliveries
             WHERE org_id = $1 AND entity = $2 AND status = 'PENDING'
             ORDER BY position LIMIT 1
         )",
    )
    .bind(org.to_owned())
    .bind(entity.to_owned())
    .bind(now())
    .execute(connection)
    .await?;
    Ok(())
}

struct New<'a> {
    entity: &'a str,
    event_id: &'a str,
    event_type: String,
    body: String,
    url: &'a str,
    redelivery_of: Option<&'a str>,
}

async fn insert(work: &mut Work, new: New<'_>) -> sqlx::Result<WebhookDelivery> {
    let (org, id, position, now) = (
        work.org().to_owned(),
        ids::id("dlv"),
        work.next_position(),
        now(),
    );
    sqlx::query(
        "INSERT INTO deliveries (org_id, id, position, entity, event_id, event_type, body, url,
             redelivery_of, status, attempts, created, due)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PENDING', 0, $10,
             CASE WHEN EXISTS (
                 SELECT 1 FROM deliveries earlier
                 WHERE earlier.org_id = $1 AND earlier.entity = $4 AND earlier.status = 'PENDING'
             ) THEN NULL ELSE CAST($10 AS BIGINT) END)",
    )
    .bind(org)
    .bind(&id)
    .bind(position)
    .bind(new.entity.to_owned())
    .bind(new.event_id.to_owned())
    .bind(new.event_type)
    .bind(new.body)
    .bind(new.url.to_owned())
    .bind(new.redelivery_of.map(str::to_owned))
    .bind(now)
    .execute(work.connection())
    .await?;
    work.wake_deliveries();
    log::find(work, &id).await?.ok_or(sqlx::Error::RowNotFound)
}
