//! The one webhook of an organization.

use types::runtime::DateTime;
use types::{Webhook, WebhookPut};

use super::queue;
use super::secrets::ensure_secret;
use crate::store::{Record, Work};

/// The fixed identifier, since there is only one webhook.
const ID: &str = "webhook";

impl Record for Webhook {
    const TABLE: &'static str = "webhooks";
    const COLUMNS: &'static [&'static str] = &[];

    fn id(&self) -> &str {
        ID
    }

    fn columns(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Returns the organization's webhook, if it has one.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn registered(work: &mut Work) -> sqlx::Result<Option<Webhook>> {
    work.get(ID).await
}

/// Registers or replaces the webhook. The second value says whether it is the first one.
///
/// Queued deliveries follow it: they go to the new address at once, or end if it is disabled.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn register(work: &mut Work, wanted: WebhookPut) -> sqlx::Result<(Webhook, bool)> {
    let former = registered(work).await?;
    let now = DateTime::from(work.now());
    let webhook = Webhook {
        url: wanted.url,
        event_types: wanted.event_types,
        enabled: wanted.enabled.unwrap_or(true),
        creation_time: former
            .as_ref()
            .map_or(&now, |former| &former.creation_time)
            .clone(),
        last_update_time: now,
        unknown: serde_json::Map::new(),
    };
    if let Some(former) = &former {
        work.update(&webhook).await?;
        if !webhook.enabled {
            queue::give_up(work).await?;
        } else if former.url != webhook.url {
            queue::follow(work, webhook.url.as_str()).await?;
        }
    } else {
        ensure_secret(work).await?;
        work.insert(&webhook).await?;
    }
    Ok((webhook, former.is_none()))
}

/// Disables the webhook if it still has this address, because its receiver wants no more.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn disable(work: &mut Work, url: &str) -> sqlx::Result<()> {
    let webhook = registered(work)
        .await?
        .filter(|webhook| webhook.url.as_str() == url);
    let Some(mut webhook) = webhook else {
        return Ok(());
    };
    webhook.enabled = false;
    webhook.last_update_time = work.now().into();
    work.update(&webhook).await?;
    queue::give_up(work).await
}
