//! The token endpoint (RFC 6749 §3.2).

use server::runtime::Context;
use server::tokens::{CreateTokenRequest, CreateTokenResponse};
use sqlx::{Any, Transaction};
use types::runtime::Uri;
use types::{GrantType, Scope, TokenRequest, TokenResponse, TokenResponseRequired};

use super::client::Client;
use super::error::{NO_STORE, OAuthError};
use super::form::Form;
use super::gate::{self, Asked};
use super::jwt::{self, Claims};
use super::key::Key;
use super::{
    ACCESS_TOKEN_SECONDS, SECOND, TokenHost, code, credentials, grant, now, refresh, scope,
};
use crate::ids;

impl server::Tokens for TokenHost {
    async fn create_token(
        &self,
        context: Context,
        request: CreateTokenRequest,
    ) -> CreateTokenResponse {
        match self.token(&context, &request.body).await {
            Ok(body) => CreateTokenResponse::Ok {
                body,
                cache_control: NO_STORE.to_owned(),
            },
            Err(error) => error.into(),
        }
    }
}

impl TokenHost {
    async fn token(
        &self,
        context: &Context,
        request: &TokenRequest,
    ) -> Result<TokenResponse, OAuthError> {
        let client = match context.extensions.get::<Asked>() {
            Some(Asked(asked)) => asked.clone()?,
            // However it was sent, no request bypasses client authentication.
            None => {
                gate::client_of(&self.store, &context.headers, &credentials_of(request)).await?
            }
        };
        let audience = self
            .addresses
            .audience(request.resource.as_ref().map(Uri::as_str));
        match request.grant_type {
            GrantType::ClientCredentials => {
                credentials::grant(self, &client, request, audience?).await
            }
            GrantType::AuthorizationCode => code::redeem(self, &client, request, audience?).await,
            GrantType::RefreshToken => refresh::refresh(self, &client, request, audience?).await,
            GrantType::Unknown(_) => Err(OAuthError::unsupported_grant_type()),
        }
    }

    /// Returns the signing key. It is fetched before a transaction begins, which may need the only
    /// connection.
    pub(super) async fn signing_key(&self) -> Result<std::sync::Arc<Key>, OAuthError> {
        self.keys.current().await.map_err(OAuthError::server_error)
    }

    /// Issues an access token and the next refresh token of a consent, and commits the change.
    pub(super) async fn issue_renewable(
        &self,
        key: &Key,
        issue: Issue<'_>,
        mut tx: Transaction<'static, Any>,
        consent: &str,
    ) -> Result<TokenResponse, OAuthError> {
        let refresh_token = grant::next_refresh_token(&mut tx, consent).await?;
        let response = self.issue(key, issue)?;
        tx.commit().await?;
        Ok(TokenResponse {
            refresh_token: Some(refresh_token),
            ..response
        })
    }

    /// Issues an access token.
    pub(super) fn issue(&self, key: &Key, issue: Issue<'_>) -> Result<TokenResponse, OAuthError> {
        let issued = now() / SECOND;
        let granted = scope::print(&issue.scopes);
        let claims = Claims {
            iss: self.addresses.auth_url.clone(),
            sub: issue.subject.to_owned(),
            aud: issue.audience,
            client_id: issue.client.id.clone(),
            scope: granted.clone(),
            org_id: issue.client.org.clone(),
            jti: ids::id("tok"),
            iat: issued,
            exp: issued + ACCESS_TOKEN_SECONDS,
            grant_id: issue.grant_id.map(ToOwned::to_owned),
        };
        let token = jwt::sign(key, &claims).map_err(OAuthError::server_error)?;
        // Included if it differs from the requested one (RFC 6749 §5.1).
        let scope = (issue.asked != Some(&granted)).then_some(granted);
        Ok(TokenResponse {
            scope,
            expires_in: Some(ACCESS_TOKEN_SECONDS),
            ..TokenResponse::new(TokenResponseRequired {
                access_token: token,
                token_type: "Bearer".to_owned(),
            })
        })
    }
}

/// The parameters of a new access token.
#[derive(Debug)]
pub(super) struct Issue<'a> {
    pub(super) client: &'a Client,
    /// The user, or the client itself (RFC 9068 §2.2).
    pub(super) subject: &'a str,
    pub(super) audience: String,
    pub(super) scopes: Vec<Scope>,
    /// The requested scopes.
    pub(super) asked: Option<&'a str>,
    pub(super) grant_id: Option<&'a str>,
}

fn credentials_of(request: &TokenRequest) -> Form {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    form.append_pair("client_id", &request.client_id);
    if let Some(secret) = &request.client_secret {
        form.append_pair("client_secret", secret);
    }
    Form::parse(form.finish().as_bytes())
}
