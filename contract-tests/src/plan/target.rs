//! On what a request of the plan works: never on what others made, if it changes anything.

use serde_json::Value;
use spec::model::{Cause, Operation};

use crate::description::OperationId;
use crate::pool::Bindings;
use crate::resources::ResourceId;
use crate::session::{Session, Stop};

/// What a request works on.
#[derive(Debug, Clone)]
pub(super) enum Work {
    /// What others may have made.
    Anything,
    /// What this run has made.
    Own,
}

impl Session {
    /// The path parameters that a request of the plan has.
    pub(super) async fn planned_bindings(
        &self,
        operation: OperationId,
        work: &Work,
    ) -> Result<Bindings, Stop> {
        let described = self.description.operation(operation);
        let judged = self.judged().name.clone();
        let known = self.bindings(&judged, described);
        let owner = self.resources.owner(&described.path);
        let (Work::Own, Some(owner)) = (work, owner) else {
            return Ok(known);
        };
        let resource = self.resources.get(owner);
        if Some(operation) == resource.create || described.method.is_safe() {
            return Ok(known);
        }
        if resource.create.is_none() {
            return if is_destructive(described) {
                Err(Stop::Skip(
                    "it would end what this run has not made".to_owned(),
                ))
            } else {
                Ok(known)
            };
        }
        match self.pool.find(&judged, owner, |one| one.ours) {
            Some(own) => Ok(own),
            None => Ok(self.create(owner).await?.bindings),
        }
    }

    /// Makes a resource that an operation may take on: in a state that allows it, where the
    /// description says so.
    pub(super) async fn create_for(
        &self,
        resource: ResourceId,
        operation: OperationId,
    ) -> Result<Bindings, Stop> {
        let described = self.resources.get(resource);
        let id = &self.description.operation(operation).id;
        let machine = described.states(&self.description.api);
        let causes = |cause: &Cause| matches!(cause, Cause::Operation(own) if own == id);
        let state = machine.and_then(|machine| {
            let mut all = machine.transitions.iter();
            all.find(|one| causes(&one.cause))?.from.first()
        });
        match state {
            Some(state) => Ok(self.create_in_state(resource, state).await?.bindings),
            None => Ok(self.create(resource).await?.bindings),
        }
    }
}

/// Whether an operation ends something that cannot be had back.
pub(super) fn is_destructive(operation: &Operation) -> bool {
    operation.method == spec::model::Method::Delete
        || operation
            .extensions
            .get("x-destructive")
            .and_then(Value::as_bool)
            == Some(true)
}
