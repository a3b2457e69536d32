//! State machines of resources (`x-states`).

use serde::Serialize;

/// The states of a resource, and how it gets from one to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateMachine {
    /// The property that holds the state.
    pub field: String,
    /// The states in which a resource can be made.
    pub initial: Vec<String>,
    /// The states that nothing leads out of.
    pub terminal: Vec<String>,
    /// All states, with what they mean.
    pub states: Vec<(String, String)>,
    /// The ways from state to state.
    pub transitions: Vec<Transition>,
}

/// A way from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Transition {
    /// The states it can start from.
    pub from: Vec<String>,
    /// The state it leads to.
    pub to: String,
    /// Its cause.
    pub cause: Cause,
}

/// The cause of a transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// An operation, by its id.
    Operation(String),
    /// Something outside the API, such as `clock`.
    Trigger(String),
}
