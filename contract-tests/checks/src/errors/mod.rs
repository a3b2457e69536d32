//! Checks of errors, JSON and what may change.

mod date_time;
mod duplicates;
mod encoding;
mod idempotency;
mod leaks;
mod odd_paths;
mod open_responses;
mod problem;
mod safe_integers;
mod same_shape;
mod unknown_alike;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &problem::CHECK,
    &same_shape::CHECK,
    &leaks::CHECK,
    &encoding::CHECK,
    &duplicates::CHECK,
    &date_time::CHECK,
    &safe_integers::CHECK,
    &open_responses::CHECK,
    &unknown_alike::CHECK,
    &odd_paths::CHECK,
    &idempotency::CHECK,
];

/// A pointer with `*` for every index, so that the same member of all items is one finding.
fn general(pointer: &str) -> String {
    let parts = pointer.split('/').map(|part| {
        let is_index = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_index { "*" } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}
