//! Why a request is refused, and the problem document that reports it (RFC 9457).

use types::{Problem, ProblemError};

/// The base address of problem types.
const PROBLEMS: &str = "https://marketplace.example/problems/";

/// Why a request is refused although it follows the description.
#[derive(Debug)]
pub enum Failure {
    /// The resource in the path does not exist, or belongs to another organization: both look the
    /// same.
    NotFound,
    /// The credential lacks a permission.
    Forbidden(String),
    /// The state of a resource does not allow the request.
    State {
        /// The current state, as the description writes it.
        state: String,
        /// What is wrong, and what to do instead.
        detail: String,
    },
    /// Another conflict with a resource, with a separate problem type.
    Conflict {
        /// The last segment of the problem's type.
        kind: &'static str,
        /// What is wrong, and what to do instead.
        detail: String,
    },
    /// A value does not follow the description, in a way that its schema cannot express.
    Invalid {
        /// The place.
        place: Place,
        /// What is wrong, and what to do instead.
        detail: String,
    },
    /// Values have the right form, but are refused for their meaning.
    Unprocessable {
        /// The place; `None` if it is about the complete request.
        place: Place,
        /// What is wrong, and what to do instead.
        detail: String,
    },
    /// The sandbox itself has failed. The error is only logged.
    Internal(anyhow::Error),
}

/// The place of a value in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In the body, at a JSON Pointer (RFC 6901).
    Body(String),
    /// A parameter.
    Parameter(&'static str),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl Failure {
    /// Returns a conflict with the state of a resource: `what` needs one of the states `needed`.
    pub fn state(state: &impl ToString, what: &str, needed: &str) -> Self {
        let state = state.to_string();
        let detail = format!("It is {state}; {what} needs {needed}.");
        Self::State { state, detail }
    }

    /// Returns a failure about a value in the body that is valid but cannot be accepted.
    pub fn body(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        let (place, detail) = (Place::Body(pointer.into()), detail.into());
        Self::Unprocessable { place, detail }
    }

    /// Returns a failure about a parameter whose meaning is refused.
    pub fn parameter(name: &'static str, detail: impl Into<String>) -> Self {
        let (place, detail) = (Place::Parameter(name), detail.into());
        Self::Unprocessable { place, detail }
    }

    /// Converts the failure to an error of the program, outside of requests.
    #[must_use]
    pub fn into_error(self) -> anyhow::Error {
        match self {
            Self::Internal(error) => error,
            refusal => anyhow::anyhow!("{refusal:?}"),
        }
    }

    /// Returns the status (RFC 9110 §15).
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Invalid { .. } => 400,
            Self::NotFound => 404,
            Self::Forbidden(_) => 403,
            Self::State { .. } | Self::Conflict { .. } => 409,
            Self::Unprocessable { .. } => 422,
            Self::Internal(_) => 500,
        }
    }

    /// Returns the problem document. An internal error is logged, and not shown.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        let status = self.status();
        match self {
            Self::NotFound => problem(
                status,
                "not-found",
                Some("There is no such resource.".to_owned()),
            ),
            Self::Forbidden(detail) => problem(status, "forbidden", Some(detail)),
            Self::State { state, detail } => Problem {
                state: Some(state),
                ..problem(status, "state-conflict", Some(detail))
            },
            Self::Conflict { kind, detail } => problem(status, kind, Some(detail)),
            Self::Invalid { place, detail } => Problem {
                errors: Some(vec![at(place, detail.clone())]),
                ..problem(status, "bad-request", Some(detail))
            },
            Self::Unprocessable { place, detail } => Problem {
                errors: Some(vec![at(place, detail.clone())]),
                ..problem(status, "unprocessable-content", Some(detail))
            },
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "the request failed");
                problem(status, "internal-error", None)
            }
        }
    }
}

/// Returns what is wrong at a place.
#[must_use]
pub fn at(place: Place, detail: String) -> ProblemError {
    let error = ProblemError::new(detail);
    match place {
        Place::Body(pointer) => ProblemError {
            pointer: Some(pointer),
            ..error
        },
        Place::Parameter(name) => ProblemError {
            parameter: Some(name.to_owned()),
            ..error
        },
    }
}

/// Returns a problem of this service: the last segment of its type determines its title.
#[must_use]
pub fn problem(status: u16, kind: &str, detail: Option<String>) -> Problem {
    let words = kind.replace('-', " ");
    let mut letters = words.chars();
    let title = letters.next().map(|first| first.to_ascii_uppercase());
    let title = title.into_iter().chain(letters).collect();
    Problem {
        r#type: format!("{PROBLEMS}{kind}"),
        title,
        status: i32::from(status),
        detail,
        instance: None,
        state: None,
        errors: None,
        unknown: serde_json::Map::new(),
    }
}
