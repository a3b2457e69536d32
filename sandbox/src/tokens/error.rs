//! OAuth errors (RFC 6749 §5.2).

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use server::runtime::AnyStatus;
use server::tokens::CreateTokenResponse;
use types::{TokenError, TokenErrorCode};

/// The cache control of responses with secrets (RFC 6749 §5.1).
pub(super) const NO_STORE: &str = "no-store";

/// The challenge of a 401, which must exist (RFC 9110 §15.5.2) although there is no registered
/// scheme for secrets in a form.
const CHALLENGE: &str = r#"ClientSecretPost realm="oauth2", error="invalid_client""#;

/// The challenge for a client that has used a header (RFC 6749 §5.2).
const BASIC_CHALLENGE: &str = r#"Basic realm="oauth2", charset="UTF-8""#;

/// An error of the token host.
#[derive(Debug, Clone)]
pub(super) struct OAuthError {
    pub(super) code: TokenErrorCode,
    pub(super) description: String,
    status: u16,
    challenge: &'static str,
}

impl OAuthError {
    fn new(status: u16, code: TokenErrorCode, description: impl Into<String>) -> Self {
        let description = description.into().replace(['"', '\\'], "'");
        let legal = |character: &char| matches!(character, ' '..='~');
        let description = description.chars().filter(legal).collect();
        Self {
            code,
            description,
            status,
            challenge: CHALLENGE,
        }
    }

    pub(super) fn invalid_request(description: impl Into<String>) -> Self {
        Self::new(400, TokenErrorCode::InvalidRequest, description)
    }

    pub(super) fn too_large(description: impl Into<String>) -> Self {
        Self::new(413, TokenErrorCode::InvalidRequest, description)
    }

    pub(super) fn not_a_form(description: impl Into<String>) -> Self {
        Self::new(415, TokenErrorCode::InvalidRequest, description)
    }

    /// Returns the status of its response.
    pub(super) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST)
    }

    /// Returns an error that does not reveal whether the id or the secret was wrong.
    pub(super) fn invalid_client() -> Self {
        Self::new(
            401,
            TokenErrorCode::InvalidClient,
            "Client authentication has failed.",
        )
    }

    /// Returns an error for a client that has used the `Authorization` header.
    pub(super) fn by_header() -> Self {
        let description = "Send client_id and client_secret in the form (client_secret_post).";
        let error = Self::new(401, TokenErrorCode::InvalidClient, description);
        Self {
            challenge: BASIC_CHALLENGE,
            ..error
        }
    }

    pub(super) fn invalid_grant(description: impl Into<String>) -> Self {
        Self::new(400, TokenErrorCode::InvalidGrant, description)
    }

    pub(super) fn unauthorized_client(description: impl Into<String>) -> Self {
        Self::new(400, TokenErrorCode::UnauthorizedClient, description)
    }

    pub(super) fn unsupported_grant_type() -> Self {
        let description = "Use client_credentials, authorization_code or refresh_token.";
        Self::new(400, TokenErrorCode::UnsupportedGrantType, description)
    }

    pub(super) fn invalid_scope(description: impl Into<String>) -> Self {
        Self::new(400, TokenErrorCode::InvalidScope, description)
    }

    pub(super) fn invalid_target(description: impl Into<String>) -> Self {
        Self::new(400, TokenErrorCode::InvalidTarget, description)
    }

    /// Logs an internal error, and returns one without details.
    pub(super) fn server_error(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "the token host has failed");
        let description = "The service has failed. Try again later.";
        Self::new(500, TokenErrorCode::ServerError, description)
    }

    pub(super) fn body(&self) -> TokenError {
        TokenError {
            error_description: Some(self.description.clone()),
            ..TokenError::new(self.code.clone())
        }
    }
}

impl From<sqlx::Error> for OAuthError {
    fn from(error: sqlx::Error) -> Self {
        Self::server_error(error)
    }
}

impl From<OAuthError> for CreateTokenResponse {
    fn from(error: OAuthError) -> Self {
        let (body, cache_control) = (error.body(), NO_STORE.to_owned());
        let www_authenticate = error.challenge.to_owned();
        match (error.status, AnyStatus::new(error.status)) {
            (401, _) => Self::Unauthorized {
                body,
                cache_control,
                www_authenticate,
            },
            (500.., Some(status)) => Self::Default {
                status,
                body,
                cache_control,
            },
            _ => Self::BadRequest {
                body,
                cache_control,
            },
        }
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let status = self.status();
        let headers = [
            (CACHE_CONTROL, NO_STORE),
            (CONTENT_TYPE, "application/json"),
        ];
        let body = serde_json::to_string(&self.body()).unwrap_or_default();
        let mut response = (status, headers, body).into_response();
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static(self.challenge);
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
