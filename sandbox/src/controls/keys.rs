//! The keys that access tokens are signed with.

use axum::extract::State;
use axum::http::StatusCode;

use super::Refusal;
use crate::failure::Failure;
use crate::tokens::TokenHost;

/// Begins to sign with a new key; the old one is published until its last token is dead.
pub(super) async fn rotate(State(tokens): State<TokenHost>) -> Result<StatusCode, Refusal> {
    let rotated = tokens.rotate_keys().await;
    rotated.map_err(|error| Failure::Internal(error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}
