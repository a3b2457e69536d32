//! Checks of discovery: what the token host publishes about itself.

mod challenge_names_metadata;
mod discovery_documents;
mod key_ids;
mod key_set;
mod key_use;
mod keys_public;
mod keys_strong;
mod metadata_auth_methods;
mod metadata_documents_agree;
mod metadata_endpoints;
mod metadata_grant_types;
mod metadata_issuer;
mod metadata_no_empty_arrays;
mod metadata_openid;
mod metadata_origins;
mod metadata_same_keys;
mod metadata_signing_algorithms;
mod resource_metadata;
mod resource_metadata_methods;
mod resource_metadata_named;
mod resource_no_offline_access;

use crate::check::Check;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &discovery_documents::CHECK,
    &metadata_issuer::CHECK,
    &metadata_endpoints::CHECK,
    &metadata_grant_types::CHECK,
    &metadata_auth_methods::CHECK,
    &metadata_no_empty_arrays::CHECK,
    &metadata_same_keys::CHECK,
    &metadata_openid::CHECK,
    &metadata_documents_agree::CHECK,
    &metadata_origins::CHECK,
    &metadata_signing_algorithms::CHECK,
    &resource_metadata::CHECK,
    &resource_metadata_named::CHECK,
    &challenge_names_metadata::CHECK,
    &resource_metadata_methods::CHECK,
    &resource_no_offline_access::CHECK,
    &key_set::CHECK,
    &keys_public::CHECK,
    &key_ids::CHECK,
    &keys_strong::CHECK,
    &key_use::CHECK,
];
