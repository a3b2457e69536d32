//! Checks of what holds across calls.

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
