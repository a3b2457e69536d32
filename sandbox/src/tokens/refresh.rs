//! The grant `refresh_token` (RFC 6749 §6), with rotation (RFC 9700 §4.14.2).

use sqlx::{Any, Transaction};
use types::{TokenRequest, TokenResponse};

use super::client::Client;
use super::code::bound;
use super::endpoint::Issue;
use super::error::OAuthError;
use super::{TokenHost, grant, scope};

/// Exchanges a refresh token for an access token and the next refresh token. A repeated token was
/// stolen, either before or after the exchange, so everything issued for the consent is revoked.
///
/// The scopes can be narrowed for the access token; the refresh token keeps them all.
pub(super) async fn refresh(
    host: &TokenHost,
    client: &Client,
    request: &TokenRequest,
    audience: String,
) -> Result<TokenResponse, OAuthError> {
    let missing = || OAuthError::invalid_request("The parameter refresh_token is missing.");
    let token = request.refresh_token.as_deref().ok_or_else(missing)?;
    let key = host.signing_key().await?;
    let mut tx = host.store.begin().await?;
    let found = grant::of_refresh_token(&mut tx, token).await?;
    let found = found.filter(|(consent, _)| consent.client_id == client.id);
    let Some((consent, was_used)) = found.filter(|(consent, _)| consent.is_alive()) else {
        let description =
            "There is no such refresh token for this client, or it is no longer good.";
        return Err(OAuthError::invalid_grant(description));
    };
    if was_used {
        return Err(replayed(tx, &consent.id).await);
    }
    let audience = bound(&consent, request, &audience)?;
    let asked = request.scope.as_deref();
    let scopes = scope::narrow(asked, &scope::both(&consent.scopes, &client.scopes))?;
    if !grant::use_refresh_token(&mut tx, token).await? {
        return Err(replayed(tx, &consent.id).await);
    }
    let issue = Issue {
        client,
        subject: &consent.user_id,
        audience,
        scopes,
        asked,
        grant_id: Some(&consent.id),
    };
    host.issue_renewable(&key, issue, tx, &consent.id).await
}

async fn replayed(mut tx: Transaction<'static, Any>, id: &str) -> OAuthError {
    let revoked = match grant::revoke(&mut tx, id).await {
        Ok(()) => tx.commit().await,
        failed => failed,
    };
    match revoked {
        Ok(()) => OAuthError::invalid_grant(
            "The refresh token was used before. Everything issued from it is revoked.",
        ),
        Err(error) => error.into(),
    }
}
