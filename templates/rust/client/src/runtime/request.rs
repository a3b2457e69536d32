//! One call of an operation, on its way from typed values to a request.

use std::fmt;

use bytes::Bytes;
use serde::Serialize;

use super::{idempotency, media};
use super::{Answer, Client, Error, RequestError, RequestOptions, Sending};
use crate::types::runtime::{
    EncodeError, Multipart, Operation, Parts, encode_form, encode_parameter,
};

/// What is sent in a range of media types.
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const BYTES: &str = "application/octet-stream";

/// One call of an operation that is being put together. What goes wrong meanwhile is kept, and
/// said when it is sent.
#[derive(Clone)]
#[must_use]
pub(crate) struct Request {
    pub(super) client: Client,
    pub(super) operation: &'static Operation,
    pub(super) parameters: Vec<(usize, String)>,
    pub(super) body: Option<(String, Bytes)>,
    /// Whether the body has what makes the request safe to repeat.
    pub(super) keyed: bool,
    pub(super) options: RequestOptions,
    pub(super) fault: Option<RequestError>,
}

#[allow(dead_code, reason = "a description need not have every kind of body")]
impl Request {
    pub(crate) fn new(client: &Client, operation: &'static Operation) -> Self {
        Self {
            client: client.clone(),
            operation,
            parameters: Vec::new(),
            body: None,
            keyed: false,
            options: RequestOptions::default(),
            fault: None,
        }
    }

    /// Sets the parameter at this place of the operation's table.
    pub(crate) fn set<T: Serialize + ?Sized>(self, index: usize, value: &T) -> Self {
        let text = encode_parameter(&self.operation.parameters[index], value);
        self.place(index, text)
    }

    /// The body as JSON, with the media type at this place of the operation's table.
    pub(crate) fn json<T: Serialize + ?Sized>(self, media: usize, body: &T) -> Self {
        let text = serde_json::to_vec(body).map_err(|error| RequestError::Json(error.to_string()));
        match self.operation.idempotency {
            Some(property) => self.keyed(media, property, text),
            None => self.content(media, JSON, text),
        }
    }

    /// The body as JSON, with a property that makes the request safe to repeat: if the caller has
    /// not chosen it, it is a UUID, the same in every attempt.
    fn keyed(
        mut self,
        media: usize,
        property: &'static str,
        text: Result<Vec<u8>, RequestError>,
    ) -> Self {
        let text = text.map(|text| idempotency::fill(property, text));
        self.keyed = true;
        self.content(media, JSON, text)
    }

    /// The body as a form.
    pub(crate) fn form<T: Serialize + ?Sized>(self, media: usize, body: &T) -> Self {
        let fields = self
            .operation
            .body
            .as_ref()
            .map_or(&[][..], |body| body.form);
        let text = encode_form(fields, body);
        let text = text.map(String::into_bytes).map_err(RequestError::Form);
        self.content(media, BYTES, text)
    }

    /// One of several kinds of body.
    pub(crate) fn with(self, body: impl FnOnce(Self) -> Self) -> Self {
        body(self)
    }

    /// The body as parts, each with its media type.
    pub(crate) fn multipart<T: Multipart>(mut self, body: &T) -> Self {
        let mut parts = Parts::new();
        match body.write(&mut parts) {
            Ok(()) => self.body = Some(parts.encode()),
            Err(error) => self.fail(RequestError::Form(error)),
        }
        self
    }

    /// The body as text.
    pub(crate) fn text(self, media: usize, body: &str) -> Self {
        self.content(media, TEXT, Ok(body.as_bytes().to_vec()))
    }

    /// The body as it is.
    pub(crate) fn bytes(self, media: usize, body: Bytes) -> Self {
        self.body(media, BYTES, body)
    }

    pub(crate) fn options(mut self, options: RequestOptions) -> Self {
        self.options = options;
        self
    }

    /// Sends the request; `read` makes a typed value of the answer.
    pub(crate) fn send<T, E>(self, read: fn(&Answer) -> Result<T, Error<E>>) -> Sending<T, E> {
        Sending::new(self, read)
    }

    /// The text of a parameter that is set.
    pub(super) fn parameter(&self, index: usize) -> Option<&str> {
        let mut set = self.parameters.iter();
        set.find(|(known, _)| *known == index)
            .map(|(_, text)| text.as_str())
    }

    fn place(mut self, index: usize, text: Result<String, EncodeError>) -> Self {
        let name = self.operation.parameters[index].name;
        match text {
            Ok(text) => {
                self.parameters.retain(|(known, _)| *known != index);
                self.parameters.push((index, text));
            }
            Err(error) => self.fail(RequestError::Parameter { name, error }),
        }
        self
    }

    fn content(
        mut self,
        media: usize,
        in_range: &'static str,
        text: Result<Vec<u8>, RequestError>,
    ) -> Self {
        match text {
            Ok(text) => return self.body(media, in_range, text.into()),
            Err(error) => self.fail(error),
        }
        self
    }

    /// Sets the body. A range such as `text/*` is no media type to send (RFC 9110 §8.3.1): what is
    /// sent in one is `in_range`.
    fn body(mut self, media: usize, in_range: &'static str, body: Bytes) -> Self {
        let declared = self.operation.body.as_ref();
        let declared = declared.and_then(|body| body.media_types.get(media));
        let declared = declared.filter(|declared| !media::is_range(declared));
        let media_type = declared.copied().unwrap_or(in_range);
        self.body = Some((media_type.to_owned(), body));
        self
    }

    /// Of several faults the first one is said.
    fn fail(&mut self, error: RequestError) {
        self.fault.get_or_insert(error);
    }
}

/// Parameters and body can be secrets, so only the operation is shown.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("operation", &self.operation.id)
            .finish_non_exhaustive()
    }
}
