//! STA-12: a refused request changes nothing.

use serde_json::Value;
use spec::model::SchemaId;

use super::changes::{Change, changes};
use super::compare::{Comparison, Relation, body_schema};
use super::moving::lasting;
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{id_of, record, some_creatable};
use crate::survey::List;
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::lookup::success_schema;
use conformance_core::resources::ResourceId;
use conformance_core::values::{Maker, today};
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "refusal-changes-nothing",
    requirement: "STA-12",
    strength: None,
    about: "An update or creation that is refused with 4xx leaves everything as it was.",
    example: "> PATCH …/7 {\"name\": \"B\", \"price\": -1}  < 400\n\
              > GET …/7\n\
              < {\"name\": \"B\"}",
    fix: "Validate everything before the first write, and write in one transaction.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of invalid requests that are sent for one operation.
const REQUESTS: usize = 4;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for (id, resource) in some_creatable(
        session,
        "resource that is created, and read or listed",
        |one| one.list.or(one.read.and(one.update)).map(|_| one),
    )? {
        if let (Some(read), Some(update)) = (resource.read, resource.update) {
            let result = check_update(session, outcome, id, read, update).await;
            record(outcome, result);
        }
        if let (Some(list), Some(create)) = (resource.list, resource.create) {
            let result = check_creation(session, outcome, id, list, create).await;
            record(outcome, result);
        }
    }
    Ok(())
}

/// Checks updates with an acceptable change and something invalid.
async fn check_update(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    read: OperationId,
    update: OperationId,
) -> Result<(), Stop> {
    let created = session.create(resource).await?;
    let name = &session.description.operation(update).id;
    let schema = success_schema(
        &session.description.api,
        session.description.operation(read),
    );
    let mut before = session.read(resource, &created.bindings).await?.success()?;
    let all = changes(session, update, before.body()?);
    let Some(change) = all.into_iter().flatten().next() else {
        return Err(Stop::Skip(format!("no body that {name} accepts is known")));
    };
    let comparison = Comparison::of(session, resource);
    for body in spoilt(session, update, &change) {
        let builder = session.prepare(update).intent(Intent::Sequence);
        let answer = builder.bind(&created.bindings).json(&body).send().await?;
        if !(400..500).contains(&answer.status) {
            // Another check reports accepted requests that should be refused; they may change the item.
            before = session.read(resource, &created.bindings).await?.success()?;
            continue;
        }
        let after = session.read(resource, &created.bindings).await?.success()?;
        let shown = after.body()?;
        let found = comparison.differences(Relation::Unchanged, schema, before.body()?, shown);
        let found = lasting(session, resource, &created.bindings, shown, found).await?;
        if found.is_empty() {
            outcome.pass();
        }
        for one in found {
            let fault = Fault::new(format!("{name} refuses, and changes {}", one.place()))
                .must(expectation::Rule::Same(
                    0,
                    expectation::Part::Json(one.pointer.clone()),
                ))
                .expected(format!("{}, as before", one.expected))
                .actual(one.actual)
                .pointer(one.pointer);
            let evidence = [before.exchange(), answer.exchange(), after.exchange()];
            outcome.fail(fault, &evidence);
        }
    }
    Ok(())
}

/// Returns a body with the change, and one violation elsewhere.
fn spoilt(session: &Session, update: OperationId, change: &Change) -> Vec<Value> {
    let Some(schema) = body_schema(session, update) else {
        return Vec::new();
    };
    let primary = session.primary().name.clone();
    // In a complete body, the violation is in another place than the change.
    let mut full = change.body.clone();
    for body in session.candidates(update, &primary) {
        if let (Value::Object(full), Value::Object(body)) = (&mut full, body) {
            for (name, value) in body {
                full.entry(name).or_insert(value);
            }
        }
    }
    let keeps = |body: &Value| body.get(&change.member) == Some(&change.value);
    let mut all = violations(session, schema, &full);
    all.retain(|body| body.is_object() && keeps(body));
    all.truncate(REQUESTS);
    all
}

/// Returns bodies that violate one constraint of a schema.
fn violations(session: &Session, schema: SchemaId, body: &Value) -> Vec<Value> {
    let primary = session.primary().name.clone();
    let existing = session.existing(&primary);
    let maker = Maker::new(&session.description.api, &existing, today());
    let all = maker.violations(schema, body).into_iter();
    all.map(|one| one.value).collect()
}

/// Checks that a refused creation adds nothing to the list.
async fn check_creation(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    list: OperationId,
    create: OperationId,
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    let name = &session.description.operation(create).id;
    let (Some(schema), Some(body)) = (body_schema(session, create), session.accepted_body(create))
    else {
        return Err(Stop::Skip(format!("no body that {name} accepts is known")));
    };
    let parents = session
        .parents_of_new(&session.primary().name, resource)
        .await?;
    let Some(parents) = parents.into_iter().next() else {
        return Ok(());
    };
    let list = List::of(session, list, parents.clone());
    let before = list.walk(session).await?;
    if !before.is_whole {
        return Err(Stop::Undecided(format!(
            "the list of {} is longer than the run reads",
            described.name
        )));
    }
    let primary = session.primary().name.clone();
    let body = session.renamed(create, body);
    let mut refusals = Vec::new();
    for bad in violations(session, schema, &body)
        .into_iter()
        .take(REQUESTS)
    {
        let builder = session.prepare(create).intent(Intent::Sequence);
        let answer = builder.bind(&parents).json(&bad).send().await?;
        if (400..500).contains(&answer.status) {
            refusals.push(answer);
        } else {
            session.record_creation(&primary, resource, &parents, &answer);
            return Ok(());
        }
    }
    let after = list.walk(session).await?;
    let known = before.ids(described);
    let is_new = |item: &&Json| {
        let id = id_of(described, item);
        id.is_some_and(|id| !known.contains(&id)) && resembles(item, &body)
    };
    let found = after.items().find(is_new);
    let mut evidence: Vec<_> = refusals.iter().map(Answer::exchange).collect();
    evidence.extend(after.last().map(|page| page.answer.exchange()));
    outcome.require(found.is_none(), &evidence, || {
        Fault::new(format!("{name} refuses, and still creates a resource"))
            .expected("no item that was not in the list before")
            .actual(super::compare::shown(found))
    });
    Ok(())
}

/// Returns whether an item may have been created from a body. Other clients create items at the
/// same time.
fn resembles(item: &Json, body: &Value) -> bool {
    let Some(members) = body.as_object() else {
        return false;
    };
    let mut shared = members
        .iter()
        .filter_map(|(name, value)| Some((item.get(name)?, value)));
    shared.any(|(own, sent)| sent.is_string() && own.same(&Json::from(sent)))
}
