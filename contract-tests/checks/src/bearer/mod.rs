//! Checks of bearer tokens on the resource host.

mod basic_refused;
mod bearer_challenge_parameter;
mod bearer_offered;
mod challenge_characters;
mod challenge_without_error;
mod credential_required;
mod forbidden_not_401;
mod foreign;
mod insufficient_scope_told;
mod invalid_token_told;
mod not_for_shared_caches;
mod one_credential;
mod organizations_alike;
mod organizations_apart;
mod other_organization_refused;
mod revoked_token_refused;
mod scheme_without_case;
mod token_in_header_only;
mod unusable_token_refused;

use spec::model::{Operation, SecurityKind};

use crate::check::{Check, Seen};
use crate::http::read_that;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Host, Request};
use conformance_engine::session::{Session, Stop};

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &credential_required::CHECK,
    &bearer_offered::CHECK,
    &bearer_challenge_parameter::CHECK,
    &challenge_without_error::CHECK,
    &unusable_token_refused::CHECK,
    &revoked_token_refused::CHECK,
    &invalid_token_told::CHECK,
    &insufficient_scope_told::CHECK,
    &one_credential::CHECK,
    &token_in_header_only::CHECK,
    &scheme_without_case::CHECK,
    &basic_refused::CHECK,
    &other_organization_refused::CHECK,
    &organizations_apart::CHECK,
    &organizations_alike::CHECK,
    &challenge_characters::CHECK,
    &not_for_shared_caches::CHECK,
    &forbidden_not_401::CHECK,
];

/// Returns whether an operation requires a credential.
#[must_use]
pub fn needs_credential(operation: &Operation) -> bool {
    let mut alternatives = operation.security.iter();
    !operation.security.is_empty() && alternatives.all(|one| !one.schemes.is_empty())
}

/// Returns whether an operation accepts bearer tokens.
#[must_use]
pub fn takes_bearer(description: &Description, operation: &Operation) -> bool {
    let names = operation.security.iter().flat_map(|one| &one.schemes);
    names.into_iter().any(|(name, _)| {
        let mut schemes = description.api.security_schemes.iter();
        schemes.any(|scheme| {
            let is_bearer = match &scheme.kind {
                SecurityKind::Http { scheme, .. } => scheme.eq_ignore_ascii_case("bearer"),
                SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => true,
                _ => false,
            };
            scheme.name == *name && is_bearer
        })
    })
}

/// Returns a read that requires a credential and accepts bearer tokens.
fn any_guarded_read(session: &Session) -> Result<OperationId, Stop> {
    let description = &session.description;
    let found = read_that(session, |operation| {
        needs_credential(operation) && takes_bearer(description, operation)
    });
    let none = || Stop::Skip("no GET whose path is known requires a bearer token".to_owned());
    found.ok_or_else(none)
}

/// Returns the operation of an exchange with the resource host, if it accepts bearer tokens.
fn guarded<'s>(seen: &Seen<'s>) -> Option<&'s Operation> {
    let operation = seen.operation()?;
    let is_own = seen.exchange.request.host == Host::Resource
        && seen.exchange.request.method == operation.method.as_str();
    (is_own && needs_credential(operation) && takes_bearer(seen.description(), operation))
        .then_some(operation)
}

/// Returns the bearer token of a request, if it has one that matches the grammar (RFC 6750 §2.1).
fn bearer_of(request: &Request) -> Option<&str> {
    let (scheme, token) = request.header("authorization")?.split_once(' ')?;
    let token = token.trim();
    let legal = |c: char| c.is_ascii_alphanumeric() || "-._~+/=".contains(c);
    let is_token = !token.is_empty() && token.chars().all(legal);
    (scheme.eq_ignore_ascii_case("bearer") && is_token).then_some(token)
}

/// Returns whether a request has no credential at all.
fn is_bare(request: &Request) -> bool {
    let fields = ["authorization", "cookie", "x-api-key"];
    fields.iter().all(|name| request.header(name).is_none())
        && !request.target.contains("access_token=")
        && !request.target.contains("api_key=")
}
