//! State machines of resources (`x-states`).

use serde::Serialize;

/// The states of a resource, and the transitions between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateMachine {
    /// The property that holds the state.
    pub field: String,
    /// The states in which a resource can be created.
    pub initial: Vec<String>,
    /// The final states, which have no outgoing transitions.
    pub terminal: Vec<String>,
    /// All states, with their meanings.
    pub states: Vec<(String, String)>,
    /// The transitions between states.
    pub transitions: Vec<Transition>,
}

/// A transition from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Transition {
    /// The states that it can start from.
    pub from: Vec<String>,
    /// The state that it leads to.
    pub to: String,
    /// What causes it.
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
