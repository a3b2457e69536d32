//! Moves items from state to state.

use serde_json::Value;
use spec::model::{Cause, Method, StateMachine};

use crate::operate::Call;
use crate::reply::Reply;
use crate::state::State;

impl Call<'_> {
    /// Returns the state machine of the operation's item, if the operation causes a transition.
    pub(crate) fn machine(&self) -> Option<&StateMachine> {
        let node = self.served.nodes.get(&self.chain.last()?.template)?;
        let resource = self.served.resources.get(node.resource?);
        let machine = resource.states(&self.served.description.api)?;
        let is_cause =
            |cause: &Cause| matches!(cause, Cause::Operation(id) if *id == self.operation.id);
        machine
            .transitions
            .iter()
            .any(|one| is_cause(&one.cause))
            .then_some(machine)
    }

    /// Moves an item from one state to another, and responds with it.
    pub(crate) fn move_on(&self, state: &mut State, machine: &StateMachine) -> Option<Reply> {
        let step = self.chain.last()?;
        let item = self.item(state)?;
        let own = item
            .value
            .get(&machine.field)
            .and_then(Value::as_str)
            .unwrap_or_default();
        let to = machine.transitions.iter().find(|one| {
            let is_cause = matches!(&one.cause, Cause::Operation(id) if *id == self.operation.id);
            is_cause && one.from.iter().any(|from| from == own)
        });
        let Some(to) = to else {
            let why = "its state does not allow this";
            return Some(self.refuse(&[409, 422], why));
        };
        let is_update =
            self.is_item && matches!(self.operation.method, Method::Put | Method::Patch);
        let changed = if is_update {
            self.changed(item)
        } else {
            Some(item.clone())
        };
        let Some(mut changed) = changed else {
            return Some(self.refuse(&[409, 422], "this cannot be changed so"));
        };
        changed.set(machine.field.clone(), Value::from(to.to.as_str()));
        let reply = self.with(&step.collection, &mut changed);
        if reply.status / 100 == 2 {
            *item = changed;
        }
        Some(reply)
    }
}
