//! Checks of errors, JSON and compatible changes.

mod answers_open;
mod date_time_valid;
mod errors_alike;
mod errors_reveal_nothing;
mod idempotency_key;
mod integers_exact;
mod json_names_unique;
mod json_utf8;
mod odd_paths_refused;
mod problem_members;
mod unknown_treated_alike;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &problem_members::CHECK,
    &errors_alike::CHECK,
    &errors_reveal_nothing::CHECK,
    &json_utf8::CHECK,
    &json_names_unique::CHECK,
    &date_time_valid::CHECK,
    &integers_exact::CHECK,
    &answers_open::CHECK,
    &unknown_treated_alike::CHECK,
    &odd_paths_refused::CHECK,
    &idempotency_key::CHECK,
];
