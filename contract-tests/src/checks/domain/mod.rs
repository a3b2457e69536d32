//! Checks of this one service: offers, entitlements, usage and reports.

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
