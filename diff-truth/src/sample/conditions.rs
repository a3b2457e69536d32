//! Draws values around a condition (`if`, `then`, `else`): what decides the condition varies together
//! with what its branches say.

use serde_json::{Map, Value, json};

use super::merge::merged;
use super::{Sampler, in_turn};

/// Values that few schemas of properties all allow.
fn varied() -> [Value; 3] {
    [json!("a"), json!(1), json!(true)]
}

impl Sampler<'_> {
    /// Returns objects that a condition selects, each with every property that may decide it.
    pub(super) fn around(
        &self,
        own: &Map<String, Value>,
        condition: &Value,
        branches: &[Value],
        depth: u8,
    ) -> Vec<Value> {
        let selected = merged(&Value::Object(own.clone()), condition);
        let first = |schema: &Value| {
            let mut values = self.of(schema, depth + 1).into_iter();
            values.find_map(|value| value.as_object().cloned())
        };
        let mut bases: Vec<Map<String, Value>> = first(&selected).into_iter().collect();
        if let Some(least) = bases.first().cloned() {
            for (name, schema) in branches.iter().flat_map(properties) {
                let known = own.get("properties").and_then(|all| all.get(name));
                let schema = merged(known.unwrap_or(&json!({})), schema);
                let values = self.all(&schema, depth + 2, true);
                // What fits comes first, and what does not comes last.
                let edges = values.last().into_iter().chain(values.first());
                bases.extend(edges.map(|value| with(&least, name, value)));
            }
        }
        let satisfied = branches.iter().map(|branch| merged(&selected, branch));
        bases.extend(satisfied.filter_map(|schema| first(&schema)));
        let mut deciding = vec![("extra-long-name".to_owned(), json!(1))];
        let names = properties(condition).map(|(name, _)| name);
        for name in names.chain(&self.names) {
            deciding.extend(varied().map(|value| (name.clone(), value)));
        }
        let each = deciding.iter().map(|(name, value)| {
            let objects = bases.iter().map(|base| with(base, name, value));
            objects.map(Value::Object).collect()
        });
        in_turn(&each.collect::<Vec<_>>())
    }
}

/// Returns the properties that a schema names.
fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten()
}

fn with(base: &Map<String, Value>, name: &str, value: &Value) -> Map<String, Value> {
    let mut object = base.clone();
    object.insert(name.to_owned(), value.clone());
    object
}
