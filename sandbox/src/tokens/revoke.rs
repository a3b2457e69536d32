//! Token revocation (RFC 7009).

use axum::extract::{Request, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

use super::client::Client;
use super::error::{NO_STORE, OAuthError};
use super::introspect::authenticated;
use super::jwt::{self, BadToken, Claims};
use super::{SECOND, TokenHost, grant};

/// Revokes a token of the client. An unknown token also counts as revoked (§2.2). With a refresh
/// token, everything issued for the same consent is revoked.
pub(super) async fn revoke(State(host): State<TokenHost>, request: Request) -> Response {
    match revoked(&host, request).await {
        Ok(()) => [(CACHE_CONTROL, NO_STORE)].into_response(),
        Err(error) => error.into_response(),
    }
}

async fn revoked(host: &TokenHost, request: Request) -> Result<(), OAuthError> {
    let (client, form) = authenticated(host, request).await?;
    let token = form.need("token")?;
    let (issuer, audiences) = (&host.addresses.auth_url, host.addresses.audiences());
    match jwt::verify(&host.keys, token, issuer, &audiences).await {
        Ok(claims) => revoke_access_token(host, &client, claims).await,
        Err(BadToken::Unknown(error)) => Err(OAuthError::server_error(error)),
        Err(BadToken::Spent(_)) => Ok(()),
        Err(BadToken::Forged) => revoke_refresh_token(host, &client, token).await,
    }
}

async fn revoke_access_token(
    host: &TokenHost,
    client: &Client,
    claims: Claims,
) -> Result<(), OAuthError> {
    check_owner(client, &claims.client_id)?;
    sqlx::query("INSERT INTO revoked_tokens (jti, expires) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(claims.jti)
        // Kept until the clock tolerance has passed as well.
        .bind((claims.exp + 120) * SECOND)
        .execute(host.store.writes())
        .await?;
    host.store.forget();
    Ok(())
}

async fn revoke_refresh_token(
    host: &TokenHost,
    client: &Client,
    token: &str,
) -> Result<(), OAuthError> {
    let mut tx = host.store.begin().await?;
    let Some((consent, _)) = grant::of_refresh_token(&mut tx, token).await? else {
        return Ok(());
    };
    check_owner(client, &consent.client_id)?;
    grant::revoke(&mut tx, &consent.id).await?;
    Ok(tx.commit().await?)
}

/// Checks that a client revokes only its own tokens (§2.1).
fn check_owner(client: &Client, owner: &str) -> Result<(), OAuthError> {
    if client.id == owner {
        return Ok(());
    }
    Err(OAuthError::unauthorized_client(
        "The token was issued to another client.",
    ))
}
