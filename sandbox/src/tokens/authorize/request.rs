//! Authorization requests (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2.1).

use axum::http::StatusCode;
use types::Scope;

use super::named;
use crate::tokens::client::Client;
use crate::tokens::error::OAuthError;
use crate::tokens::form::Form;
use crate::tokens::redirect::is_registered;
use crate::tokens::{TokenHost, pkce, scope};

/// The longest `state` that is sent back.
const MAX_STATE: usize = 2048;

/// The request of a client to a user.
#[derive(Debug)]
pub(super) struct AuthorizationRequest {
    pub(super) client: Client,
    pub(super) redirect_uri: String,
    pub(super) state: Option<String>,
    pub(super) scopes: Vec<Scope>,
    pub(super) resource: String,
    pub(super) challenge: String,
}

/// Why a request gets no code, and who is informed.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The user: the client's address is not known to be valid, so the browser is not redirected.
    Page { status: StatusCode, detail: String },
    /// The client (RFC 6749 §4.1.2.1).
    Client {
        redirect_uri: String,
        state: Option<String>,
        error: &'static str,
        description: String,
    },
}

impl Refusal {
    /// Returns a refusal for the user.
    pub(super) fn page(detail: &str) -> Self {
        Self::Page {
            status: StatusCode::BAD_REQUEST,
            detail: detail.to_owned(),
        }
    }
}

impl AuthorizationRequest {
    /// Parses the request in a query.
    pub(super) async fn read(host: &TokenHost, query: &str) -> Result<Self, Refusal> {
        let form = Form::parse(query.as_bytes());
        if form.repeats(&["client_id", "redirect_uri"]) {
            return Err(Refusal::page(
                "The application has sent a parameter more than once.",
            ));
        }
        let client = named(host, &form).await?;
        let Some(redirect_uri) = form.get("redirect_uri").map(ToOwned::to_owned) else {
            return Err(Refusal::page("The application has sent no redirect_uri."));
        };
        if !is_registered(&host.store, &client.id, &redirect_uri).await? {
            return Err(Refusal::page(
                "The redirect_uri is not one that is registered for the application.",
            ));
        }
        // From here on, errors are sent to the client.
        let state = form.get("state").filter(|state| state.len() <= MAX_STATE);
        let state = state.map(ToOwned::to_owned);
        let refused = |error, description: &str| Refusal::Client {
            redirect_uri: redirect_uri.clone(),
            state: state.clone(),
            error,
            description: description.to_owned(),
        };
        let challenge = check(&form)
            .map_err(|(error, text)| refused(error, text))?
            .to_owned();
        let scopes = scope::narrow(form.get("scope"), &client.scopes);
        let scopes = scopes.map_err(|error| refused("invalid_scope", &error.description))?;
        let resource = host.addresses.audience(form.get("resource"));
        let resource =
            resource.map_err(|error: OAuthError| refused("invalid_target", &error.description))?;
        Ok(Self {
            client,
            redirect_uri,
            state,
            scopes,
            resource,
            challenge,
        })
    }

    /// Returns a refusal for the client.
    pub(super) fn refused(&self, error: &'static str, description: &str) -> Refusal {
        Refusal::Client {
            redirect_uri: self.redirect_uri.clone(),
            state: self.state.clone(),
            error,
            description: description.to_owned(),
        }
    }
}

/// Returns the challenge, if the request is supported: codes, with PKCE by S256 (RFC 9700 §2.1.1),
/// in the query.
fn check(form: &Form) -> Result<&str, (&'static str, &'static str)> {
    if form.check_once().is_err() {
        return Err(("invalid_request", "A parameter was sent more than once."));
    }
    if form
        .get("state")
        .is_some_and(|state| state.len() > MAX_STATE)
    {
        return Err(("invalid_request", "The state is too long."));
    }
    if form.get("request").is_some() {
        return Err(("request_not_supported", "Send the parameters themselves."));
    }
    if form.get("request_uri").is_some() {
        return Err((
            "request_uri_not_supported",
            "Send the parameters themselves.",
        ));
    }
    match form.get("response_type") {
        Some("code") => {}
        Some(_) => {
            return Err((
                "unsupported_response_type",
                "The response_type must be code.",
            ));
        }
        None => {
            return Err((
                "invalid_request",
                "The response_type is missing: send code.",
            ));
        }
    }
    if form
        .get("response_mode")
        .is_some_and(|mode| mode != "query")
    {
        return Err(("invalid_request", "The response_mode must be query."));
    }
    match (
        form.get("code_challenge"),
        form.get("code_challenge_method"),
    ) {
        (None, _) => Err(("invalid_request", "PKCE is needed: send a code_challenge.")),
        (Some(challenge), Some("S256")) if pkce::is_challenge(challenge) => Ok(challenge),
        (Some(_), Some("S256")) => Err((
            "invalid_request",
            "The code_challenge is not the base64url of a SHA-256.",
        )),
        (Some(_), _) => Err(("invalid_request", "The code_challenge_method must be S256.")),
    }
}
