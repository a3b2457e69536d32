//! STA-06: a nested resource names the parent in its path.

use spec::model::{Method, Operation};

use super::compare::shown;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::items::items_at;
use conformance_core::json::{Json, escape};
use conformance_core::resources::path_variables;
use conformance_engine::expectation;
use serde_json::json;

pub static CHECK: Check = Check {
    id: "nested-names-parent",
    requirement: "STA-06",
    strength: None,
    about: "A nested resource names the parent in its path.",
    example: "> GET /org/o1/product/p1/plan/1\n\
              < {\"id\": \"1\", \"productId\": \"p2\"}",
    fix: "Fill the reference from the path, and load nested resources by both ids.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    let resources = &seen.session.world.resources;
    let Some(owner) = seen
        .exchange
        .purpose
        .operation
        .and_then(|id| resources.listed_by(id).or_else(|| resources.made_by(id)))
        .or_else(|| resources.owner(&operation.path))
    else {
        return Verdict::NotApplicable;
    };
    let described = resources.get(owner);
    // A POST below an item creates an item that names it; an operation on the item itself may
    // create another kind.
    let api = &seen.description().api;
    let is_below = operation.method == Method::Post
        && operation.path.len() > described.item.len()
        && operation.path.starts_with(&described.item)
        && !described.is_answer_of(api, operation);
    let collection = if is_below {
        &described.item
    } else {
        &described.collection
    };
    let parents = parents(collection, operation, seen);
    if parents.is_empty() || !seen.response.is_success() || !seen.response.is_json() {
        return Verdict::NotApplicable;
    }
    let Ok(body) = seen.response.json() else {
        return Verdict::NotApplicable;
    };
    let mut faults = Vec::new();
    for (pointer, item) in shown_items(seen, operation, body) {
        for (name, value) in &parents {
            let Some(member) = item.get(name) else {
                continue;
            };
            let is_other = match member.as_str().or_else(|| member.number()) {
                Some(text) => text != value,
                None => false,
            };
            if is_other {
                faults.push(
                    Fault::new(format!(
                        "{} answers with another {name} than that of the path",
                        operation.id
                    ))
                    .must(
                        expectation::at(
                            &format!("{pointer}/{}", escape(name)),
                            json!({ "const": value }),
                        )
                        .when(expectation::class(2)),
                    )
                    .expected(format!("{value:?}, as in the path"))
                    .actual(shown(Some(member)))
                    .pointer(format!("{pointer}/{}", escape(name)))
                    .behavior(operation),
                );
            }
        }
    }
    Verdict::of(faults)
}

/// Returns the variables of the collection's path and their values in the request. A variable `id`
/// is left out, since items name their parent otherwise.
fn parents(collection: &str, operation: &Operation, seen: &Seen<'_>) -> Vec<(String, String)> {
    let path = seen.exchange.request.path();
    let pairs = operation.path.split('/').zip(path.split('/'));
    let of_collection = path_variables(collection);
    pairs
        .filter_map(|(template, text)| {
            let name = template.strip_prefix('{')?.strip_suffix('}')?;
            let text = percent_encoding::percent_decode_str(text)
                .decode_utf8()
                .ok()?;
            let counts = name.len() > 2 && of_collection.iter().any(|one| one == name);
            counts.then(|| (name.to_owned(), text.into_owned()))
        })
        .collect()
}

/// Returns the items of a list with their pointers, or the resource itself.
fn shown_items<'j>(
    seen: &Seen<'_>,
    operation: &Operation,
    body: &'j Json,
) -> Vec<(String, &'j Json)> {
    let numbered = |at: &str, items: &'j [Json]| {
        let items = items.iter().enumerate();
        items
            .map(|(index, item)| (format!("{at}/{index}"), item))
            .collect()
    };
    let listed = items_at(&seen.description().api, operation)
        .and_then(|at| Some(numbered(&at.pointer(), at.items(body)?)));
    listed.unwrap_or_else(|| vec![(String::new(), body)])
}
