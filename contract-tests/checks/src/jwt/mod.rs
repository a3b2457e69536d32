//! Checks of access tokens that are JWTs.

mod forgery;
mod jwt_claims;
mod jwt_forged_header;
mod jwt_forged_signature;
mod jwt_forged_times;
mod jwt_personal_claims;
mod jwt_signature;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &jwt_signature::CHECK,
    &jwt_claims::CHECK,
    &jwt_forged_signature::CHECK,
    &jwt_forged_header::CHECK,
    &jwt_forged_times::CHECK,
    &jwt_personal_claims::CHECK,
];
