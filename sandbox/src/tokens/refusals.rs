//! Refusals of the stubs: OAuth errors (RFC 6749 §5.2) at the token endpoint, problems elsewhere.

use axum::response::IntoResponse as _;
use server::runtime::{Kind, Place, Rejection, Reply};
use types::operations::CREATE_TOKEN;
use types::runtime::Operation;

use super::error::OAuthError;
use crate::resource::refusal;

/// Returns the response for a refusal.
pub(super) fn reply(rejection: &Rejection, operation: Option<&'static Operation>) -> Reply {
    match operation {
        Some(operation) if operation.id == CREATE_TOKEN.id => {
            Reply::from(error(rejection).into_response())
        }
        _ => refusal(rejection, operation),
    }
}

fn error(rejection: &Rejection) -> OAuthError {
    let problem = rejection.problem();
    match problem.kind {
        Kind::BodyTooLarge => OAuthError::too_large(&*problem.detail),
        Kind::UnsupportedMediaType => {
            OAuthError::not_a_form("Send application/x-www-form-urlencoded, in UTF-8, as it is.")
        }
        Kind::Internal | Kind::AuthenticatorUnavailable => {
            OAuthError::server_error("the stub refused its own answer")
        }
        _ => of_field(rejection),
    }
}

/// Returns the error code for a wrong parameter, if there is a specific one.
fn of_field(rejection: &Rejection) -> OAuthError {
    let problem = rejection.problem();
    let first = problem.errors.first();
    let name = match first.map(|error| &error.place) {
        Some(Place::Body(pointer)) => pointer.trim_start_matches('/'),
        _ => "",
    };
    let detail = match first {
        Some(error) => format!("{name}: {}", error.detail),
        None => problem.detail.clone(),
    };
    match name {
        "resource" => OAuthError::invalid_target(detail),
        "scope" => OAuthError::invalid_scope(detail),
        "code" | "code_verifier" | "redirect_uri" | "refresh_token" => {
            OAuthError::invalid_grant(detail)
        }
        _ => OAuthError::invalid_request(detail),
    }
}
