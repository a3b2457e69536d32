//! Token introspection (RFC 7662).

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::access::holder;
use super::client::Client;
use super::error::{NO_STORE, OAuthError};
use super::form::Form;
use super::jwt::{self, BadToken};
use super::{SECOND, TokenHost, client, gate, grant, scope};

/// Introspects a token: returns everything about one of the client's organization, and nothing
/// about others.
pub(super) async fn introspect(State(host): State<TokenHost>, request: Request) -> Response {
    match state(&host, request).await {
        Ok(state) => {
            let headers = [
                (CONTENT_TYPE, "application/json"),
                (CACHE_CONTROL, NO_STORE),
            ];
            (headers, state.to_string()).into_response()
        }
        Err(error) => error.into_response(),
    }
}

async fn state(host: &TokenHost, request: Request) -> Result<Value, OAuthError> {
    let (client, form) = authenticated(host, request).await?;
    // A client without a secret could guess tokens (§2.1).
    if client.is_public {
        return Err(OAuthError::invalid_client());
    }
    let token = form.need("token")?;
    let known = match access_token(host, &client, token).await? {
        Some(known) => Some(known),
        None => refresh_token(host, &client, token).await?,
    };
    Ok(known.unwrap_or_else(|| json!({ "active": false })))
}

/// Returns the client of a request, and its form.
pub(super) async fn authenticated(
    host: &TokenHost,
    request: Request,
) -> Result<(Client, Form), OAuthError> {
    if !gate::is_form(request.headers()) {
        return Err(OAuthError::not_a_form(
            "Send application/x-www-form-urlencoded.",
        ));
    }
    let (parts, body) = request.into_parts();
    let form = gate::read(body).await?;
    let client = gate::client_of(&host.store, &parts.headers, &form).await?;
    form.check_once()?;
    Ok((client, form))
}

async fn access_token(
    host: &TokenHost,
    client: &Client,
    token: &str,
) -> Result<Option<Value>, OAuthError> {
    let (issuer, audiences) = (&host.addresses.auth_url, host.addresses.audiences());
    let claims = match jwt::verify(&host.keys, token, issuer, &audiences).await {
        Ok(claims) => claims,
        Err(BadToken::Unknown(error)) => return Err(OAuthError::server_error(error)),
        Err(BadToken::Forged | BadToken::Spent(_)) => return Ok(None),
    };
    let Some(holder) = holder(&host.store, &claims).await? else {
        return Ok(None);
    };
    if claims.org_id != client.org {
        return Ok(None);
    }
    let scopes = scope::both(&scope::parse(&claims.scope), &holder.scopes);
    Ok(Some(json!({
        "active": true, "token_type": "Bearer", "scope": scope::print(&scopes),
        "client_id": claims.client_id, "sub": claims.sub, "aud": claims.aud, "iss": claims.iss,
        "iat": claims.iat, "exp": claims.exp, "jti": claims.jti, "org_id": claims.org_id,
    })))
}

async fn refresh_token(
    host: &TokenHost,
    client: &Client,
    token: &str,
) -> Result<Option<Value>, OAuthError> {
    let mut connection = host.store.reads().acquire().await?;
    let found = grant::of_refresh_token(&mut connection, token).await?;
    // There may be only one connection.
    drop(connection);
    let good = found.filter(|(consent, was_used)| consent.is_alive() && !was_used);
    let Some((consent, _)) = good else {
        return Ok(None);
    };
    let holder = client::find(&host.store, &consent.client_id).await?;
    Ok(holder.filter(|holder| holder.org == client.org).map(|holder| {
        json!({
            "active": true, "scope": scope::print(&scope::both(&consent.scopes, &holder.scopes)),
            "client_id": consent.client_id, "sub": consent.user_id, "aud": consent.resource,
            "iss": host.addresses.auth_url, "exp": consent.expires / SECOND, "org_id": holder.org,
        })
    }))
}
