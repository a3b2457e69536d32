//! State machines, and which operations move a resource from state to state.

use std::collections::BTreeSet;

use spec::model::{Cause, StateMachine};

use conformance_core::description::OperationId;
use conformance_core::json::Json;
use conformance_core::resources::{Resource, variables};
use conformance_engine::session::Session;

/// The maximum number of pairs of state and operation that are tried for one resource.
pub const PAIRS: usize = 40;

/// An operation and the state that it is tried in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The state.
    pub state: String,
    /// The operation.
    pub operation: OperationId,
    /// The states that it leads to from there; empty if the state does not allow it.
    pub to: Vec<String>,
}

/// Returns the operations that a machine names and that work on an item of the resource itself.
#[must_use]
pub fn operations(
    session: &Session,
    resource: &Resource,
    machine: &StateMachine,
) -> Vec<OperationId> {
    let names: BTreeSet<&str> = machine
        .transitions
        .iter()
        .filter_map(|one| match &one.cause {
            Cause::Operation(name) => Some(name.as_str()),
            Cause::Trigger(_) => None,
        })
        .collect();
    let found = names
        .into_iter()
        .filter_map(|name| session.description.find(name));
    found
        .filter(|id| {
            let operation = session.description.operation(*id);
            operation.path.starts_with(&resource.item)
                && variables(operation).last() == Some(&resource.variable)
        })
        .collect()
}

/// Returns the states that can be reached from an initial one, the initial ones first.
#[must_use]
pub fn reachable(session: &Session, machine: &StateMachine, own: &[OperationId]) -> Vec<String> {
    let mut reached = machine.initial.clone();
    let mut next = 0;
    while let Some(state) = reached.get(next).cloned() {
        next += 1;
        for one in &machine.transitions {
            let is_own = matches!(&one.cause, Cause::Operation(name)
                if session.description.find(name).is_some_and(|id| own.contains(&id)));
            if is_own && one.from.contains(&state) && !reached.contains(&one.to) {
                reached.push(one.to.clone());
            }
        }
    }
    reached
}

/// Returns every operation in every state, at most 40 pairs.
#[must_use]
pub fn pairs(
    session: &Session,
    machine: &StateMachine,
    states: &[String],
    own: &[OperationId],
) -> Vec<Pair> {
    let all = states.iter().flat_map(|state| {
        own.iter().map(|id| Pair {
            state: state.clone(),
            operation: *id,
            to: targets(session, machine, state, *id),
        })
    });
    all.take(PAIRS).collect()
}

fn targets(
    session: &Session,
    machine: &StateMachine,
    state: &str,
    operation: OperationId,
) -> Vec<String> {
    let name = &session.description.operation(operation).id;
    let all = machine.transitions.iter().filter(|one| {
        matches!(&one.cause, Cause::Operation(own) if own == name)
            && one.from.iter().any(|from| from == state)
    });
    all.map(|one| one.to.clone()).collect()
}

/// Returns the state in a representation.
#[must_use]
pub fn state_of<'j>(machine: &StateMachine, value: &'j Json) -> Option<&'j str> {
    value.get(&machine.field)?.as_str()
}
