//! Problem details (RFC 9457) of requests that the stub rejects.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use types::runtime::Location;

/// The reason that the stub rejected a request.
///
/// Its `type` is always `about:blank`: the status says it all (RFC 9457 §4.2.1). The `code`
/// distinguishes problems with the same status, see [`Kind::code`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind of problem.
    pub kind: Kind,
    /// What went wrong this time; never quotes the request.
    pub detail: String,
    /// The invalid fields of the request.
    pub errors: Vec<FieldError>,
}

/// An invalid field of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The location of the field.
    pub place: Place,
    /// What is wrong with it.
    pub detail: String,
}

/// The location of a field in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In the body, at a JSON Pointer (RFC 6901).
    Body(String),
    /// In a parameter.
    Parameter {
        /// Where the parameter is sent.
        location: Location,
        /// The name of the parameter.
        name: String,
        /// The JSON Pointer (RFC 6901) within its value; empty for the whole value.
        pointer: String,
    },
}

/// The kinds of problems that the stub reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The description has no such path.
    UnknownPath,
    /// The path does not support the method.
    UnknownMethod,
    /// A credential is required and was not sent.
    MissingCredential,
    /// The credential is not valid.
    InvalidCredential,
    /// More than one credential was sent (RFC 6750 §3.1).
    AmbiguousCredential,
    /// The credential lacks the required scopes.
    InsufficientScope,
    /// The resource in the path does not exist for this caller.
    NotFound,
    /// The credential could not be checked.
    AuthenticatorUnavailable,
    /// A parameter is missing, malformed or violates a constraint.
    InvalidParameter,
    /// The body is missing.
    MissingBody,
    /// The body cannot be parsed as its media type.
    MalformedBody,
    /// The body does not have the declared shape or violates a constraint.
    InvalidBody,
    /// The body is too large.
    BodyTooLarge,
    /// The media type, charset or content coding of the body is not supported.
    UnsupportedMediaType,
    /// The server does not implement the operation yet.
    NotImplemented,
    /// An internal error.
    Internal,
}

impl Kind {
    /// Returns the status (RFC 9110 §15).
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::UnknownPath | Self::NotFound => StatusCode::NOT_FOUND,
            Self::UnknownMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::MissingCredential | Self::InvalidCredential => StatusCode::UNAUTHORIZED,
            Self::InsufficientScope => StatusCode::FORBIDDEN,
            Self::AuthenticatorUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotImplemented => StatusCode::NOT_IMPLEMENTED,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::AmbiguousCredential
            | Self::InvalidParameter
            | Self::MissingBody
            | Self::MalformedBody
            | Self::InvalidBody => StatusCode::BAD_REQUEST,
        }
    }

    /// Returns the machine-readable name of this kind: the `code` of the problem.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownPath => "unknown_path",
            Self::UnknownMethod => "unknown_method",
            Self::MissingCredential => "missing_credential",
            Self::InvalidCredential => "invalid_credential",
            Self::AmbiguousCredential => "ambiguous_credential",
            Self::InsufficientScope => "insufficient_scope",
            Self::NotFound => "not_found",
            Self::AuthenticatorUnavailable => "authenticator_unavailable",
            Self::InvalidParameter => "invalid_parameter",
            Self::MissingBody => "missing_body",
            Self::MalformedBody => "malformed_body",
            Self::InvalidBody => "invalid_body",
            Self::BodyTooLarge => "body_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::NotImplemented => "not_implemented",
            Self::Internal => "internal",
        }
    }
}

impl Problem {
    /// Returns the problem as JSON (RFC 9457 §3).
    #[must_use]
    pub fn to_json(&self) -> Value {
        let status = self.kind.status();
        let mut problem = json!({
            "type": "about:blank",
            "title": status.canonical_reason().unwrap_or_default(),
            "status": status.as_u16(),
            "detail": self.detail,
            "code": self.kind.code(),
        });
        if !self.errors.is_empty() {
            problem["errors"] = self.errors.iter().map(FieldError::to_json).collect();
        }
        problem
    }
}

impl FieldError {
    fn to_json(&self) -> Value {
        let mut error = Map::new();
        match &self.place {
            Place::Body(pointer) => {
                error.insert("pointer".to_owned(), json!(pointer));
            }
            Place::Parameter {
                location,
                name,
                pointer,
            } => {
                error.insert("parameter".to_owned(), json!(name));
                error.insert("in".to_owned(), json!(location_name(*location)));
                if !pointer.is_empty() {
                    error.insert("pointer".to_owned(), json!(pointer));
                }
            }
        }
        error.insert("detail".to_owned(), json!(self.detail));
        Value::Object(error)
    }
}

const LOCATIONS: [(Location, &str); 4] = [
    (Location::Path, "path"),
    (Location::Query, "query"),
    (Location::Header, "header"),
    (Location::Cookie, "cookie"),
];

fn location_name(location: Location) -> &'static str {
    LOCATIONS
        .iter()
        .find(|(known, _)| *known == location)
        .map_or("", |(_, name)| name)
}

pub(super) fn location_of(name: &str) -> Option<Location> {
    LOCATIONS
        .iter()
        .find(|(_, known)| *known == name)
        .map(|(location, _)| *location)
}
