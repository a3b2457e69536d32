//! STA-10: an operation that a state does not allow is refused, and changes nothing.

use spec::model::{Method, StateMachine};

use super::compare::{Comparison, Relation};
use super::machines::{Pair, operations, pairs, reachable, state_of};
use super::moving::lasting;
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use conformance_core::description::OperationId;
use conformance_core::lookup::success_schema;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::expectation;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "disallowed-refused",
    requirement: "STA-10",
    strength: None,
    about: "An operation that the state of a resource does not allow is refused with 4xx, and changes nothing.",
    example: "offer is withdrawn\n\
              > POST …/publish\n\
              < 200",
    fix: "Check the state in the same transaction that changes it, and answer 409.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of resources with states that are checked.
const MOST: usize = 6;

/// The maximum number of existing items of each resource that are examined.
const KNOWN: usize = 20;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    let api = &session.description.api;
    let all = session.world.resources.iter();
    let all = all.filter_map(|(id, one)| Some((id, one, one.states(api)?)));
    let mut any = false;
    for (id, resource, machine) in all.take(MOST) {
        any = true;
        let own = operations(session, resource, machine);
        if resource.create.is_some() {
            check_own(session, outcome, id, machine, &own).await;
        } else {
            check_existing(session, outcome, id, machine, &own).await;
        }
    }
    if any {
        Ok(())
    } else {
        Err(Stop::Skip("no resource has a state machine".to_owned()))
    }
}

/// Checks items that are created for this, one for each operation and state.
async fn check_own(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    machine: &StateMachine,
    own: &[OperationId],
) {
    let states = reachable(session, machine, own);
    for pair in pairs(session, machine, &states, own) {
        if !pair.to.is_empty() {
            continue;
        }
        let result = match session.create_in_state(resource, &pair.state).await {
            Ok(created) => {
                check_one(
                    session,
                    outcome,
                    resource,
                    machine,
                    &pair,
                    &created.bindings,
                )
                .await
            }
            Err(stop) => Err(stop),
        };
        record(outcome, result);
    }
}

/// Checks existing items, one in each state. They do not belong to the run, so only operations that
/// add something to them are tried.
async fn check_existing(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    machine: &StateMachine,
    own: &[OperationId],
) {
    let described = session.world.resources.get(resource);
    let known = session.world.pool.all(&session.primary().name, resource);
    let mut seen: Vec<String> = Vec::new();
    for item in known.into_iter().take(KNOWN) {
        let Some(state) = state_of(machine, &item.value).map(str::to_owned) else {
            continue;
        };
        if seen.contains(&state) {
            continue;
        }
        seen.push(state.clone());
        for pair in pairs(session, machine, &[state], own) {
            if pair.to.is_empty() && adds(session, described, pair.operation) {
                let result =
                    check_one(session, outcome, resource, machine, &pair, &item.bindings).await;
                record(outcome, result);
            }
        }
    }
}

/// Returns whether an operation creates something below an item, and leaves the item unchanged.
fn adds(session: &Session, resource: &Resource, operation: OperationId) -> bool {
    let is_post = session.description.operation(operation).method == Method::Post;
    is_post && !resource.actions.contains(&operation)
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
    machine: &StateMachine,
    pair: &Pair,
    bindings: &Bindings,
) -> Result<(), Stop> {
    let before = session.read(resource, bindings).await?.success()?;
    let state = &pair.state;
    // The item may have moved by itself; another check covers where operations lead.
    if state_of(machine, before.body()?) != Some(state.as_str()) {
        return Ok(());
    }
    let described = session.description.operation(pair.operation);
    let answer = session.act(pair.operation, bindings).await?;
    let after = session.read(resource, bindings).await?.success()?;
    let evidence = [before.exchange(), answer.exchange(), after.exchange()];
    let name = &described.id;
    outcome.require((400..500).contains(&answer.status), &evidence, || {
        Fault::new(format!("{name} is not refused in the state {state}"))
            .must_of(1, expectation::class(4))
            .expected("4xx, usually 409: the state machine has no such transition")
            .actual(answer.status.to_string())
            .behavior(described)
    });
    if answer.is_success() {
        return Ok(());
    }
    let read = session.world.resources.get(resource).read;
    let schema = read
        .and_then(|id| success_schema(&session.description.api, session.description.operation(id)));
    let comparison = Comparison::of(session, resource);
    let shown = after.body()?;
    let found = comparison.differences(Relation::Unchanged, schema, before.body()?, shown);
    for one in lasting(session, resource, bindings, shown, found).await? {
        let title = format!(
            "{name} is refused in the state {state}, and changes {}",
            one.place()
        );
        let fault = Fault::new(title)
            .must(expectation::Rule::Same(
                0,
                expectation::Part::Json(one.pointer.clone()),
            ))
            .expected(format!("{}, as before", one.expected))
            .actual(one.actual)
            .pointer(one.pointer);
        outcome.fail(fault, &evidence);
    }
    Ok(())
}
