//! STA-08: a repeated idempotent request leaves the same result.

use spec::model::Method;

use super::compare::{Comparison, Relation};
use super::moving::lasting;
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{record, some_creatable};
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::lookup::success_schema;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "repetition-same",
    requirement: "STA-08",
    strength: None,
    about: "A PUT or DELETE that is repeated has the same result as the first one.",
    example: "> PUT …/7 {\"name\": \"A\"}  < 200\n\
              > PUT …/7 {\"name\": \"A\"}  < 409",
    fix: "Let a repeated PUT or DELETE succeed, or answer 404 where nothing is left; the result \
          must be the same.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let is_put = |id: OperationId| session.description.operation(id).method == Method::Put;
    for (id, resource) in some_creatable(
        session,
        "resource that is created, and deleted or put",
        |one| {
            let repeats = one.delete.or(one.update.filter(|id| is_put(*id)));
            one.read.and(repeats).map(|_| one)
        },
    )? {
        if let Some(put) = resource.update.filter(|id| is_put(*id)) {
            let result = repeat_put(session, outcome, id, put).await;
            record(outcome, result);
        }
        if let Some(delete) = resource.delete {
            let result = repeat_delete(session, outcome, id, delete).await;
            record(outcome, result);
        }
    }
    Ok(())
}

async fn repeat_put(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    put: OperationId,
) -> Result<(), Stop> {
    let created = session.create(resource).await?;
    let name = &session.description.operation(put).id;
    let body = super::changes::whole(session, put, &created.value)
        .ok_or_else(|| Stop::Skip(format!("no body of {name} is known")))?;
    let builder = || {
        let builder = session.prepare(put).intent(Intent::Sequence);
        builder.bind(&created.bindings).json(&body).filled()
    };
    builder().send().await?.success()?;
    let first = session.read(resource, &created.bindings).await?.success()?;
    let again = builder().send().await?;
    let second = session.read(resource, &created.bindings).await?.success()?;
    let evidence = [first.exchange(), again.exchange(), second.exchange()];
    outcome.require(again.is_success(), &evidence, || {
        Fault::new(format!("{name} is refused when it is repeated"))
            .must_of(1, expectation::class(2))
            .expected("2xx, as to the first")
            .actual(again.status.to_string())
    });
    let read = session.world.resources.get(resource).read;
    let schema = read
        .and_then(|id| success_schema(&session.description.api, session.description.operation(id)));
    let comparison = Comparison::of(session, resource);
    let shown = second.body()?;
    let found = comparison.differences(Relation::Unchanged, schema, first.body()?, shown);
    let found = lasting(session, resource, &created.bindings, shown, found).await?;
    if found.is_empty() {
        outcome.pass();
    }
    for one in found {
        let fault = Fault::new(format!(
            "{name} leaves another {} when it is repeated",
            one.place()
        ))
        .expected(one.expected)
        .actual(one.actual)
        .pointer(one.pointer);
        outcome.fail(fault, &evidence);
    }
    Ok(())
}

async fn repeat_delete(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    delete: OperationId,
) -> Result<(), Stop> {
    let created = session.create(resource).await?;
    let name = &session.description.operation(delete).id;
    let builder = || {
        let builder = session.prepare(delete).intent(Intent::Sequence);
        builder.bind(&created.bindings).filled()
    };
    let first = builder().send().await?.success()?;

    let before = session.read(resource, &created.bindings).await?;
    let second = builder().send().await?;
    let after = session.read(resource, &created.bindings).await?;
    let evidence = [
        first.exchange(),
        before.exchange(),
        second.exchange(),
        after.exchange(),
    ];
    outcome.require(second.status < 500, &evidence, || {
        Fault::new(format!("{name} fails when it is repeated"))
            .must(expectation::Rule::Status(vec![(200, 499)]))
            .expected("2xx or 4xx, such as 404")
            .actual(second.status.to_string())
    });
    outcome.require(before.is_success() == after.is_success(), &evidence, || {
        Fault::new(format!("{name} leaves another result when it is repeated"))
            .expected(format!("{} to a read, as after the first", before.status))
            .actual(after.status.to_string())
    });
    Ok(())
}
