//! Requests that the description allows.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::Unit;
use super::case::{Case, Cases};
use super::shrink::shrink;
use super::target::{Work, create_for, is_destructive, planned_bindings};
use super::task::Progress;
use conformance_core::exchange::Failure;
use conformance_core::intent::Intent;
use conformance_core::values::{self, Manner};
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};

/// A name that no description has.
const UNKNOWN: &str = "xConformanceUnknown";

/// The maximum number of requests that are sent for an action that needs a new item each time.
const ACTIONS: u32 = 2;

/// Sends requests that follow the description, those whose turn it is. Returns how many.
pub(super) async fn send(
    session: &Session,
    unit: &Unit,
    progress: &mut Progress,
) -> Result<u64, Stop> {
    let mut sent = 0;
    let mut created = 0;
    let mut withheld = None;
    for case in progress.take(all(session, unit)) {
        if !session.may_go_on() {
            break;
        }
        let bindings = target(session, unit).await?;
        let (exchange, new) = {
            let (request, purpose) = case
                .prepare(session, unit, &bindings, None)?
                .request()
                .await?;
            session.send_for_findings(request, purpose).await
        };
        if let Err(Failure::Withheld(why)) = &exchange.outcome {
            withheld = Some(Stop::from(why.clone()));
            continue;
        }
        sent += 1;
        if exchange
            .response()
            .is_some_and(conformance_core::exchange::Response::is_success)
        {
            record(session, unit, &case, &bindings, exchange.clone());
            created += 1;
        }
        for key in new {
            shrink(session, unit, &case, &bindings, &key).await;
        }
        if is_enough(session, unit, created) {
            progress.end();
            break;
        }
    }
    match withheld {
        Some(stop) if sent == 0 => Err(stop),
        _ => Ok(sent),
    }
}

/// Returns all cases of a unit.
fn all(session: &Session, unit: &Unit) -> Vec<Case> {
    let operation = session.description.operation(unit.operation);
    let primary = session.primary().name.clone();
    let existing = session.existing_for(&primary, operation);
    let cases = Cases::new(session, operation, &existing);
    let manner = match unit.intent {
        Intent::Boundary => Manner::Boundary,
        Intent::Odd => Manner::Odd,
        _ => Manner::Plain,
    };
    let mut all: Vec<Case> = Vec::new();
    let mut known = HashSet::new();
    let mut add = |case: Case| {
        if known.insert(case.clone()) {
            all.push(case);
        }
    };
    if unit.intent == Intent::Valid {
        let plain = cases.plain(unit);
        if let (Some(plain), Some(body)) = (&plain, &operation.body) {
            add(plain.clone());
            let media = plain.body.as_ref().map(|(index, value)| (*index, value));
            if let Some((index, base)) = media
                && let Some(schema) = body.content[index].schema
            {
                let seed = values::seed(&["pairs", &operation.id], session.profile.seed);
                for value in cases.maker().pairs(schema, Some(base), seed) {
                    add(Case {
                        body: Some((index, value)),
                        ..plain.clone()
                    });
                }
            }
        } else if let Some(plain) = plain {
            add(plain);
        }
    }
    for number in 0..session.profile.cases {
        if let Some(mut case) = cases.random(unit, number, manner) {
            // Half of the bodies keep accepted values and vary the rest.
            if number % 2 == 0
                && let (Some((_, value)), Some(base)) =
                    (&mut case.body, session.accepted_body(unit.operation))
            {
                overlay(value, base);
            }
            add(case);
        }
    }
    for case in &mut all {
        cases.make_safe(unit, case);
    }
    all.retain(|case| case.is_allowed(session, unit));
    all
}

/// Replaces properties that are objects or references with those of `base`, which were accepted.
fn overlay(value: &mut Value, base: Value) {
    let (Value::Object(members), Value::Object(base)) = (value, base) else {
        return;
    };
    for (name, accepted) in base {
        let keeps = accepted.is_object() || name.ends_with("Id") || name.ends_with("_id");
        if keeps || !members.contains_key(&name) {
            members.insert(name, accepted);
        }
    }
}

/// Returns the item for a request of the unit, created for it if it must be in a certain state.
async fn target(session: &Session, unit: &Unit) -> Result<Bindings, Stop> {
    let operation = session.description.operation(unit.operation);
    if operation.method.is_safe() {
        return planned_bindings(session, unit.operation, &Work::Anything).await;
    }
    let owner = session.world.resources.owner(&operation.path);
    if let Some(owner) = owner {
        let resource = session.world.resources.get(owner);
        let is_action = resource.actions.contains(&unit.operation);
        let is_delete = resource.delete == Some(unit.operation);
        if (is_action || is_delete) && resource.create.is_some() {
            return create_for(session, owner, unit.operation).await;
        }
    }
    if is_destructive(operation)
        && owner.is_none_or(|id| session.world.resources.get(id).create.is_none())
    {
        return Err(Stop::Skip(
            "it would end what this run has not created".to_owned(),
        ));
    }
    planned_bindings(session, unit.operation, &Work::Own).await
}

/// Returns whether the unit has created, or worked on, as many items as it may.
fn is_enough(session: &Session, unit: &Unit, accepted: u32) -> bool {
    let operation = session.description.operation(unit.operation);
    let owner = session
        .world
        .resources
        .owner(&operation.path)
        .map(|id| session.world.resources.get(id));
    let is_action = owner.is_some_and(|resource| {
        resource.actions.contains(&unit.operation) || resource.delete == Some(unit.operation)
    });
    match operation.method {
        method if method.is_safe() => false,
        _ if is_action => accepted >= ACTIONS,
        spec::model::Method::Post => accepted >= session.profile.creations,
        _ => false,
    }
}

/// Records what a successful request shows.
fn record(
    session: &Session,
    unit: &Unit,
    case: &Case,
    bindings: &Bindings,
    exchange: std::sync::Arc<conformance_core::exchange::Exchange>,
) {
    if let Some((_, body)) = &case.body {
        session.accept(unit.operation, body.clone());
    }
    if let (Some(resource), Ok(answer)) = (
        session.world.resources.made_by(unit.operation),
        conformance_engine::session::Answer::of(exchange),
    ) {
        session.record_creation(&session.primary().name, resource, bindings, &answer);
    }
}

/// Sends requests with unknown properties or query parameters. Returns how many.
pub(super) async fn ask_unknown(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let primary = session.primary().name.clone();
    let existing = session.existing_for(&primary, operation);
    let case = Cases::new(session, operation, &existing).plain(unit);
    let Some(mut case) = case else { return Ok(0) };
    let bindings = target(session, unit).await?;
    if unit.intent == Intent::UnknownFields {
        let Some((_, body)) = &mut case.body else {
            return Ok(0);
        };
        add_unknown(body);
    }
    let mut builder = case.prepare(session, unit, &bindings, None)?;
    if unit.intent == Intent::UnknownQuery {
        builder = builder.parameter(UNKNOWN, &json!("1"));
    }
    let exchange = builder.exchange().await?;
    if exchange
        .response()
        .is_some_and(conformance_core::exchange::Response::is_success)
    {
        record(session, unit, &case, &bindings, exchange);
    }
    Ok(1)
}

/// Adds an unknown property to every object.
fn add_unknown(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(add_unknown);
            let mut inner = Map::new();
            inner.insert("nested".to_owned(), json!([1, null, "two"]));
            members.insert(UNKNOWN.to_owned(), Value::Object(inner));
        }
        Value::Array(items) => items.iter_mut().for_each(add_unknown),
        _ => {}
    }
}
