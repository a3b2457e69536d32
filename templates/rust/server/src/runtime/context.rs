//! The context of a request, in addition to its arguments.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Uri};
use bytes::Bytes;
use types::runtime::Operation;

use super::ItemStream;
use super::chunks::{ReceivedBytes, Shared};

/// The context of a request, in addition to its arguments.
pub struct Context {
    /// The operation that was matched.
    pub operation: &'static Operation,
    /// The request ID: the client's `X-Request-Id` if it is safe to log, otherwise a generated one.
    pub request_id: String,
    /// The method as received; `HEAD` runs the operation of `GET`.
    pub method: Method,
    /// The request target. Its query may carry a credential.
    pub uri: Uri,
    /// The request's headers; those that carry credentials are marked sensitive.
    pub headers: HeaderMap,
    /// Values from layers around the router, such as the peer address.
    pub extensions: Extensions,
    outgoing: Outgoing,
    bodies: Shared,
}

/// Headers that a handler adds to its response.
pub(super) type Outgoing = Arc<Mutex<HeaderMap>>;

impl Context {
    pub(super) fn new(operation: &'static Operation, request_id: String, parts: Parts) -> Self {
        Self {
            operation,
            request_id,
            method: parts.method,
            uri: parts.uri,
            headers: parts.headers,
            extensions: parts.extensions,
            outgoing: Outgoing::default(),
            bodies: Shared::default(),
        }
    }

    /// Adds a header to the response that the description does not declare, such as
    /// `Cache-Control`. It replaces one with the same name.
    pub fn respond_with(&self, name: HeaderName, value: HeaderValue) {
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        outgoing.insert(name, value);
    }

    /// Takes the request body that [`Config::stream_body`](super::Config::stream_body) leaves to the
    /// handler; `None` if there is no such body, or it was taken before.
    #[must_use]
    pub fn take_body(&self) -> Option<ReceivedBytes> {
        self.bodies.take()
    }

    /// Sends these bytes as they come, in place of the body of a successful response. They may have
    /// any length. After an error the connection is closed without ending the response, so that the
    /// client notices.
    pub fn send_body(&self, chunks: ItemStream<Bytes>) {
        self.bodies.send(chunks);
    }

    /// Returns the ID of the last event that the client received, if it resumes a stream (HTML
    /// §9.2.4).
    #[must_use]
    pub fn last_event_id(&self) -> Option<&str> {
        let id = self.headers.get("last-event-id")?;
        std::str::from_utf8(id.as_bytes()).ok()
    }

    pub(super) fn bodies(&self) -> Shared {
        Shared::clone(&self.bodies)
    }

    pub(super) fn outgoing(&self) -> Outgoing {
        Arc::clone(&self.outgoing)
    }
}

/// Shows neither headers nor the query, because they carry credentials.
impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("operation", &self.operation.id)
            .field("request_id", &self.request_id)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// The caller and the [`Context`] of the call.
#[derive(Debug)]
pub struct Caller<P> {
    /// The caller, as returned by the [`Authenticator`](super::Authenticator); an `Option` if the
    /// credential is optional.
    pub principal: P,
    /// The context of the request.
    pub context: Context,
}

impl<P> Deref for Caller<P> {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}
