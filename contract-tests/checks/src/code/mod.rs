//! Checks of the authorization code flow, PKCE and refresh tokens.

mod browser;
mod challenge_listed;
mod challenge_needed;
mod challenge_needed_confidential;
mod code_once;
mod code_replay_revokes;
mod flow;
mod html;
mod implicit_refused;
mod page_guarded;
mod plain_refused;
mod redirect_exact;
mod refresh_family;
mod refresh_narrow;
mod refresh_rotated;
mod response_issuer;
mod response_state;
mod verifier_proved;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &challenge_listed::CHECK,
    &plain_refused::CHECK,
    &challenge_needed::CHECK,
    &challenge_needed_confidential::CHECK,
    &verifier_proved::CHECK,
    &code_once::CHECK,
    &code_replay_revokes::CHECK,
    &redirect_exact::CHECK,
    &response_state::CHECK,
    &response_issuer::CHECK,
    &page_guarded::CHECK,
    &implicit_refused::CHECK,
    &refresh_rotated::CHECK,
    &refresh_family::CHECK,
    &refresh_narrow::CHECK,
];
