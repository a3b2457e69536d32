//! Checks of the token endpoint.

mod basic_authentication;
mod basic_failure_challenged;
mod error_form;
mod errors_not_stored;
mod expires_in_number;
mod expires_in_present;
mod grant_type_needed;
mod granted_scope_told;
mod json_refused;
mod no_refresh_token;
mod one_authentication;
mod parameters_ignored;
mod post_only;
mod pragma;
mod repeated_parameter;
mod support;
mod token_expires;
mod token_issued;
mod token_json;
mod token_not_stored;
mod token_usable;
mod tokens_differ;
mod unknown_client_alike;
mod unsupported_grant;
mod wrong_secret;

pub use self::support::{Client, asked_form, error_code, field, token_text};
use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &token_issued::CHECK,
    &expires_in_number::CHECK,
    &expires_in_present::CHECK,
    &token_not_stored::CHECK,
    &pragma::CHECK,
    &token_json::CHECK,
    &granted_scope_told::CHECK,
    &no_refresh_token::CHECK,
    &post_only::CHECK,
    &json_refused::CHECK,
    &error_form::CHECK,
    &wrong_secret::CHECK,
    &basic_failure_challenged::CHECK,
    &unknown_client_alike::CHECK,
    &unsupported_grant::CHECK,
    &grant_type_needed::CHECK,
    &repeated_parameter::CHECK,
    &parameters_ignored::CHECK,
    &basic_authentication::CHECK,
    &one_authentication::CHECK,
    &token_usable::CHECK,
    &token_expires::CHECK,
    &tokens_differ::CHECK,
    &errors_not_stored::CHECK,
];
