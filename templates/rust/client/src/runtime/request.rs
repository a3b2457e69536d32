//! One call of an operation, on its way from typed values to a request.

use std::fmt;

use bytes::Bytes;
use reqwest::Url;
use serde::Serialize;
use serde_json::Value;

use super::{Answer, Client, Error, RequestError, RequestOptions, Sending};
use super::source::Payload;
use super::{idempotency, media, prepare};
use crate::types::runtime::{
    EncodeError, Location, Multipart, Operation, Parameter, Parts, encode_form, encode_parameter,
};

/// The media types to send for a range.
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const BYTES: &str = "application/octet-stream";

/// The bytes of a body.
#[derive(Clone)]
pub(super) enum Content {
    /// All at once.
    Whole(Bytes),
    /// As they come, and only once.
    Stream(Payload),
}

/// One call of an operation that is being built. Errors are kept, and returned when it is sent.
#[derive(Clone)]
#[must_use]
pub(crate) struct Request {
    pub(super) client: Client,
    pub(super) operation: &'static Operation,
    pub(super) parameters: Vec<(&'static Parameter, String)>,
    pub(super) body: Option<(String, Content)>,
    /// Whether the body has what makes the request safe to repeat.
    pub(super) keyed: bool,
    pub(super) options: RequestOptions,
    pub(super) fault: Option<RequestError>,
    /// Where it goes, if a response has said so.
    pub(super) told: Option<Url>,
    /// The declared media types of responses that are streams.
    pub(super) streams: &'static [&'static str],
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
            told: None,
            streams: &[],
        }
    }

    /// Returns which declared media types of responses are streams.
    pub(crate) fn streams(mut self, streams: &'static [&'static str]) -> Self {
        self.streams = streams;
        self
    }

    /// Returns a parameter of the path.
    pub(crate) fn path<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Path, name, value)
    }

    /// Returns a parameter of the query.
    pub(crate) fn query<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Query, name, value)
    }

    /// Returns a header field.
    pub(crate) fn header<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Header, name, value)
    }

    /// Returns a cookie.
    pub(crate) fn cookie<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Cookie, name, value)
    }

    fn set<T: Serialize + ?Sized>(self, location: Location, name: &str, value: &T) -> Self {
        let mut parameters = self.operation.parameters.iter();
        let parameter = parameters
            .find(|parameter| parameter.location == location && parameter.name == name)
            .expect("a call names only parameters of its operation");
        self.place(parameter, encode_parameter(parameter, value))
    }

    /// Sets the parameter of the query that says where a page starts, and returns its text.
    pub(super) fn page(self, name: &str, value: &Value) -> (Self, String) {
        let request = self.query(name, value);
        let text = request.parameter(name).unwrap_or_default().to_owned();
        (request, text)
    }

    /// Returns the address of the request, without what credentials add.
    pub(super) fn address(&self) -> Result<Url, RequestError> {
        match &self.told {
            Some(url) => Ok(url.clone()),
            None => prepare::url(self),
        }
    }

    /// Finishes the request for an address that its response has given. It must have the same
    /// origin: credentials are meant for no other.
    pub(super) fn at(mut self, address: &str) -> Result<(Self, Url), RequestError> {
        let base = self.address()?;
        let mut url = base.join(address).map_err(|_| RequestError::Elsewhere)?;
        let is_named = !url.username().is_empty() || url.password().is_some();
        if url.origin() != base.origin() || is_named {
            return Err(RequestError::Elsewhere);
        }
        url.set_fragment(None);
        self.told = Some(url.clone());
        Ok((self, url))
    }

    /// Returns the body as JSON of this declared media type.
    pub(crate) fn json<T: Serialize + ?Sized>(self, media: &str, body: &T) -> Self {
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
        media: &str,
        property: &'static str,
        text: Result<Vec<u8>, RequestError>,
    ) -> Self {
        let text = text.map(|text| idempotency::fill(property, text));
        self.keyed = true;
        self.content(media, JSON, text)
    }

    /// Returns the body as a form.
    pub(crate) fn form<T: Serialize + ?Sized>(self, media: &str, body: &T) -> Self {
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

    /// Sets the body as parts, each with its media type.
    pub(crate) fn multipart<T: Multipart>(mut self, body: &T) -> Self {
        let mut parts = Parts::new();
        match body.write(&mut parts) {
            Ok(()) => {
                let (media_type, bytes) = parts.encode();
                self.body = Some((media_type, Content::Whole(bytes)));
            }
            Err(error) => self.fail(RequestError::Form(error)),
        }
        self
    }

    /// Returns the body as text.
    pub(crate) fn text(self, media: &str, body: &str) -> Self {
        self.content(media, TEXT, Ok(body.as_bytes().to_vec()))
    }

    /// The body as it is.
    pub(crate) fn bytes(self, media: &str, body: Bytes) -> Self {
        self.body(media, BYTES, body)
    }

    pub(crate) fn options(mut self, options: RequestOptions) -> Self {
        self.options = options;
        self
    }

    /// Sends the request; `read` converts the response to a typed value.
    pub(crate) fn send<T, E>(self, read: fn(&Answer) -> Result<T, Error<E>>) -> Sending<T, E> {
        Sending::new(self, read)
    }

    /// The text of a parameter of the query that is set.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let mut set = self.parameters.iter();
        set.find(|(known, _)| known.location == Location::Query && known.name == name)
            .map(|(_, text)| text.as_str())
    }

    fn place(mut self, parameter: &'static Parameter, text: Result<String, EncodeError>) -> Self {
        match text {
            Ok(text) => {
                self.parameters
                    .retain(|(known, _)| !std::ptr::eq(*known, parameter));
                self.parameters.push((parameter, text));
            }
            Err(error) => {
                let name = parameter.name;
                self.fail(RequestError::Parameter { name, error });
            }
        }
        self
    }

    fn content(
        mut self,
        media: &str,
        in_range: &'static str,
        text: Result<Vec<u8>, RequestError>,
    ) -> Self {
        match text {
            Ok(text) => return self.body(media, in_range, text.into()),
            Err(error) => self.fail(error),
        }
        self
    }

    /// Sets the body. A range such as `text/*` is not a media type to send (RFC 9110 §8.3.1): what
    /// is sent in one is `in_range`.
    fn body(mut self, media: &str, in_range: &'static str, body: Bytes) -> Self {
        let media_type = if media::is_range(media) {
            in_range
        } else {
            media
        };
        self.body = Some((media_type.to_owned(), Content::Whole(body)));
        self
    }

    /// Sets a body that is sent as it comes.
    pub(super) fn payload(mut self, media: &str, payload: Payload) -> Self {
        self.body = Some((media.to_owned(), Content::Stream(payload)));
        self
    }

    /// Keeps the error, unless there was one before: the first one is reported.
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
