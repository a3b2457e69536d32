//! The marketplace's clock.

use axum::Json;
use axum::extract::State;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Refusal;
use crate::failure::Failure;
use crate::store::Store;

/// How far to move the clock.
#[derive(Debug, Deserialize)]
pub(super) struct Advance {
    /// A duration of ISO 8601, such as `PT1H` or `P30D`.
    advance: String,
}

/// Returns the current time.
pub(super) async fn read(State(store): State<Store>) -> Result<Json<Value>, Refusal> {
    Ok(now(store.now().await?))
}

/// Moves the clock forward, and applies everything that becomes due.
pub(super) async fn advance(
    State(store): State<Store>,
    Json(wanted): Json<Advance>,
) -> Result<Json<Value>, Refusal> {
    let refused = |detail: &str| Failure::body("/advance", detail);
    let span: Span = wanted
        .advance
        .parse()
        .map_err(|_| refused("It is not an ISO 8601 duration, such as PT1H or P30D."))?;
    let before = store.now().await?.to_zoned(TimeZone::UTC);
    let after = before
        .checked_add(span)
        .map_err(|_| refused("It is too far ahead."))?;
    if after < before {
        return Err(refused("The clock only moves forward.").into());
    }
    store.move_clock(before.duration_until(&after)).await?;
    store.settle_all().await?;
    Ok(now(store.now().await?))
}

fn now(now: Timestamp) -> Json<Value> {
    Json(json!({ "now": now.to_string() }))
}
