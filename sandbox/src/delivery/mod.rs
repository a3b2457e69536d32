//! Deliveries of events to webhooks.

use types::Event;

use crate::store::Work;

/// Puts an event in the queue to the organization's webhook, if there is one that wants it.
pub async fn enqueue(work: &mut Work, event: &Event) -> sqlx::Result<()> {
    let _ = (work, event);
    Ok(())
}
