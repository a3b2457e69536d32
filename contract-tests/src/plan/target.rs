//! The items that requests of the plan work on: never foreign ones, if a request changes anything.

use serde_json::Value;
use spec::model::{Cause, Operation};

use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::ResourceId;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};

/// The item that a request may work on.
#[derive(Debug, Clone)]
pub(super) enum Work {
    /// Any known item; the request changes nothing.
    Anything,
    /// An item that the run has created.
    Own,
}

/// Returns the path parameters of a request in the plan.
pub(super) async fn planned_bindings(
    session: &Session,
    operation: OperationId,
    work: &Work,
) -> Result<Bindings, Stop> {
    let described = session.description.operation(operation);
    let primary = session.primary().name.clone();
    if matches!(work, Work::Anything) || described.method.is_safe() {
        return Ok(session.bindings(&primary, described));
    }
    if let Some(resource) = session.world.resources.made_by(operation) {
        let places = session.parents_of_new(&primary, resource).await?;
        return Ok(places.into_iter().next().unwrap_or_default());
    }
    let owner = session.world.resources.owner(&described.path);
    let own = owner.and_then(|owner| {
        let known = session.world.pool.find(&primary, owner, |one| one.ours);
        known.or_else(|| session.world.guard.ledger.first_of(owner))
    });
    match (own, owner) {
        (Some(own), _) => Ok(own),
        (None, Some(owner)) if session.world.resources.get(owner).create.is_some() => {
            Ok(session.create(owner).await?.bindings)
        }
        _ => {
            let places = session.places_of_new(&primary, &described.path, None).await;
            let places = places.map_err(|stop| match owner {
                Some(owner) if !session.world.guard.creates(operation) => Stop::Skip(format!(
                    "it works on one of {}, which the run cannot create",
                    session.world.resources.get(owner).name
                )),
                _ => stop,
            })?;
            Ok(places.into_iter().next().unwrap_or_default())
        }
    }
}

/// Returns the path parameters of a request that should be refused: an item of the run, or a
/// missing one.
pub(super) async fn refused_bindings(
    session: &Session,
    operation: OperationId,
) -> Result<Bindings, Stop> {
    let work = if session.profile.writes {
        Work::Own
    } else {
        Work::Anything
    };
    let described = session.description.operation(operation);
    let primary = session.primary().name.clone();
    let is_item = session.world.resources.made_by(operation).is_none();
    if described.method.is_safe() {
        return planned_bindings(session, operation, &Work::Anything).await;
    }
    let own = match work {
        Work::Own => planned_bindings(session, operation, &work).await,
        Work::Anything => Err(MissingInput::Writes.into()),
    };
    let made_up = || {
        let (name, text) = session.made_up_last(described, 0)?;
        let mut bindings = session.bindings(&primary, described);
        bindings.insert(name, text);
        Some(bindings)
    };
    match own {
        Ok(bindings) if !is_item || is_own(session, described, &bindings) => Ok(bindings),
        Ok(bindings) => Ok(made_up().unwrap_or(bindings)),
        Err(stop) => made_up().ok_or(stop),
    }
}

/// Returns whether the path of an operation names an item of the run.
fn is_own(session: &Session, operation: &Operation, bindings: &Bindings) -> bool {
    let owner = session
        .world
        .resources
        .owner(&operation.path)
        .map(|id| session.world.resources.get(id));
    let address = owner.and_then(|one| conformance_engine::guard::address(&one.item, bindings));
    address.is_some_and(|address| session.world.guard.ledger.holds(&address))
}

/// Creates an item that an operation may accept: in a state that allows it, if the description has
/// states.
pub(super) async fn create_for(
    session: &Session,
    resource: ResourceId,
    operation: OperationId,
) -> Result<Bindings, Stop> {
    let described = session.world.resources.get(resource);
    let id = &session.description.operation(operation).id;
    let machine = described.states(&session.description.api);
    let causes = |cause: &Cause| matches!(cause, Cause::Operation(own) if own == id);
    let state = machine.and_then(|machine| {
        let mut all = machine.transitions.iter();
        all.find(|one| causes(&one.cause))?.from.first()
    });
    match state {
        Some(state) => Ok(session.create_in_state(resource, state).await?.bindings),
        None => Ok(session.create(resource).await?.bindings),
    }
}

/// Returns whether an operation destroys something permanently.
pub(super) fn is_destructive(operation: &Operation) -> bool {
    operation.method == spec::model::Method::Delete
        || operation
            .extensions
            .get("x-destructive")
            .and_then(Value::as_bool)
            == Some(true)
}
