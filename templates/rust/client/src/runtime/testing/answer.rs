//! What a test service answers.

use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use crate::runtime::{TransportError, TransportErrorKind};

/// An answer of a [`TestService`](super::TestService), or a failure of the connection.
#[derive(Debug, Clone)]
#[must_use]
pub struct TestAnswer {
    kind: Kind,
    pub(super) passes: Duration,
}

#[derive(Debug, Clone)]
enum Kind {
    Response {
        status: u16,
        headers: HeaderMap,
        body: Bytes,
    },
    Failure(TransportErrorKind),
}

impl TestAnswer {
    /// Returns a response without a body.
    pub fn status(status: u16) -> Self {
        Self::of(Kind::Response {
            status,
            headers: HeaderMap::new(),
            body: Bytes::new(),
        })
    }

    /// Returns a response with a JSON body. Errors that the description declares often have another
    /// media type: set it with [`TestAnswer::header`].
    ///
    /// # Panics
    /// Panics if the value cannot be written as JSON.
    pub fn json<T: Serialize + ?Sized>(status: u16, value: &T) -> Self {
        let body = serde_json::to_vec(value).expect("a value that can be written as JSON");
        Self::bytes(status, "application/json", body)
    }

    /// Returns a response with a body of bytes, or of text in UTF-8.
    pub fn bytes(status: u16, media_type: &str, bytes: impl Into<Bytes>) -> Self {
        Self::of(Kind::Response {
            status,
            headers: HeaderMap::new(),
            body: bytes.into(),
        })
        .header(CONTENT_TYPE.as_str(), media_type)
    }

    /// The service cannot be reached: the request never leaves.
    pub fn unreachable() -> Self {
        Self::of(Kind::Failure(TransportErrorKind::Connect))
    }

    /// The connection breaks after the request has arrived.
    pub fn broken() -> Self {
        Self::of(Kind::Failure(TransportErrorKind::Broken))
    }

    /// No response arrives in time. The test does not wait for it.
    pub fn timeout() -> Self {
        Self::of(Kind::Failure(TransportErrorKind::Timeout))
    }

    /// Sets a header field of a response.
    ///
    /// # Panics
    /// Panics if name or value have characters that are not allowed.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let Kind::Response { headers, .. } = &mut self.kind {
            let name = HeaderName::try_from(name).expect("the name of a header field");
            let value = HeaderValue::try_from(value).expect("the value of a header field");
            headers.insert(name, value);
        }
        self
    }

    /// Moves the clock forward while the answer is under way.
    pub fn after(mut self, passes: Duration) -> Self {
        self.passes = passes;
        self
    }

    fn of(kind: Kind) -> Self {
        Self {
            kind,
            passes: Duration::ZERO,
        }
    }

    pub(super) fn into_response(self) -> Result<reqwest::Response, TransportError> {
        match self.kind {
            Kind::Response {
                status,
                headers,
                body,
            } => {
                let mut response = http::Response::new(body);
                *response.status_mut() = http::StatusCode::from_u16(status)
                    .map_err(|error| TransportError::new(TransportErrorKind::Refused, error))?;
                *response.headers_mut() = headers;
                Ok(response.into())
            }
            Kind::Failure(kind) => Err(TransportError::new(kind, "the test service says so")),
        }
    }
}
