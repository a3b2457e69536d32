//! Responses of the stub in place of a handler.

use axum::http::{HeaderName, HeaderValue};
use types::runtime::{DecodeError, Parameter, Violations};

use super::problem::location_of;
use super::{FieldError, Kind, Place, Problem};

/// A request that does not reach a handler, an operation that is not implemented, or a response
/// that cannot be sent.
#[derive(Debug, Clone)]
pub struct Rejection {
    problem: Problem,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Rejection {
    /// Returns a rejection of one kind.
    #[must_use]
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        let problem = Problem {
            kind,
            detail: detail.into(),
            errors: Vec::new(),
        };
        Self {
            problem,
            headers: Vec::new(),
        }
    }

    /// Returns what the client receives.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Headers that belong to the status, such as `Allow`; sent whatever a hook answers.
    #[must_use]
    pub fn headers(&self) -> &[(HeaderName, HeaderValue)] {
        &self.headers
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    pub(super) fn field(kind: Kind, detail: &str, place: Place, wrong: String) -> Self {
        let mut rejection = Self::new(kind, detail);
        rejection.problem.errors.push(FieldError {
            place,
            detail: wrong,
        });
        rejection
    }

    pub(super) fn missing_parameter(parameter: &Parameter) -> Self {
        Self::parameter(parameter, String::new(), "is missing".to_owned())
    }

    /// The text that was found stays out of the response: it may be a secret.
    pub(super) fn malformed_parameter(parameter: &Parameter, error: &DecodeError) -> Self {
        let wrong = format!("expected {}", error.expected());
        Self::parameter(parameter, error.pointer().to_owned(), wrong)
    }

    fn parameter(parameter: &Parameter, pointer: String, wrong: String) -> Self {
        let place = Place::Parameter {
            location: parameter.location,
            name: parameter.name.to_owned(),
            pointer,
        };
        Self::field(
            Kind::InvalidParameter,
            "A parameter does not match the description.",
            place,
            wrong,
        )
    }

    /// The text that was found stays out of the response: it may be a secret.
    pub(super) fn malformed_body(error: &DecodeError) -> Self {
        let place = Place::Body(error.pointer().to_owned());
        let wrong = format!("expected {}", error.expected());
        Self::field(
            Kind::InvalidBody,
            "The body does not match the description.",
            place,
            wrong,
        )
    }

    pub(super) fn violations(violations: Violations) -> Self {
        let errors: Vec<_> = violations
            .0
            .into_iter()
            .map(|violation| FieldError {
                place: place_of(&violation.pointer),
                detail: violation.detail,
            })
            .collect();
        let in_body = errors
            .iter()
            .all(|error| matches!(error.place, Place::Body(_)));
        let mut rejection = if in_body {
            Self::new(Kind::InvalidBody, "The body violates constraints.")
        } else {
            Self::new(Kind::InvalidParameter, "The request violates constraints.")
        };
        rejection.problem.errors = errors;
        rejection
    }
}

/// Reads the first segment that [`Request::check`](super::Request::check) gives a value:
/// `body`, or the place and name of a parameter such as `query.limit`.
fn place_of(pointer: &str) -> Place {
    let inner = pointer.strip_prefix('/').unwrap_or(pointer);
    let (first, rest) = inner.split_at(inner.find('/').unwrap_or(inner.len()));
    let parameter = first
        .split_once('.')
        .and_then(|(location, name)| Some((location_of(location)?, name)));
    match parameter {
        Some((location, name)) => Place::Parameter {
            location,
            name: name.replace("~1", "/").replace("~0", "~"),
            pointer: rest.to_owned(),
        },
        None => Place::Body(rest.to_owned()),
    }
}
