//! Problem details (RFC 9457) of what the stub itself refuses.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use types::runtime::Location;

/// What the stub refused, and why.
///
/// Its `type` is always `about:blank` (RFC 9457 §4.2.1: nothing beyond the status is meant);
/// the member `code` distinguishes what shares a status, see [`Kind::code`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind of refusal.
    pub kind: Kind,
    /// What went wrong this time; it never quotes the request.
    pub detail: String,
    /// The fields that are wrong, where fields are.
    pub errors: Vec<FieldError>,
}

/// One wrong field of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Where the field is.
    pub place: Place,
    /// What is wrong with it.
    pub detail: String,
}

/// Where a field of a request is.
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
        /// The JSON Pointer (RFC 6901) inside its value; empty for the whole of it.
        pointer: String,
    },
}

/// The kinds of refusal of the stub.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// No path of the description is like that.
    UnknownPath,
    /// The path does not have that method.
    UnknownMethod,
    /// A credential is needed and none was sent that serves.
    MissingCredential,
    /// The credential was refused.
    InvalidCredential,
    /// More than one credential was sent where one is to be (RFC 6750 §3.1).
    AmbiguousCredential,
    /// The credential does not reach as far as the operation.
    InsufficientScope,
    /// The resource in the path does not exist for this caller.
    NotFound,
    /// The credential could not be checked.
    AuthenticatorUnavailable,
    /// A parameter is missing, malformed or breaks a constraint.
    InvalidParameter,
    /// The body is missing.
    MissingBody,
    /// The body is not of its media type.
    MalformedBody,
    /// The body is not of its shape or breaks a constraint.
    InvalidBody,
    /// The body is too large.
    BodyTooLarge,
    /// The body is of a media type, charset or coding that is not declared.
    UnsupportedMediaType,
    /// The server does not implement the operation yet.
    NotImplemented,
    /// The server failed.
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

    /// The name of this kind for programs: the member `code` of the problem.
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
    /// The JSON form (RFC 9457 §3).
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
