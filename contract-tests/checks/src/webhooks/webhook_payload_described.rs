//! WH-04: a delivery is one of the webhooks in the description.

use spec::model::SchemaId;

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_core::validate::Mismatch;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-payload-described",
    requirement: "WH-04",
    strength: None,
    about: "The body of a delivery is valid by the schema of a webhook of the description.",
    example: "description: OfferAccepted requires offerId\n\
              > {\"type\": \"offer.accepted\", \"id\": \"e1\"}",
    fix: "Build the payload from the schema of the webhook, or describe what is sent.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    let schemas = schemas(session);
    if schemas.is_empty() {
        return Err(Stop::Skip(
            "the description has no schema for webhooks".to_owned(),
        ));
    }
    for delivery in campaign.direct() {
        let Ok(body) = Json::parse(&delivery.body) else {
            // Another check reports that it is not JSON.
            continue;
        };
        let all = schemas
            .iter()
            .map(|schema| session.world.answers.check(*schema, &body));
        let best = all.min_by_key(Vec::len).unwrap_or_default();
        if best.is_empty() {
            outcome.pass();
        }
        for mismatch in best {
            outcome.fail(fault(mismatch), &evidence(&campaign));
        }
    }
    Ok(())
}

fn fault(mismatch: Mismatch) -> Fault {
    let at = if mismatch.pointer.is_empty() {
        "root"
    } else {
        mismatch.pointer.as_str()
    };
    let title = format!(
        "a webhook request has a body whose {at} violates its schema ({})",
        mismatch.constraint
    );
    Fault::new(title)
        .without_test(expectation::NEEDS_RECEIVER)
        .expected(mismatch.expected)
        .actual(mismatch.actual)
        .pointer(mismatch.pointer)
        .described(mismatch.span, &mismatch.provenance)
}

/// Returns the schemas of the webhooks' payloads.
fn schemas(session: &Session) -> Vec<SchemaId> {
    let webhooks = session.description.api.webhooks.iter();
    let bodies = webhooks
        .flat_map(|one| &one.operations)
        .filter_map(|one| one.body.as_ref());
    let media = bodies.filter_map(|body| body.content.iter().find(|media| media.is_json()));
    media.filter_map(|media| media.schema).collect()
}
