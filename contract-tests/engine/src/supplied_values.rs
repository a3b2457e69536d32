//! Values that the caller of the run knows to be valid, for parameters and for places in bodies.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use conformance_core::description::Description;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spec::model::{Location, Operation};

/// The name for values of all operations.
const ALL: &str = "*";

/// Known values, by operationId, or by `*` for every operation that has the place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KnownValues(BTreeMap<String, KnownPlaces>);

/// Known values for requests of an operation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPlaces {
    /// Values of parameters outside of the path, by name.
    #[serde(default)]
    parameters: BTreeMap<String, Value>,
    /// Values of places in the body, by JSON Pointer, such as `/buyer/id`.
    #[serde(default)]
    body: BTreeMap<String, Value>,
}

impl KnownValues {
    /// Checks every name against the description: a misspelled name would have no effect.
    ///
    /// # Errors
    /// Returns the first operation or parameter that does not exist.
    pub fn check(&self, description: &Description) -> Result<()> {
        for (id, places) in self.0.iter().filter(|(id, _)| *id != ALL) {
            let mut all = description.operations();
            let own = all.find(|(_, one)| one.id == *id);
            ensure!(
                own.is_some(),
                "values.{id}: the description has no such operation"
            );
            for name in places.parameters.keys() {
                let is_there = own.is_some_and(|(_, one)| has_parameter(one, name));
                ensure!(
                    is_there,
                    "values.{id}.parameters: the operation has no parameter {name} outside of its \
                     path; values of path parameters are in `parameters`"
                );
            }
        }
        for (id, places) in &self.0 {
            let wrong = places.body.keys().find(|place| !place.starts_with('/'));
            ensure!(
                wrong.is_none(),
                "values.{id}.body: `{}` is not a JSON Pointer such as /buyer/id",
                wrong.map_or("", String::as_str)
            );
        }
        Ok(())
    }

    /// Returns the value of a parameter of an operation.
    #[must_use]
    pub fn parameter(&self, operation: &Operation, name: &str) -> Option<&Value> {
        self.of(operation)
            .find_map(|places| places.parameters.get(name))
    }

    /// Puts the values of an operation into a body, wherever the body has the object that they
    /// belong to.
    pub fn put(&self, operation: &Operation, body: &mut Value) {
        let places: Vec<_> = self.of(operation).flat_map(|places| &places.body).collect();
        // Values for the operation itself come last, so that they override those for all.
        for (pointer, value) in places.into_iter().rev() {
            let Some((owner, name)) = pointer.rsplit_once('/') else {
                continue;
            };
            match body.pointer_mut(owner) {
                Some(Value::Object(members)) => {
                    let name = name.replace("~1", "/").replace("~0", "~");
                    members.insert(name, value.clone());
                }
                Some(Value::Array(items)) => {
                    let item = name.parse().ok().and_then(|at: usize| items.get_mut(at));
                    if let Some(item) = item {
                        *item = value.clone();
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns every text among the values.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let all = self.0.values();
        let values = all.flat_map(|places| places.parameters.values().chain(places.body.values()));
        values.filter_map(Value::as_str)
    }

    /// Returns the values that apply to an operation: its own, then those for all.
    fn of(&self, operation: &Operation) -> impl Iterator<Item = &KnownPlaces> {
        [operation.id.as_str(), ALL]
            .into_iter()
            .filter_map(|id| self.0.get(id))
    }
}

fn has_parameter(operation: &Operation, name: &str) -> bool {
    let mut all = operation.parameters.iter();
    all.any(|one| one.name == name && one.location != Location::Path)
}
