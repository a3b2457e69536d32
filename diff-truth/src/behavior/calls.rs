//! The calls that drivers make, and their outcomes. They are the calls of the conformance vectors,
//! with values that exist at a mock.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use spec::Api;
use spec::model::{Location, Operation};

use super::known::Known;

/// How often each call is made, because a call can depend on resources that an earlier one changed.
const ROUNDS: usize = 2;

/// The outcome of a call that worked.
const WORKED: &str = "value";

/// The outcome of a call whose values the SDK does not accept.
const NOT_MADE: &str = "not made";

/// The outcome of a call, as a driver reports it.
#[derive(Debug, Clone, Deserialize)]
pub struct Outcome {
    /// The number of the call.
    pub call: usize,
    #[serde(rename = "outcome")]
    kind: String,
    #[serde(default)]
    message: String,
}

impl Outcome {
    pub fn worked(&self) -> bool {
        self.kind == WORKED
    }

    pub fn was_made(&self) -> bool {
        self.kind != NOT_MADE
    }

    /// Returns a text for people.
    pub fn shown(&self) -> String {
        format!("{}: {}", self.kind, self.message)
    }
}

/// Returns the names of the calls, in order.
pub fn names(vectors: &[Value]) -> Vec<String> {
    let names = vectors.iter().map(|one| {
        let name = one.get("name").and_then(Value::as_str);
        name.unwrap_or_default().to_owned()
    });
    repeated(&names.collect::<Vec<_>>())
}

/// Returns the input of a driver, for one mock.
pub fn plan(api: &Api, vectors: &[Value], known: &Known) -> Value {
    let placed = vectors.iter().map(|vector| placed(api, vector, known));
    let placed: Vec<_> = placed.collect();
    json!({"servers": api.addresses(), "calls": repeated(&placed)})
}

/// Returns a list repeated as often as calls are made.
fn repeated<T: Clone>(list: &[T]) -> Vec<T> {
    let rounds = std::iter::repeat_n(list, ROUNDS);
    rounds.flatten().cloned().collect()
}

/// Replaces the values of path parameters by values that exist at the mock.
fn placed(api: &Api, vector: &Value, known: &Known) -> Value {
    let mut vector = vector.clone();
    let id = vector.get("operation").and_then(Value::as_str);
    let operation: Option<&Operation> = id.and_then(|id| api.operation(id));
    let parameters = operation.into_iter().flat_map(|one| &one.parameters);
    for parameter in parameters.filter(|one| one.location == Location::Path) {
        let place = vector.pointer_mut("/parameters");
        let given = place.and_then(|all| all.get_mut(parameter.name.as_str()));
        if let (Some(given), Some(value)) = (given, known.parameter(&parameter.name)) {
            *given = value.clone();
        }
    }
    vector
}

/// Parses the report of a driver, sorted by call.
///
/// # Errors
/// When a driver has not reported all calls.
pub fn outcomes(text: &str, calls: usize) -> Result<Vec<Outcome>, String> {
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let outcome: Outcome = serde_json::from_str(line).map_err(|error| error.to_string())?;
        found.insert(outcome.call, outcome);
    }
    if found.len() == calls {
        Ok(found.into_values().collect())
    } else {
        Err(format!("{} of {calls} calls were reported", found.len()))
    }
}
