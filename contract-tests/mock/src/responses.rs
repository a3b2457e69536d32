//! Selects the response of an operation.

use conformance_core::lookup::declared;
use spec::model::{MediaType, Operation, Response, Status};

use crate::negotiate::Accept;

/// Statuses that replace an undeclared refusal, in this order: for malformed requests, and for
/// conflicts.
const OF_INPUT: [u16; 6] = [400, 422, 409, 404, 403, 410];
const OF_STATE: [u16; 5] = [409, 422, 403, 404, 410];

/// Returns the declared success: the first one that the client accepts and that has JSON, or else
/// the first that it accepts, or else the first.
pub(crate) fn success<'o>(
    operation: &'o Operation,
    accept: &Accept,
) -> (u16, Option<&'o Response>) {
    let all = || {
        operation
            .responses
            .iter()
            .filter(|one| one.status.is_success())
    };
    let is_json = |one: &&Response| accept.choose(&one.content).is_some_and(MediaType::is_json);
    let with_json = all().find(is_json);
    let is_accepted =
        |one: &&Response| one.content.is_empty() || accept.choose(&one.content).is_some();
    let found = with_json
        .or_else(|| all().find(is_accepted))
        .or_else(|| all().next());
    // If no success is declared, `default` or a redirect is used.
    let found = found.or_else(|| {
        let mut others = operation.responses.iter();
        others.find(|one| one.status == Status::Default)
    });
    let found = found.or_else(|| {
        let mut others = operation.responses.iter();
        others.find(|one| matches!(one.status, Status::Code(300..400) | Status::Range(3)))
    });
    // Only refusals are declared.
    let found = found.or_else(|| {
        let mut others = operation.responses.iter();
        others.find(|one| {
            let is_only = operation.responses.len() == 1;
            is_only && matches!(one.status, Status::Code(402..=499))
        })
    });
    if found.is_none()
        && operation
            .responses
            .iter()
            .any(|one| one.status == Status::Code(101))
    {
        // It requires another protocol (RFC 9110 §15.5.22).
        return (426, declared(operation, 426));
    }
    let status = match found.map(|one| one.status) {
        Some(Status::Code(code)) => code,
        Some(Status::Range(3)) => 302,
        Some(Status::Range(_) | Status::Default) => 200,
        None => 204,
    };
    (status, found)
}

/// Returns the status of a refusal and its declaration: one of the wanted statuses, or else another
/// declared one, or else the first wanted one.
pub(crate) fn refusal<'o>(operation: &'o Operation, wanted: &[u16]) -> (u16, Option<&'o Response>) {
    let exactly =
        |status: &u16| declared(operation, *status).filter(|one| one.status != Status::Default);
    let found = wanted
        .iter()
        .find_map(|status| Some((*status, exactly(status)?)));
    let first = wanted.first().copied().unwrap_or(400);
    let by_default = || declared(operation, first).map(|one| (first, one));
    let others: &[u16] = match first {
        400 | 413 | 415 => &OF_INPUT,
        409 | 422 => &OF_STATE,
        _ => &[],
    };
    let other = || {
        let mut all = others.iter();
        all.find_map(|status| Some((*status, exactly(status)?)))
    };
    match found.or_else(by_default).or_else(other) {
        Some((status, response)) => (status, Some(response)),
        None => (first, None),
    }
}

/// Returns whether an operation declares one of these statuses.
pub(crate) fn refuses(operation: &Operation, wanted: &[u16]) -> bool {
    refusal(operation, wanted).1.is_some()
}
