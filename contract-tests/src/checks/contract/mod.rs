//! Checks of what the description says of each answer.

mod body_valid;
mod complete_answer;
mod headers_valid;
mod media_type_declared;
mod status_declared;
mod unknown_resource;
mod valid_accepted;
mod violation_refused;

use spec::model::{Operation, Response, Status};

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &status_declared::CHECK,
    &media_type_declared::CHECK,
    &body_valid::CHECK,
    &headers_valid::CHECK,
    &valid_accepted::CHECK,
    &violation_refused::CHECK,
    &complete_answer::CHECK,
    &unknown_resource::CHECK,
];

/// What HTTP says by itself, whatever operation was asked (RFC 9110 §15, RFC 6585).
pub const OF_HTTP: [u16; 10] = [405, 408, 414, 417, 426, 431, 429, 501, 503, 505];

/// Whether an answer has no content by its status (RFC 9110 §6.4.1), whatever is declared.
#[must_use]
pub const fn has_no_content(status: u16) -> bool {
    matches!(status, 100..=199 | 204 | 205 | 304)
}

/// What an operation declares for a status: the status itself, its class, or `default`.
#[must_use]
pub fn declared(operation: &Operation, status: u16) -> Option<&Response> {
    let find = |wanted: Status| operation.responses.iter().find(|one| one.status == wanted);
    let class = u8::try_from(status / 100).unwrap_or(0);
    find(Status::Code(status))
        .or_else(|| find(Status::Range(class)))
        .or_else(|| find(Status::Default))
}
