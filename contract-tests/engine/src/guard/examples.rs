//! The example values of a description: existing items may have such ids.

use std::collections::HashSet;

use serde_json::Value;
use spec::model::Kind;

use conformance_core::description::Description;

/// Returns all strings and numbers in examples, defaults and enumerations of a description.
pub(super) fn examples(description: &Description) -> HashSet<String> {
    fn collect(value: &Value, all: &mut HashSet<String>) {
        match value {
            Value::String(text) => drop(all.insert(text.clone())),
            Value::Number(number) => drop(all.insert(number.to_string())),
            Value::Array(items) => items.iter().for_each(|item| collect(item, all)),
            Value::Object(members) => members.values().for_each(|item| collect(item, all)),
            Value::Null | Value::Bool(_) => {}
        }
    }
    let mut all = HashSet::new();
    for schema in &description.api.schemas {
        schema
            .examples
            .iter()
            .for_each(|value| collect(value, &mut all));
        schema
            .default
            .iter()
            .for_each(|value| collect(value, &mut all));
        if let Kind::Enumeration(list) = &schema.kind {
            list.values
                .iter()
                .for_each(|value| collect(value, &mut all));
        }
    }
    for operation in &description.api.operations {
        let parameters = operation.parameters.iter().flat_map(|one| &one.examples);
        let bodies = operation.body.iter().flat_map(|one| &one.content);
        let responses = operation.responses.iter().flat_map(|one| &one.content);
        let contents = bodies.chain(responses).flat_map(|one| &one.examples);
        parameters
            .chain(contents)
            .for_each(|one| collect(&one.value, &mut all));
    }
    all
}
