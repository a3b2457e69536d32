//! Checks of the token endpoint.

mod support;
mod token_basic_authentication;
mod token_basic_failure_challenged;
mod token_error_form;
mod token_errors_not_stored;
mod token_expires;
mod token_expires_in_number;
mod token_expires_in_present;
mod token_grant_type_needed;
mod token_issued;
mod token_json_refused;
mod token_media_type;
mod token_no_refresh_token;
mod token_not_stored;
mod token_one_authentication;
mod token_parameters_ignored;
mod token_post_only;
mod token_pragma;
mod token_repeated_parameter;
mod token_scope_told;
mod token_unknown_client_alike;
mod token_unsupported_grant;
mod token_usable;
mod token_wrong_secret;
mod tokens_differ;

pub use self::support::{Client, asked_form, error_code, field, token_text};
use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &token_issued::CHECK,
    &token_expires_in_number::CHECK,
    &token_expires_in_present::CHECK,
    &token_not_stored::CHECK,
    &token_pragma::CHECK,
    &token_media_type::CHECK,
    &token_scope_told::CHECK,
    &token_no_refresh_token::CHECK,
    &token_post_only::CHECK,
    &token_json_refused::CHECK,
    &token_error_form::CHECK,
    &token_wrong_secret::CHECK,
    &token_basic_failure_challenged::CHECK,
    &token_unknown_client_alike::CHECK,
    &token_unsupported_grant::CHECK,
    &token_grant_type_needed::CHECK,
    &token_repeated_parameter::CHECK,
    &token_parameters_ignored::CHECK,
    &token_basic_authentication::CHECK,
    &token_one_authentication::CHECK,
    &token_usable::CHECK,
    &token_expires::CHECK,
    &tokens_differ::CHECK,
    &token_errors_not_stored::CHECK,
];
