//! Checks of the webhooks that the deployment sends.

mod gone_ends;
mod other_secret;
mod payload_described;
mod payload_recognisable;
mod redirect_not_followed;
mod repeated;
mod signature_verifies;
mod signed;
mod standard_fields;

use std::sync::Arc;

use crate::check::Check;
use conformance_core::exchange::Exchange;
use conformance_engine::session::webhooks::Campaign;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &signed::CHECK,
    &signature_verifies::CHECK,
    &other_secret::CHECK,
    &payload_recognisable::CHECK,
    &payload_described::CHECK,
    &standard_fields::CHECK,
    &repeated::CHECK,
    &redirect_not_followed::CHECK,
    &gone_ends::CHECK,
];

/// What made the deployment send: a delivery itself is no exchange of the run.
fn evidence(campaign: &Campaign) -> Vec<&Arc<Exchange>> {
    let first = campaign.tests.first();
    first
        .map(conformance_engine::session::Answer::exchange)
        .into_iter()
        .collect()
}
