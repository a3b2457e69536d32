//! The context of a request, beside its arguments.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Uri};
use types::runtime::Operation;

/// The context of a request, beside its arguments.
pub struct Context {
    /// The operation that was matched.
    pub operation: &'static Operation,
    /// The id of the request: the client's `X-Request-Id` if it is a decent one, otherwise made.
    pub request_id: String,
    /// The method as sent: `HEAD` runs the operation of `GET`.
    pub method: Method,
    /// The request target. Its query may carry a credential.
    pub uri: Uri,
    /// The request's headers; those that carry credentials are marked sensitive.
    pub headers: HeaderMap,
    /// Values from layers around the router, such as the peer's address.
    pub extensions: Extensions,
    outgoing: Outgoing,
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
        }
    }

    /// Adds a header to the response, whatever it will be: for those that a description leaves out,
    /// such as `Cache-Control`. It takes the place of one with the same name.
    pub fn respond_with(&self, name: HeaderName, value: HeaderValue) {
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        outgoing.insert(name, value);
    }

    /// The ID of the last event that the client has read of a stream, where it goes on with one
    /// (HTML §9.2.4).
    #[must_use]
    pub fn last_event_id(&self) -> Option<&str> {
        let id = self.headers.get("last-event-id")?;
        std::str::from_utf8(id.as_bytes()).ok()
    }

    pub(super) fn outgoing(&self) -> Outgoing {
        Arc::clone(&self.outgoing)
    }
}

/// Neither headers nor the query are shown: they carry credentials.
impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("operation", &self.operation.id)
            .field("request_id", &self.request_id)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// The caller, and the [`Context`] of the call.
#[derive(Debug)]
pub struct Caller<P> {
    /// Whom the [`Authenticator`](super::Authenticator) made out; an `Option` where the
    /// operation does without a credential as well.
    pub principal: P,
    /// The rest of what is known.
    pub context: Context,
}

impl<P> Deref for Caller<P> {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}
