//! Responses, as they are sent.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use bytes::Bytes;
use serde::Serialize;
use types::runtime::{Location, Parameter, Shape, Style, encode_parameter};

use super::{Kind, Rejection};

/// A response. If it cannot be sent, for instance because of a line break in a header, a 500
/// without details is sent instead.
#[derive(Debug)]
#[must_use]
pub struct Reply(Result<Response<Body>, Kind>);

/// Converts the responses of an operation.
///
/// This is a dedicated trait because the compiler would compare each implementation of `From` with
/// all others.
pub trait Answer: 'static {
    /// Returns the response as it is sent.
    fn into_reply(self) -> Reply;
}

impl Reply {
    /// Returns a response for an operation that is not implemented yet: 501 (RFC 9110 §15.6.2) as
    /// problem details, or as written by [`Config::on_rejection`](super::Config::on_rejection).
    pub const fn unimplemented() -> Self {
        Self(Err(Kind::NotImplemented))
    }

    /// Returns a response without a body.
    pub fn empty(status: u16) -> Self {
        Self::new(status, Body::empty())
    }

    /// Returns a JSON response (RFC 8259).
    pub fn json<T: Serialize + ?Sized>(status: u16, media_type: &str, body: &T) -> Self {
        match serde_json::to_vec(body) {
            Ok(text) => Self::bytes(status, media_type, text.into()),
            Err(_) => Self::impossible(),
        }
    }

    /// Returns a text response; a text media type gets a charset.
    pub fn text(status: u16, media_type: &str, body: String) -> Self {
        let names_charset = !media_type.starts_with("text/") || media_type.contains(';');
        let charset = if names_charset { "" } else { "; charset=utf-8" };
        Self::bytes(status, &format!("{media_type}{charset}"), body.into())
    }

    /// Returns a response of bytes.
    pub fn bytes(status: u16, media_type: &str, body: Bytes) -> Self {
        Self::stream(status, media_type, body.into())
    }

    /// Returns a response whose body may be a stream.
    pub fn stream(status: u16, media_type: &str, body: Body) -> Self {
        let value = HeaderValue::from_str(media_type).ok();
        Self::new(status, body).insert(CONTENT_TYPE, value)
    }

    /// Adds a header, written in the style `simple` (OpenAPI 3.0.3 §4.7.21).
    pub fn header<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Self {
        let text = encode_parameter(&described(name), value).ok();
        let value = text.and_then(|text| HeaderValue::from_str(&text).ok());
        match HeaderName::from_bytes(name.as_bytes()) {
            Ok(name) => self.insert(name, value),
            Err(_) => Self::impossible(),
        }
    }

    /// Adds an optional header.
    pub fn optional_header<T: Serialize>(self, name: &'static str, value: &Option<T>) -> Self {
        match value {
            Some(value) => self.header(name, value),
            None => self,
        }
    }

    const fn impossible() -> Self {
        Self(Err(Kind::Internal))
    }

    fn new(status: u16, body: Body) -> Self {
        let status = StatusCode::from_u16(status).ok();
        let Some(status) = status.filter(|status| is_final(*status)) else {
            return Self::impossible();
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        Self(Ok(response))
    }

    fn insert(mut self, name: HeaderName, value: Option<HeaderValue>) -> Self {
        match (self.0.as_mut(), value) {
            (Ok(response), Some(value)) => {
                response.headers_mut().append(name, value);
                self
            }
            (Err(_), _) => self,
            (Ok(_), None) => Self::impossible(),
        }
    }

    pub(super) fn into_response(self) -> Result<Response<Body>, Rejection> {
        let detail = |kind| match kind {
            Kind::NotImplemented => "The server does not implement this operation yet.",
            _ => "The server failed.",
        };
        self.0.map_err(|kind| Rejection::new(kind, detail(kind)))
    }

    /// Returns the status; `None` if the response cannot be sent.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        match &self.0 {
            Ok(response) => Some(response.status()),
            Err(Kind::NotImplemented) => Some(StatusCode::NOT_IMPLEMENTED),
            Err(_) => None,
        }
    }

    /// Returns the headers; `None` if the response cannot be sent or is created by the stub.
    #[must_use]
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.0.as_ref().ok().map(Response::headers)
    }
}

impl From<Response<Body>> for Reply {
    fn from(response: Response<Body>) -> Self {
        if is_final(response.status()) {
            Self(Ok(response))
        } else {
            Self::impossible()
        }
    }
}

/// Returns whether a status is final. An informational status (RFC 9110 §15.2) is not a response.
fn is_final(status: StatusCode) -> bool {
    !status.is_informational()
}

const fn described(name: &'static str) -> Parameter {
    Parameter {
        name,
        location: Location::Header,
        style: Style::Simple,
        explode: false,
        required: true,
        allow_reserved: false,
        shape: Shape::Text,
    }
}
