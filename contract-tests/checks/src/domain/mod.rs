//! Checks of this one service: offers, entitlements, usage and reports.

pub mod interface;
mod lists_answered;
mod offer_listed;
mod totals_add_up;
mod unknown_entitlement_refused;
mod usage_bounded;
mod usage_id_once;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &lists_answered::CHECK,
    &offer_listed::CHECK,
    &unknown_entitlement_refused::CHECK,
    &usage_id_once::CHECK,
    &usage_bounded::CHECK,
    &totals_add_up::CHECK,
];
