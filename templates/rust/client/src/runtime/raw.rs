//! A response as received.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use reqwest::header::{HeaderMap, SET_COOKIE};

/// A response as received: status, header fields and body. The body of a stream is empty because
/// its items are read one by one. Cloning is cheap.
#[derive(Clone)]
pub struct RawResponse(Arc<Parts>);

struct Parts {
    status: u16,
    headers: HeaderMap,
    bytes: Bytes,
    /// The connection of a stream until it is read.
    open: Mutex<Option<reqwest::Response>>,
}

impl RawResponse {
    pub(super) fn new(status: u16, mut headers: HeaderMap, bytes: Bytes) -> Self {
        if let reqwest::header::Entry::Occupied(mut cookies) = headers.entry(SET_COOKIE) {
            cookies
                .iter_mut()
                .for_each(|cookie| cookie.set_sensitive(true));
        }
        Self(Arc::new(Parts {
            status,
            headers,
            bytes,
            open: Mutex::new(None),
        }))
    }

    /// Creates a response whose body is not read yet.
    pub(super) fn open(mut response: reqwest::Response) -> Self {
        let headers = std::mem::take(response.headers_mut());
        let raw = Self::new(response.status().as_u16(), headers, Bytes::new());
        *raw.0.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(response);
        raw
    }

    /// Takes the connection of a stream, in order to read it.
    pub(super) fn take_open(&self) -> Option<reqwest::Response> {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.take()
    }

    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Returns the header fields.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.0.headers
    }

    /// Returns the value of a header field, if it is present and is text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.0.headers.get(name)?.to_str().ok()
    }

    /// Returns the body.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.0.bytes
    }

    /// Returns the body as JSON.
    ///
    /// # Errors
    /// Returns an error if it is not the JSON of a `T`.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.0.bytes)
    }

    /// Returns the body as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.0.bytes)
    }
}

/// Shows only the size of the body, because it can contain secrets, such as tokens.
impl fmt::Debug for RawResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawResponse")
            .field("status", &self.0.status)
            .field("headers", &self.0.headers)
            .field("size", &self.0.bytes.len())
            .finish()
    }
}

/// What an operation returned, together with the response it was read from.
#[derive(Debug, Clone)]
pub struct Response<T> {
    /// What the operation returned.
    pub body: T,
    /// The response it was read from.
    pub raw: RawResponse,
}

impl<T> Response<T> {
    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.raw.status()
    }

    /// Returns the header fields.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.raw.headers()
    }
}
