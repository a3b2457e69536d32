//! Checks of the webhooks that the deployment sends.

mod webhook_gone_ends;
mod webhook_other_secret;
mod webhook_payload_described;
mod webhook_payload_recognisable;
mod webhook_redirect_not_followed;
mod webhook_repeated;
mod webhook_signature_verifies;
mod webhook_signed;
mod webhook_standard_fields;

use std::sync::Arc;

use crate::check::Check;
use conformance_core::exchange::Exchange;
use conformance_engine::session::webhooks::Campaign;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &webhook_signed::CHECK,
    &webhook_signature_verifies::CHECK,
    &webhook_other_secret::CHECK,
    &webhook_payload_recognisable::CHECK,
    &webhook_payload_described::CHECK,
    &webhook_standard_fields::CHECK,
    &webhook_repeated::CHECK,
    &webhook_redirect_not_followed::CHECK,
    &webhook_gone_ends::CHECK,
];

/// Returns the requests that triggered the deliveries: a delivery itself is not an exchange of the
/// run.
fn evidence(campaign: &Campaign) -> Vec<&Arc<Exchange>> {
    let first = campaign.tests.first();
    first
        .map(conformance_engine::session::Answer::exchange)
        .into_iter()
        .collect()
}
