//! Checks of access tokens that are JWTs.

mod claims;
mod forged_header;
mod forged_signature;
mod forged_times;
mod forgery;
mod personal_claims;
mod signature;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &signature::CHECK,
    &claims::CHECK,
    &forged_signature::CHECK,
    &forged_header::CHECK,
    &forged_times::CHECK,
    &personal_claims::CHECK,
];
