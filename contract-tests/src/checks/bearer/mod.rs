//! Checks of bearer tokens on the resource host, and organizations.

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
