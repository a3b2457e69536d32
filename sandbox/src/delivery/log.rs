//! The log of deliveries, as the API shows it.

use sqlx::Row as _;
use sqlx::any::AnyRow;
use types::runtime::{DateTime, Presence, Uri};
use types::{EventId, EventType, WebhookDelivery, WebhookDeliveryId, WebhookDeliveryStatus};

use super::instant;
use crate::store::{Page, PageOf, Work};

/// Returns a delivery of the organization.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn find(work: &mut Work, id: &str) -> sqlx::Result<Option<WebhookDelivery>> {
    let org = work.org().to_owned();
    sqlx::query("SELECT * FROM deliveries WHERE org_id = $1 AND id = $2")
        .bind(org)
        .bind(id)
        .fetch_optional(work.connection())
        .await?
        .as_ref()
        .map(read)
        .transpose()
}

/// Returns a page of the organization's deliveries, in the order of their creation.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(
    work: &mut Work,
    status: Option<&WebhookDeliveryStatus>,
    event: Option<&EventId>,
    page: Page,
) -> sqlx::Result<PageOf<WebhookDelivery>> {
    let org = work.org().to_owned();
    let rows = sqlx::query(
        "SELECT * FROM deliveries
         WHERE org_id = $1 AND status = COALESCE(CAST($2 AS TEXT), status)
             AND event_id = COALESCE(CAST($3 AS TEXT), event_id)
         ORDER BY position LIMIT $4 OFFSET $5",
    )
    .bind(org)
    .bind(status.map(ToString::to_string))
    .bind(event.map(|event| event.0.clone()))
    .bind(i64::from(page.limit) + 1)
    .bind(page.offset)
    .fetch_all(work.connection())
    .await?;
    let items: Vec<_> = rows.iter().map(read).collect::<Result<_, _>>()?;
    Ok(PageOf::of(items, page))
}

/// Returns the newest deliveries of the organization.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn newest(work: &mut Work, most: i32) -> sqlx::Result<Vec<WebhookDelivery>> {
    let org = work.org().to_owned();
    let rows =
        sqlx::query("SELECT * FROM deliveries WHERE org_id = $1 ORDER BY position DESC LIMIT $2")
            .bind(org)
            .bind(i64::from(most))
            .fetch_all(work.connection())
            .await?;
    rows.iter().map(read).collect()
}

fn read(row: &AnyRow) -> sqlx::Result<WebhookDelivery> {
    let time = |name| -> sqlx::Result<Option<DateTime>> {
        Ok(row
            .try_get::<Option<i64>, _>(name)?
            .map(|at| DateTime::from(instant(at))))
    };
    let number = |name| -> sqlx::Result<Option<i32>> {
        Ok(row
            .try_get::<Option<i64>, _>(name)?
            .and_then(|number| i32::try_from(number).ok()))
    };
    let url: String = row.try_get("url")?;
    let created: i64 = row.try_get("created")?;
    Ok(WebhookDelivery {
        id: WebhookDeliveryId(row.try_get("id")?),
        event_id: EventId(row.try_get("event_id")?),
        event_type: EventType::from(row.try_get::<&str, _>("event_type")?),
        url: url
            .parse::<Uri>()
            .map_err(|error| sqlx::Error::Decode(error.into()))?,
        status: WebhookDeliveryStatus::from(row.try_get::<&str, _>("status")?),
        attempts: number("attempts")?.unwrap_or_default(),
        response_status: number("response_status")?.map_or(Presence::Null, Presence::Value),
        redelivery_of: row
            .try_get::<Option<String>, _>("redelivery_of")?
            .map(WebhookDeliveryId),
        last_attempt_time: time("last_attempt")?,
        next_attempt_time: time("due")?,
        creation_time: DateTime::from(instant(created)),
        unknown: serde_json::Map::new(),
    })
}
