//! Checks of resource indicators (RFC 8707).

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
