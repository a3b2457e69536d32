//! HTTP-13: entity tags work as preconditions.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::description::OperationId;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "preconditions-hold",
    requirement: "HTTP-13",
    strength: None,
    about: "If-None-Match with the current tag gets 304, a write with a stale If-Match 412.",
    example: "> GET /org/o1/offer/1\n\
              < 200  ETag: \"a\"\n\
              > PATCH /org/o1/offer/1  If-Match: \"stale\"\n\
              < 200",
    fix: "Compare If-Match before writing and answer 412; compare If-None-Match on reads and \
          answer 304. Otherwise leave ETag out.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of reads that are tried.
const READS: usize = 40;

/// A tag that no server issues.
const STALE: &str = "\"conformance-stale\"";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mut tagged = false;
    for operation in super::reads(session).into_iter().take(READS) {
        if let Ok(sent) = unchanged(session, operation, outcome).await {
            tagged |= sent;
        }
    }
    if !tagged {
        return Err(Stop::Skip("no response has an ETag".to_owned()));
    }
    let updated: Vec<ResourceId> = session
        .world
        .resources
        .iter()
        .filter(|(_, one)| one.update.is_some() && one.create.is_some() && one.read.is_some())
        .map(|(id, _)| id)
        .collect();
    for resource in updated {
        match stale(session, resource, outcome).await {
            Ok(()) => {}
            Err(stop) => outcome.stopped(stop),
        }
    }
    Ok(())
}

/// Reads with the current tag. Returns whether the resource has one.
async fn unchanged(
    session: &Session,
    operation: OperationId,
    outcome: &mut Outcome,
) -> Result<bool, Stop> {
    let first = session.prepare(operation).filled().send().await?;
    let Some(tag) = first.header("etag").filter(|_| first.is_success()) else {
        return Ok(false);
    };
    let builder = session
        .prepare(operation)
        .filled()
        .header("if-none-match", tag);
    let answer = builder.send().await?;
    // A resource that has changed in between has another tag.
    if answer.is_success() && answer.header("etag") != Some(tag) {
        return Ok(true);
    }
    let evidence = [first.exchange(), answer.exchange()];
    outcome.require(answer.status == 304, &evidence, || {
        Fault::new("If-None-Match with the current tag is not answered with 304")
            .must(expectation::status(&[304]).when(expectation::header("etag").of(0)))
            .expected("304 (RFC 9110 §13.1.2)")
            .actual(answer.status.to_string())
    });
    Ok(true)
}

/// Updates a resource of this run with a tag that it never had.
async fn stale(session: &Session, resource: ResourceId, outcome: &mut Outcome) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    let Some(update) = described.update else {
        return Ok(());
    };
    let created = session.create(resource).await?;
    let read = session.read(resource, &created.bindings).await?.success()?;
    if read.header("etag").is_none() {
        return Ok(());
    }
    let primary = session.primary().name.clone();
    let body = session.accepted_body(update);
    let body = body.or_else(|| session.candidates(update, &primary).into_iter().next());
    let Some(body) = body else {
        return Err(Stop::Skip("no body of the update is known".to_owned()));
    };
    let builder = session
        .prepare(update)
        .bind(&created.bindings)
        .json(&body)
        .filled();
    let answer = builder.header("if-match", STALE).send().await?;
    if matches!(answer.status, 400 | 409 | 415 | 422) {
        return Err(Stop::Undecided("the update is refused anyhow".to_owned()));
    }
    outcome.require(
        answer.status == 412,
        &[read.exchange(), answer.exchange()],
        || {
            Fault::new("a write with a stale If-Match is not answered with 412")
                .must(expectation::status(&[412]))
                .expected("412 (RFC 9110 §13.1.1)")
                .actual(answer.status.to_string())
        },
    );
    Ok(())
}
