//! STA-08: a repeated creation under the same id of the client's choice creates one resource.

use serde_json::Value;

use super::compare::{Comparison, Relation, body_schema};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{id_of, record, some_creatable};
use crate::survey::List;
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::lookup::property;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "client-id-repeated",
    requirement: "STA-08",
    strength: None,
    about: "A creation that is repeated under the same id of the client's choice creates one resource.",
    example: "> POST … {\"id\": \"a\"}  < 201\n\
              > POST … {\"id\": \"a\"}  < 201     (two resources)",
    fix: "Make the id unique within its collection, and answer the repetition with the first \
          resource or with 409.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let what = "resource whose id the client may choose";
    let chosen = |one: &Resource| one.create.filter(|_| chooses_id(session, one));
    for (id, create) in some_creatable(session, what, chosen)? {
        let result = check_one(session, outcome, id, create).await;
        record(outcome, result);
    }
    Ok(())
}

/// Returns whether the body of a creation may contain the id.
fn chooses_id(session: &Session, resource: &Resource) -> bool {
    let schema = resource.create.and_then(|id| body_schema(session, id));
    let (Some(schema), Some(name)) = (schema, resource.id_property.as_deref()) else {
        return false;
    };
    // A name that is the id in the path also counts as chosen.
    property(&session.description.api, schema, name).is_some()
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    create: OperationId,
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    let created = session.create(resource).await?;
    let Some(name) = described.id_property.as_deref() else {
        return Ok(());
    };
    let mut body = created.sent.clone();
    let chosen = session.next_uuid();
    if let Some(members) = body.as_object_mut() {
        members.insert(name.to_owned(), Value::from(chosen.clone()));
    }
    let send = || {
        let builder = session.prepare(create).intent(Intent::Sequence);
        builder.bind(&created.bindings).json(&body).send()
    };
    let first = send().await?.success()?;
    session.record_creation(&session.primary().name, resource, &created.bindings, &first);
    if id_of(described, first.body()?).as_deref() != Some(chosen.as_str()) {
        return Err(Stop::Skip(format!(
            "{}: the client cannot choose the id",
            described.name
        )));
    }
    let second = send().await?;
    check_second(session, outcome, resource, [&first, &second])?;
    check_count(
        session,
        outcome,
        resource,
        &created.bindings,
        &chosen,
        [&first, &second],
    )
    .await
}

/// Checks that the second response shows the same resource, or is a refusal.
fn check_second(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    answers: [&Answer; 2],
) -> Result<(), Stop> {
    let [first, second] = answers;
    if !second.is_success() {
        return Ok(());
    }
    let name = &session.world.resources.get(resource).name;
    let comparison = Comparison::of(session, resource);
    let found = comparison.differences(Relation::Unchanged, None, first.body()?, second.body()?);
    if found.is_empty() {
        outcome.pass();
    }
    for one in found {
        let title = format!(
            "a creation of {name} that is repeated under the same id is answered with another {}",
            one.place()
        );
        let fault = Fault::new(title)
            .must(one.as_in(0))
            .expected(format!("{}, as the first time, or 409", one.expected))
            .actual(one.actual)
            .pointer(one.pointer);
        outcome.fail(fault, &answers.map(Answer::exchange));
    }
    Ok(())
}

/// Checks that exactly one resource has the id.
async fn check_count(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    bindings: &conformance_engine::pool::Bindings,
    chosen: &str,
    answers: [&Answer; 2],
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    let Some(list) = described.list else {
        return Ok(());
    };
    let walked = List::of(session, list, bindings.clone())
        .walk(session)
        .await?;
    let ids = walked.ids(described);
    let count = ids.iter().filter(|one| *one == chosen).count();
    let mut evidence = answers.map(Answer::exchange).to_vec();
    evidence.extend(walked.last().map(|page| page.answer.exchange()));
    outcome.require(count <= 1, &evidence, || {
        let title = format!(
            "two creations of {} under one id create two resources",
            described.name
        );
        Fault::new(title)
            .expected("one item with the id")
            .actual(format!("{count} items"))
    });
    Ok(())
}
