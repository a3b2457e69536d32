//! The grant `authorization_code` (RFC 6749 §4.1.3) with PKCE (RFC 7636 §4.6).

use types::{TokenRequest, TokenResponse};

use super::client::Client;
use super::endpoint::Issue;
use super::error::OAuthError;
use super::grant::{self, Grant};
use super::{TokenHost, pkce, scope};

/// Redeems a code. It can be used once by its client; a second use revokes everything issued for
/// the first (RFC 6749 §4.1.2, RFC 9700 §2.1.1).
pub(super) async fn redeem(
    host: &TokenHost,
    client: &Client,
    request: &TokenRequest,
    audience: String,
) -> Result<TokenResponse, OAuthError> {
    let missing =
        |name: &str| OAuthError::invalid_request(format!("The parameter {name} is missing."));
    let code = request.code.as_deref().ok_or_else(|| missing("code"))?;
    let redirect = request
        .redirect_uri
        .as_ref()
        .ok_or_else(|| missing("redirect_uri"))?;
    let verifier = request
        .code_verifier
        .as_deref()
        .ok_or_else(|| missing("code_verifier"))?;
    let key = host.signing_key().await?;
    let mut tx = host.store.begin().await?;
    let found = grant::of_code(&mut tx, code).await?;
    let Some(consent) = found.filter(|consent| consent.client_id == client.id) else {
        return Err(OAuthError::invalid_grant(
            "There is no such code for this client.",
        ));
    };
    if consent.code_was_used() {
        grant::revoke(&mut tx, &consent.id).await?;
        tx.commit().await?;
        return Err(replayed());
    }
    check(&consent, redirect.as_str(), verifier)?;
    let audience = bound(&consent, request, &audience)?;
    let asked = request.scope.as_deref();
    let scopes = scope::narrow(asked, &scope::both(&consent.scopes, &client.scopes))?;
    if !grant::use_code(&mut tx, &consent.id).await? {
        grant::revoke(&mut tx, &consent.id).await?;
        tx.commit().await?;
        return Err(replayed());
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

/// Checks that a code is redeemed by the client that it was issued to.
fn check(consent: &Grant, redirect: &str, verifier: &str) -> Result<(), OAuthError> {
    if !consent.code_is_alive() {
        return Err(OAuthError::invalid_grant(
            "The code has expired. Ask for a new one.",
        ));
    }
    if consent.redirect_uri != redirect {
        let description = "The redirect_uri is not that of the authorization request.";
        return Err(OAuthError::invalid_grant(description));
    }
    if !pkce::proves(verifier, &consent.challenge) {
        let description = "The code_verifier is not the one of the code_challenge.";
        return Err(OAuthError::invalid_grant(description));
    }
    Ok(())
}

/// Returns the audience of a token, limited to the consent (RFC 8707 §2.2).
pub(super) fn bound(
    consent: &Grant,
    request: &TokenRequest,
    audience: &str,
) -> Result<String, OAuthError> {
    match request.resource {
        Some(_) if audience != consent.resource => {
            let description = format!("What was consented to is for {}.", consent.resource);
            Err(OAuthError::invalid_target(description))
        }
        _ => Ok(consent.resource.clone()),
    }
}

fn replayed() -> OAuthError {
    OAuthError::invalid_grant("The code was used before. The tokens issued for it are revoked.")
}
