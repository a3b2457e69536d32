//! Checks of the authorization code flow, PKCE and refresh tokens.

mod browser;
mod challenge;
mod code_challenge_listed;
mod code_challenge_needed;
mod code_challenge_needed_confidential;
mod code_implicit_refused;
mod code_once;
mod code_page_guarded;
mod code_plain_refused;
mod code_redirect_exact;
mod code_replay_revokes;
mod code_response_issuer;
mod code_response_state;
mod code_verifier_proved;
mod flow;
mod html;
mod refresh_family_revoked;
mod refresh_narrow;
mod refresh_rotated;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &code_challenge_listed::CHECK,
    &code_plain_refused::CHECK,
    &code_challenge_needed::CHECK,
    &code_challenge_needed_confidential::CHECK,
    &code_verifier_proved::CHECK,
    &code_once::CHECK,
    &code_replay_revokes::CHECK,
    &code_redirect_exact::CHECK,
    &code_response_state::CHECK,
    &code_response_issuer::CHECK,
    &code_page_guarded::CHECK,
    &code_implicit_refused::CHECK,
    &refresh_rotated::CHECK,
    &refresh_family_revoked::CHECK,
    &refresh_narrow::CHECK,
];
