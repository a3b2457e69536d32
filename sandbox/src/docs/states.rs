//! State machines of resources (`x-states`).

use yaml_serde::Value;

use super::document::{Document, at, items, members, text};
use super::prose::Prose;

/// The state machine of a resource.
#[derive(Debug)]
pub(super) struct Life {
    pub(super) schema: String,
    pub(super) states: Vec<State>,
}

/// One state.
#[derive(Debug)]
pub(super) struct State {
    pub(super) name: String,
    pub(super) prose: Prose,
    pub(super) is_first: bool,
    pub(super) is_last: bool,
    pub(super) ways: Vec<Way>,
}

/// A transition out of a state.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) to: String,
    /// The operation that causes it.
    pub(super) operation: Option<String>,
    /// The actor that takes the transition, if it is not an operation.
    pub(super) trigger: String,
}

/// Returns all state machines in the description.
pub(super) fn all(document: Document<'_>) -> Vec<Life> {
    let schemas = members(at(document.0, "components"), "schemas");
    let lives = schemas.filter(|(_, schema)| schema.get("x-states").is_some());
    lives
        .map(|(name, schema)| life(name, at(schema, "x-states")))
        .collect()
}

fn life(schema: &str, machine: &Value) -> Life {
    let lists = |list: &str, name: &str| {
        let mut names = items(machine, list).iter().filter_map(Value::as_str);
        names.any(|listed| listed == name)
    };
    let states = members(machine, "states").map(|(name, prose)| State {
        name: name.to_owned(),
        prose: Prose::of(prose.as_str().unwrap_or_default()),
        is_first: lists("initial", name),
        is_last: lists("terminal", name),
        ways: ways(machine, name),
    });
    Life {
        schema: schema.to_owned(),
        states: states.collect(),
    }
}

fn ways(machine: &Value, from: &str) -> Vec<Way> {
    let leaves = |way: &&Value| {
        let mut states = items(way, "from").iter().filter_map(Value::as_str);
        states.any(|state| state == from)
    };
    let ways = items(machine, "transitions").iter().filter(leaves);
    ways.map(|way| Way {
        to: text(way, "to").to_owned(),
        operation: at(way, "operation").as_str().map(ToOwned::to_owned),
        trigger: text(way, "trigger").to_owned(),
    })
    .collect()
}
