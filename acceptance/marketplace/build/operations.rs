//! The calls and the handlers of all operations, and the table of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use spec::Api;

use crate::named::{Named, named};
use crate::{client, server};

/// Returns the trait implementations, the calls and the table of both.
pub fn glue(api: &Api, view: &Value) -> String {
    let mut traits: BTreeMap<&str, Vec<Named<'_>>> = BTreeMap::new();
    let views = view["operations"].as_array().expect("a list");
    for (operation, view) in api.operations.iter().zip(views) {
        let tag = operation.tags.first().expect("a tag");
        traits.entry(tag).or_default().push(named(operation, view));
    }
    let mut text = String::new();
    for (tag, operations) in &traits {
        server::implementation(&mut text, tag, operations);
    }
    let calls = views.iter().map(|view| {
        let id = view["operationId"].as_str().expect("a string");
        (id, &view["call"])
    });
    let calls: BTreeMap<_, _> = calls.collect();
    for named in traits.values().flatten() {
        client::call(&mut text, api, named, calls[named.operation.id.as_str()]);
    }
    table(&mut text, traits.values().flatten());
    text
}

fn table<'a>(text: &mut String, operations: impl Iterator<Item = &'a Named<'a>>) {
    text.push_str("/// Every operation.\npub static OPERATIONS: &[OperationUnderTest] = &[\n");
    for Named {
        operation,
        method,
        answers,
        ..
    } in operations
    {
        let answers: Vec<_> = answers.iter().map(|answer| answer.name).collect();
        let items = match operation.pagination {
            Some(_) => format!("Some({method}_items)"),
            None => "None".to_owned(),
        };
        let _ = writeln!(
            text,
            "    OperationUnderTest {{ id: {:?}, call: {method}, items: {items}, \
             answers: &{answers:?} }},",
            operation.id
        );
    }
    text.push_str("];\n");
}
