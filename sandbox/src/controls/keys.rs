//! The keys that sign access tokens.

use axum::extract::State;
use axum::http::StatusCode;

use super::Refusal;
use crate::failure::Failure;
use crate::tokens::TokenHost;

/// Signs with a new key from now on; the old one is published until its last token has expired.
pub(super) async fn rotate(State(tokens): State<TokenHost>) -> Result<StatusCode, Refusal> {
    let rotated = tokens.rotate_keys().await;
    rotated.map_err(|error| Failure::Internal(error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}
