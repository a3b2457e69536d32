//! Authenticates the client before a token request is validated.
//!
//! The stub validates the form before a handler sees it. But a client must be authenticated first,
//! so its secret is checked here, and the handler gets the result.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use types::GrantType;

use super::client::{self, Client};
use super::error::OAuthError;
use super::form::Form;
use crate::store::Store;
use crate::tokens::TokenHost;

/// The maximum size of a form, in bytes (the limit of the description).
const MAX_BYTES: usize = 1024 * 1024;

/// A form that the stub accepts, which replaces one that is already refused.
const REFUSED: &str = "grant_type=client_credentials&client_id=refused";

/// The client that requests a token, or why it is refused.
#[derive(Debug, Clone)]
pub(super) struct Asked(pub(super) Result<Client, OAuthError>);

/// Authenticates the client of a token request; other requests pass unchanged.
pub(super) async fn gate(State(host): State<TokenHost>, request: Request, next: Next) -> Response {
    let is_ours = request.method() == Method::POST && request.uri().path() == "/oauth2/token";
    if !is_ours || !is_form(request.headers()) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let form = match read(body).await {
        Ok(form) => form,
        Err(error) => return error.into_response(),
    };
    let asked = client_of_token_request(&host.store, &parts.headers, &form).await;
    let body = if asked.is_ok() {
        form.to_bytes()
    } else {
        Bytes::from_static(REFUSED.as_bytes())
    };
    parts.headers.insert(CONTENT_LENGTH, body.len().into());
    parts.extensions.insert(Asked(asked));
    next.run(Request::from_parts(parts, Body::from(body))).await
}

/// Returns the client of a form (RFC 6749 §2.3), or why the form is refused.
async fn client_of_token_request(
    store: &Store,
    headers: &HeaderMap,
    form: &Form,
) -> Result<Client, OAuthError> {
    let client = client_of(store, headers, form).await?;
    form.check_once()?;
    match GrantType::from(form.need("grant_type")?) {
        GrantType::Unknown(_) => Err(OAuthError::unsupported_grant_type()),
        _ => Ok(client),
    }
}

/// Returns the client of a form, which is the only place for its credentials.
pub(super) async fn client_of(
    store: &Store,
    headers: &HeaderMap,
    form: &Form,
) -> Result<Client, OAuthError> {
    match (
        headers.contains_key(AUTHORIZATION),
        form.get("client_secret"),
    ) {
        (true, None) => Err(OAuthError::by_header()),
        (true, Some(_)) => Err(OAuthError::invalid_request(
            "Authenticate in one way only (RFC 6749 section 2.3).",
        )),
        _ if form.repeats(&["client_id", "client_secret"]) => Err(OAuthError::invalid_request(
            "A credential was sent more than once.",
        )),
        _ => client::authenticate(store, form).await,
    }
}

/// Returns whether a body is labeled as a form without a content coding.
pub(super) fn is_form(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = media_type
        .and_then(|text| text.split(';').next())
        .unwrap_or_default()
        .trim();
    essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")
        && !headers.contains_key(CONTENT_ENCODING)
}

/// Returns the form of a body.
pub(super) async fn read(body: Body) -> Result<Form, OAuthError> {
    let bytes = Limited::new(body, MAX_BYTES)
        .collect()
        .await
        .map_err(|error| {
            if error.is::<LengthLimitError>() {
                OAuthError::too_large(format!("The body may have at most {MAX_BYTES} bytes."))
            } else {
                OAuthError::invalid_request("The body ended early.")
            }
        })?;
    let bytes = bytes.to_bytes();
    match std::str::from_utf8(&bytes) {
        Ok(_) => Ok(Form::parse(&bytes)),
        Err(_) => Err(OAuthError::invalid_request("The body is not UTF-8.")),
    }
}
