//! Responses that the stub creates instead of a handler.

use axum::http::{HeaderName, HeaderValue};
use types::runtime::{DecodeError, Parameter, Violations};

use super::problem::location_of;
use super::{FieldError, Kind, Place, Problem};

/// A response created by the stub: the request does not reach a handler, the operation is not
/// implemented, or the handler's response cannot be sent.
#[derive(Debug, Clone)]
pub struct Rejection {
    problem: Problem,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Rejection {
    /// Creates a rejection of one kind.
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

    /// Returns the problem that the client receives.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns headers that belong to the status, such as `Allow`. They are sent whatever a hook
    /// returns.
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

    /// Does not quote the parameter in the response, because it may be a secret.
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

    /// Does not quote the body in the response, because it may contain secrets.
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

/// Parses the first segment that [`Request::check`](super::Request::check) uses: `body`, or the
/// location and name of a parameter such as `query.limit`.
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
