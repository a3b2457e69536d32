//! A finding as a sequence of requests that anyone can send again, with what had to hold.

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
    /// The row of the catalogue.
    pub(super) requirement: String,
    /// What is wrong.
    pub(super) title: String,
    /// What was expected.
    pub(super) expected: String,
    /// The requests, in their order.
    pub(super) steps: Vec<Step>,
    /// What has to hold, and of which step.
    pub(super) assertions: Vec<Assertion>,
}

/// A request, and what is done with its response.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// The name of the response.
    pub(super) name: String,
    /// The request.
    pub(super) call: Call,
    /// Whether it only prepares what is shown: then it has to be answered with success.
    pub(super) prepares: bool,
    /// Values of the response that later requests have.
    pub(super) keeps: Vec<(String, Place)>,
    /// What ends the items that it creates; sent at the end, whatever comes before.
    pub(super) ends: Vec<Call>,
}

/// A request whose texts are templates: `${name}` stands for a value of the time of the test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) host: Host,
    pub(super) method: String,
    pub(super) target: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Content>,
}

/// The content of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// A template.
    Text(String),
    /// Bytes that are not text.
    Bytes(Vec<u8>),
}

/// What has to hold of the response of a step. The numbers of other exchanges in the rule are those
/// of steps.
#[derive(Debug, Clone)]
pub(super) struct Assertion {
    pub(super) step: usize,
    pub(super) rule: Rule,
}
