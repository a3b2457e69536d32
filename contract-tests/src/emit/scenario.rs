//! A finding as a sequence of requests that can be sent again, with assertions.

use conformance_core::exchange::Host;
use conformance_engine::expectation::Rule;

use super::values::Place;

/// A finding, ready to be written as a test.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    /// The id of the finding.
    pub(super) id: String,
    /// The check.
    pub(super) check: String,
    /// The id of the requirement.
    pub(super) requirement: String,
    /// What is wrong.
    pub(super) title: String,
    /// What was expected.
    pub(super) expected: String,
    /// The requests, in their order.
    pub(super) steps: Vec<Step>,
    /// The assertions, each about a step.
    pub(super) assertions: Vec<Assertion>,
}

/// A request, and what happens with its response.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// The name of the response.
    pub(super) name: String,
    /// The request.
    pub(super) call: Call,
    /// Whether it only prepares the test: then it must succeed.
    pub(super) prepares: bool,
    /// Values of the response that later requests use.
    pub(super) keeps: Vec<(String, Place)>,
    /// Requests that delete the items that it creates, sent at the end whatever happens.
    pub(super) ends: Vec<Call>,
}

/// A request whose texts are templates: `${name}` stands for a value of the test run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) host: Host,
    pub(super) method: String,
    pub(super) target: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Content>,
}

/// The body of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// A template.
    Text(String),
    /// Bytes that are not text.
    Bytes(Vec<u8>),
}

/// An assertion about the response of a step. Exchanges in the rule are numbered by step.
#[derive(Debug, Clone)]
pub(super) struct Assertion {
    pub(super) step: usize,
    pub(super) rule: Rule,
}
