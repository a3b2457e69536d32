//! Operations with their generated names, and the table of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use spec::Api;
use spec::model::{Method, Operation, Parameter, Response, Status};

use crate::{client, server};

/// An operation with its generated names.
pub struct Named<'a> {
    pub operation: &'a Operation,
    pub method: &'a str,
    pub pascal: &'a str,
    pub arguments: Vec<&'a str>,
    pub answers: Vec<Answer<'a>>,
}

/// A declared response in one of its media types.
pub struct Answer<'a> {
    pub response: &'a Response,
    pub has_body: bool,
    /// The media type of the body.
    pub media_type: &'a str,
    pub name: &'a str,
}

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
    for operation in traits.values().flatten() {
        client::call(&mut text, operation);
    }
    table(&mut text, traits.values().flatten());
    text
}

fn named<'a>(operation: &'a Operation, view: &'a Value) -> Named<'a> {
    let strings = |value: &'a Value| {
        let all = value.as_array().into_iter().flatten();
        all.filter_map(Value::as_str).collect::<Vec<_>>()
    };
    assert_eq!(view["operationId"], operation.id);
    Named {
        operation,
        method: view["method"].as_str().expect("a method"),
        pascal: view["type"].as_str().expect("a type"),
        arguments: strings(&view["arguments"]),
        answers: answers(operation, &strings(&view["answers"])),
    }
}

/// Returns the names of responses: the generator names one for each media type of each response, in
/// order.
fn answers<'a>(operation: &'a Operation, names: &[&'a str]) -> Vec<Answer<'a>> {
    assert_ne!(operation.method, Method::Head, "answers without bodies");
    let mut names = names.iter();
    let mut answers = Vec::new();
    for response in &operation.responses {
        for index in 0..response.content.len().max(1) {
            answers.push(Answer {
                response,
                has_body: index < response.content.len(),
                media_type: response.content.get(index).map_or("", |media| &media.name),
                name: names.next().expect("a name for each answer"),
            });
        }
    }
    assert!(names.next().is_none(), "an answer for each name");
    answers
}

impl<'a> Named<'a> {
    /// Returns the parameters, each with the name of its argument.
    pub fn parameters(&self) -> impl Iterator<Item = (&'a Parameter, &'a str)> {
        let arguments = self.arguments.iter().copied();
        self.operation.parameters.iter().zip(arguments)
    }

    /// Returns whether it has any arguments.
    pub fn takes(&self) -> bool {
        !self.operation.parameters.is_empty() || self.operation.body.is_some()
    }
}

impl Answer<'_> {
    pub fn is_success(&self) -> bool {
        self.response.status.is_success()
    }

    /// Returns whether the stub itself sends this response, so that no handler can.
    pub fn is_of_stub(&self, operation: &Operation) -> bool {
        match self.response.status {
            Status::Code(401) => operation.needs_credential(),
            Status::Code(405) => true,
            Status::Code(413 | 415) => operation.body.is_some(),
            _ => false,
        }
    }

    /// Returns whether it is for one status only.
    pub fn is_exact(&self) -> bool {
        matches!(self.response.status, Status::Code(_))
    }
}

/// Returns the name of a parameter in the tests.
pub fn wire(parameter: &Parameter) -> String {
    format!("{}.{}", parameter.location.as_str(), parameter.name)
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
