//! WH-05: fields by which receivers recognize repetitions and old requests.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::webhooks::{Campaign, Delivery, tag};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-standard-fields",
    requirement: "WH-05",
    strength: None,
    about: "Identifiers stay the same over repetitions, and timestamps are of now.",
    example: "delivery 1: webhook-id: a\n\
              repetition: webhook-id: b",
    fix: "Keep the id of an event over all its repetitions, so that receivers can drop duplicates, \
          and send the time of each attempt.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// How far a timestamp may be off, in seconds.
const TOLERANCE: i64 = 5 * 60;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    let covered = campaign.signed().any(|one| covers_more(&campaign, one));
    let note = if covered {
        "an identifier, a timestamp and the body"
    } else {
        "the body only"
    };
    session
        .state
        .lock()
        .notes
        .insert(format!("signatures of webhooks cover {note}"));
    for delivery in campaign.direct() {
        let Some(sent) = number(delivery, "timestamp") else {
            continue;
        };
        let off = (delivery.received.as_second() - sent).abs();
        outcome.require(off <= TOLERANCE, &evidence(&campaign), || {
            Fault::new("the timestamp of a webhook request is more than five minutes off")
                .without_test(expectation::NEEDS_RECEIVER)
                .expected(delivery.received.as_second().to_string())
                .actual(sent.to_string())
        });
    }
    for (delivery, again) in repeated(&campaign) {
        let Some(id) = text(delivery, "id") else {
            continue;
        };
        outcome.require(text(again, "id") == Some(id), &evidence(&campaign), || {
            Fault::new("the identifier of a webhook request changes when it is repeated")
                .without_test(expectation::NEEDS_RECEIVER)
                .expected(id)
                .actual(text(again, "id").unwrap_or("none"))
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        return Err(Stop::Skip(
            "no delivery has a timestamp or an identifier in its header".to_owned(),
        ));
    }
    Ok(())
}

/// Returns pairs of deliveries with the same body.
fn repeated(campaign: &Campaign) -> Vec<(&Delivery, &Delivery)> {
    let pairs = campaign
        .direct()
        .filter_map(|one| Some((one, campaign.repetitions(one).next()?)));
    pairs.collect()
}

/// Returns the value of the first field whose name ends with `end`.
fn text<'d>(delivery: &'d Delivery, end: &str) -> Option<&'d str> {
    let mut fields = delivery.headers.iter();
    let found = fields.find(|(name, _)| name.as_str().rsplit('-').next() == Some(end));
    found.and_then(|(_, value)| value.to_str().ok())
}

fn number(delivery: &Delivery, end: &str) -> Option<i64> {
    text(delivery, end)?.parse().ok()
}

/// Returns whether a field has a signature of `id.timestamp.body` (Standard Webhooks 1.0.0).
fn covers_more(campaign: &Campaign, delivery: &Delivery) -> bool {
    let (Some(id), Some(time)) = (text(delivery, "id"), text(delivery, "timestamp")) else {
        return false;
    };
    let mut signed = format!("{id}.{time}.").into_bytes();
    signed.extend_from_slice(&delivery.body);
    let mut fields = delivery
        .headers
        .values()
        .filter_map(|value| value.to_str().ok());
    let tags: Vec<Vec<u8>> = campaign
        .secrets
        .iter()
        .map(|one| tag(one.reveal(), &signed))
        .collect();
    fields.any(|field| {
        // `v1,` and Base64; several are separated by spaces.
        let pieces = field.split([' ', ',']);
        let mut pieces = pieces.flat_map(|piece| [piece, piece.trim_start_matches("sha256=")]);
        pieces.any(|piece| {
            tags.iter()
                .any(|tag| conformance_engine::session::webhooks::is_form_of(piece, tag))
        })
    })
}
