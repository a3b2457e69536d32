//! Checks of discovery documents and key sets.

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
