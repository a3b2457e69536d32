//! Checks of resource indicators.

mod audience_is_resource;
mod bad_resource;
mod foreign_audience;
mod other_audience_refused;
mod resource_accepted;
mod unknown_resource;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &resource_accepted::CHECK,
    &foreign_audience::CHECK,
    &unknown_resource::CHECK,
    &bad_resource::CHECK,
    &audience_is_resource::CHECK,
    &other_audience_refused::CHECK,
];

/// A resource that no deployment serves: the name is reserved (RFC 6761 §6.4).
const FOREIGN: &str = "https://conformance.invalid/";

/// Whether two addresses are the same, but for a slash at the end.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}
