//! Refusals of the stubs, as problems of the service.

use server::runtime::{FieldError, Kind, Place, Rejection, Reply};
use types::ProblemError;
use types::runtime::Operation;

use crate::failure::problem;

/// Returns the problem of a refusal.
pub(crate) fn reply(rejection: &Rejection, _: Option<&'static Operation>) -> Reply {
    let refused = rejection.problem();
    let status = refused.kind.status().as_u16();
    let detail = Some(refused.detail.clone());
    let mut problem = problem(status, kind(refused.kind), detail);
    if !refused.errors.is_empty() {
        problem.errors = Some(refused.errors.iter().map(error).collect());
    }
    Reply::json(status, "application/problem+json", &problem)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::UnknownPath | Kind::NotFound => "not-found",
        Kind::UnknownMethod => "method-not-allowed",
        Kind::MissingCredential | Kind::InvalidCredential => "unauthorized",
        Kind::InsufficientScope => "forbidden",
        Kind::BodyTooLarge => "payload-too-large",
        Kind::UnsupportedMediaType => "unsupported-media-type",
        Kind::AmbiguousCredential
        | Kind::InvalidParameter
        | Kind::MissingBody
        | Kind::MalformedBody
        | Kind::InvalidBody => "bad-request",
        Kind::AuthenticatorUnavailable | Kind::NotImplemented | Kind::Internal => "internal-error",
    }
}

fn error(error: &FieldError) -> ProblemError {
    let problem = ProblemError::new(error.detail.clone());
    match &error.place {
        Place::Body(pointer) => ProblemError {
            pointer: Some(pointer.clone()),
            ..problem
        },
        Place::Parameter { name, .. } => ProblemError {
            parameter: Some(name.clone()),
            ..problem
        },
    }
}
