//! Checks of resource indicators.

mod resource_accepted;
mod resource_in_audience;
mod resource_no_foreign_audience;
mod resource_not_absolute_refused;
mod resource_other_audience_refused;
mod resource_unknown_refused;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &resource_accepted::CHECK,
    &resource_no_foreign_audience::CHECK,
    &resource_unknown_refused::CHECK,
    &resource_not_absolute_refused::CHECK,
    &resource_in_audience::CHECK,
    &resource_other_audience_refused::CHECK,
];

/// A resource that no deployment serves: the name is reserved (RFC 6761 §6.4).
const FOREIGN: &str = "https://conformance.invalid/";

/// Returns whether two addresses are equal, apart from a slash at the end.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}
