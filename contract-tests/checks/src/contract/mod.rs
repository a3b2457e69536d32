//! Checks of responses against the description.

mod body_valid;
mod complete_answer;
mod headers_valid;
mod items;
mod media_type_declared;
mod status_declared;
mod undeclared_media_type_refused;
mod undeclared_method_refused;
mod unknown_resource_not_found;
mod valid_accepted;
mod violation_refused;

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
    &unknown_resource_not_found::CHECK,
    &undeclared_method_refused::CHECK,
    &undeclared_media_type_refused::CHECK,
];

/// Statuses that HTTP allows for every operation (RFC 9110 §15, RFC 6585).
pub const OF_HTTP: [u16; 10] = [405, 408, 414, 417, 426, 431, 429, 501, 503, 505];
