//! HTTP-10: plain text is not JSON.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "plain-text-refused",
    requirement: "HTTP-10",
    strength: None,
    about: "A POST of text/plain to an operation that accepts JSON is answered with 415 or 400.",
    example: "> POST /org/o1/offer  Content-Type: text/plain\n\
              > {\"name\": \"A\"}\n\
              < 201",
    fix: "Answer 415 unless the media type is declared. Browsers send text/plain across origins \
          without asking first.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are called.
const OPERATIONS: usize = 5;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    let creations = session
        .world
        .resources
        .iter()
        .filter_map(|(_, one)| one.create);
    for operation in creations.take(OPERATIONS) {
        match send(session, operation, outcome).await {
            Ok(()) => {}
            Err(stop) => outcome.stopped(stop),
        }
    }
    Ok(())
}

async fn send(
    session: &Session,
    operation: OperationId,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let described = session.description.operation(operation);
    let body = described.body.as_ref();
    let takes_json =
        body.is_some_and(|body| body.content.iter().any(spec::model::MediaType::is_json));
    let takes_text = body.is_some_and(|body| {
        let mut all = body.content.iter().map(spec::model::MediaType::essence);
        all.any(|name| name.starts_with("text/") || name == "*/*")
    });
    if !takes_json || takes_text {
        return Ok(());
    }
    let builder = session.prepare(operation);
    let answer = builder
        .bytes(Some("text/plain"), "plain text")
        .send()
        .await?;
    let status = answer.status;
    // A server that parses the body finds that it is not JSON.
    outcome.require(
        matches!(status, 415 | 400 | 422),
        &[answer.exchange()],
        || {
            Fault::new("plain text is not refused as such")
                .must(expectation::status(&[415, 400, 422]))
                .expected("415 or 400 (RFC 9110 §15.5.16)")
                .actual(status.to_string())
        },
    );
    Ok(())
}
