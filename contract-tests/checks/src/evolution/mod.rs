//! Checks of deprecation, versioning and limits.

mod burst_unlimited;
mod client_tolerates_unknown;
mod deprecation_date;
mod deprecation_linked;
mod deprecation_on_success;
mod description_kept;
mod description_version;
mod fields_kept;
mod no_rate_limit_fields;
mod no_version_segment;
mod notice_of_a_year;
mod samples;
mod sunset_after_deprecation;
mod sunset_date;
mod sunset_not_earlier;
mod sunset_not_over;
mod sunset_on_error;
mod sunset_on_success;
mod sunset_only_on_deprecated;
mod token_host_apart;

use std::sync::Arc;

use spec::model::{Method, Operation};

use crate::check::{Check, Seen};
use conformance_core::description::OperationId;
use conformance_core::exchange::{Exchange, Host};
use conformance_engine::session::Session;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &sunset_on_success::CHECK,
    &sunset_on_error::CHECK,
    &sunset_date::CHECK,
    &sunset_not_earlier::CHECK,
    &sunset_not_over::CHECK,
    &notice_of_a_year::CHECK,
    &deprecation_date::CHECK,
    &sunset_after_deprecation::CHECK,
    &deprecation_linked::CHECK,
    &sunset_only_on_deprecated::CHECK,
    &deprecation_on_success::CHECK,
    &no_version_segment::CHECK,
    &description_version::CHECK,
    &description_kept::CHECK,
    &fields_kept::CHECK,
    &token_host_apart::CHECK,
    &burst_unlimited::CHECK,
    &no_rate_limit_fields::CHECK,
    &client_tolerates_unknown::CHECK,
];

/// Returns the operation of an exchange whose request has the operation's method.
fn asked<'s>(seen: &Seen<'s>) -> Option<&'s Operation> {
    let operation = seen.operation()?;
    (seen.exchange.request.method == operation.method.as_str()).then_some(operation)
}

/// Returns the name of a request's target: the operation, or method and path.
fn name(seen: &Seen<'_>) -> String {
    seen.operation()
        .map_or_else(|| "an answer".to_owned(), |operation| operation.id.clone())
}

/// Returns the operations on the API's host that list or read with GET and whose path variables are
/// all known, shortest path first, each with the path of its request.
async fn readable(session: &Session) -> Vec<(OperationId, String)> {
    let mut all: Vec<(OperationId, &Operation)> = session
        .description
        .operations()
        .filter(|(_, one)| one.method == Method::Get && session.host(one) == Host::Resource)
        .filter(|(_, one)| one.deprecation.is_none() && !one.security.is_empty())
        .filter(|(_, one)| one.responses.iter().any(|one| one.status.is_success()))
        .collect();
    all.sort_by_key(|(id, one)| (one.path.matches('{').count(), one.path.len(), *id));
    let mut found = Vec::new();
    for (id, _) in all {
        // An operation without a known value or a credential cannot be called; the plan reports it.
        if let Ok((request, _)) = session.prepare(id).request().await {
            found.push((id, request.target));
        }
    }
    found
}

/// Returns whether the response is JSON with a 2xx status.
fn serves_json(exchange: &Arc<Exchange>) -> bool {
    let response = exchange.response();
    response.is_some_and(|one| one.is_success() && one.is_json() && one.json().is_ok())
}
