//! The models of small descriptions, through the public functions.

mod encode;
mod files;
mod globals;
mod methods;
mod openapi_3_2;
mod operations;
mod pages;
mod references;
mod schemas;
mod shape;
mod streams;
mod whole;

use serde_json::Value;
use spec::{Api, Loaded};

/// The head of a description in OpenAPI 3.0, and in 3.1.
const V30: &str = "openapi: 3.0.3\ninfo: {title: Test, version: '1'}\n";
const V31: &str = "openapi: 3.1.0\ninfo: {title: Test, version: '1'}\n";

/// Returns the model of a description without errors.
fn api(head: &str, body: &str) -> Api {
    valid(spec::load_text("test.yaml", format!("{head}{body}")), body)
}

fn valid(loaded: Loaded, body: &str) -> Api {
    let messages: Vec<_> = loaded.diagnostics.iter().map(|d| &d.message).collect();
    let Some(api) = loaded.api else {
        panic!("{body}\nhas errors: {messages:?}");
    };
    api
}

/// Returns the model of schemas, which are given as the entries of `components/schemas` in YAML
/// flow style.
fn schemas(head: &str, members: &str) -> Api {
    api(
        head,
        &format!("paths: {{}}\ncomponents: {{schemas: {{{members}}}}}\n"),
    )
}

/// Returns a part of the model as JSON, by its JSON Pointer.
fn fact(api: &Api, pointer: &str) -> Value {
    let json = serde_json::to_value(api).expect("models are JSON");
    let fact = json.pointer(pointer);
    fact.unwrap_or_else(|| panic!("the model has no {pointer}"))
        .clone()
}

/// Compares parts of a model with expected JSON.
fn assert_facts(head: &str, body: &str, facts: &[(&str, &str)]) {
    let api = api(head, body);
    for (pointer, expected) in facts {
        let expected: Value = serde_json::from_str(expected)
            .unwrap_or_else(|error| panic!("{expected} is not JSON: {error}"));
        assert_eq!(fact(&api, pointer), expected, "{pointer} of\n{body}");
    }
}
