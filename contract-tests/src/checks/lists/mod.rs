//! Checks of lists: pages, order, filters.

pub mod survey;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
