//! The grant `client_credentials` (RFC 6749 §4.4).

use types::{TokenRequest, TokenResponse};

use super::client::Client;
use super::endpoint::Issue;
use super::error::OAuthError;
use super::{TokenHost, scope};

/// Issues an access token for the client itself, without a refresh token (§4.4.3).
pub(super) async fn grant(
    host: &TokenHost,
    client: &Client,
    request: &TokenRequest,
    audience: String,
) -> Result<TokenResponse, OAuthError> {
    if client.is_public {
        let description = "A public client has no credentials: use authorization_code.";
        return Err(OAuthError::unauthorized_client(description));
    }
    let asked = request.scope.as_deref();
    let scopes = scope::narrow(asked, &client.scopes)?;
    let key = host.signing_key().await?;
    let subject = &client.id;
    host.issue(
        &key,
        Issue {
            client,
            subject,
            audience,
            scopes,
            asked,
            grant_id: None,
        },
    )
}
