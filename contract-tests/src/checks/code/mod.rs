//! Checks of the authorization code grant, PKCE and refresh.

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[];
