//! Checks of discovery: what the token host publishes about itself.

mod auth_methods;
mod challenge_names_metadata;
mod documents;
mod documents_agree;
mod endpoints;
mod grant_types;
mod issuer;
mod key_ids;
mod key_set;
mod key_use;
mod keys_public;
mod keys_strong;
mod no_empty_arrays;
mod offline_access;
mod openid;
mod origins;
mod resource_metadata;
mod resource_methods;
mod resource_named;
mod same_keys;
mod signing_algorithms;
mod support;

pub use self::support::{
    AUTHORIZATION_SERVER, KEY_SET, MCP_RESOURCE, OPENID, PROTECTED_RESOURCE, document, keys,
    local_target, text, texts,
};
use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &documents::CHECK,
    &issuer::CHECK,
    &endpoints::CHECK,
    &grant_types::CHECK,
    &auth_methods::CHECK,
    &no_empty_arrays::CHECK,
    &same_keys::CHECK,
    &openid::CHECK,
    &documents_agree::CHECK,
    &origins::CHECK,
    &signing_algorithms::CHECK,
    &resource_metadata::CHECK,
    &resource_named::CHECK,
    &challenge_names_metadata::CHECK,
    &resource_methods::CHECK,
    &offline_access::CHECK,
    &key_set::CHECK,
    &keys_public::CHECK,
    &key_ids::CHECK,
    &keys_strong::CHECK,
    &key_use::CHECK,
];
