//! Operations with their generated names.

use serde_json::Value;
use spec::model::{MediaType, Method, Operation, Parameter, Response, Status};

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
    /// The media type of the body, if there is one.
    pub media: Option<&'a MediaType>,
    pub name: &'a str,
}

/// How generated code holds a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// As a value that can be encoded as JSON.
    Value,
    Bytes,
    Items,
    Events,
}

/// Returns an operation with the names from the view of the target Rust.
pub fn named<'a>(operation: &'a Operation, view: &'a Value) -> Named<'a> {
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
                media: response.content.get(index),
                name: names.next().expect("a name for each answer"),
            });
        }
    }
    assert!(names.next().is_none(), "an answer for each name");
    answers
}

impl Named<'_> {
    /// Returns whether it has any arguments.
    pub fn takes(&self) -> bool {
        !self.operation.parameters.is_empty() || self.operation.body.is_some()
    }

    /// Returns how the request holds its body.
    pub fn body(&self) -> Option<Held> {
        let body = self.operation.body.as_ref()?;
        match body.content.as_slice() {
            [media] => Some(held(media, true)),
            _ => panic!("{}: a body of several kinds", self.operation.id),
        }
    }
}

impl Answer<'_> {
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

    /// Returns how the response holds its body.
    pub fn body(&self) -> Option<Held> {
        self.media.map(|media| held(media, false))
    }
}

fn held(media: &MediaType, in_request: bool) -> Held {
    let essence = media.essence();
    let is_form =
        essence == "application/x-www-form-urlencoded" || essence == "multipart/form-data";
    let is_text = essence.starts_with("text/") || essence.ends_with("xml");
    match &media.stream {
        Some(stream) if stream.is_of_data() => Held::Events,
        Some(_) => Held::Items,
        None if media.is_json() || is_text || is_form && in_request => Held::Value,
        None => Held::Bytes,
    }
}

/// Returns the name of a parameter in the tests.
pub fn wire(parameter: &Parameter) -> String {
    format!("{}.{}", parameter.location.as_str(), parameter.name)
}
