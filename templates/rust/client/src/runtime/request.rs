//! Collects the parameters and the body of a call.

use std::fmt;

use bytes::Bytes;
use reqwest::Url;
use serde::Serialize;
use serde_json::Value;

use super::files::Form;
use super::source::Payload;
use super::untyped::Untyped;
use super::{Answer, Client, Error, RequestError, RequestOptions, Sending};
use super::{media, prepare};
use crate::types::runtime::{
    EncodeError, Location, Operation, Parameter, encode_form, encode_parameter,
};

/// The media type to send for a range that includes JSON.
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const BYTES: &str = "application/octet-stream";

/// The bytes of a body.
#[derive(Clone)]
pub(super) enum Content {
    /// The complete body.
    Whole(Bytes),
    /// A stream, which can be sent only once.
    Stream(Payload),
}

/// A call that is being built. The first error is kept and returned when the call is sent.
#[derive(Clone)]
#[must_use]
pub(crate) struct Request {
    pub(super) client: Client,
    pub(super) operation: &'static Operation,
    /// What the description does not describe.
    pub(super) untyped: Option<Untyped>,
    pub(super) parameters: Vec<(&'static Parameter, String)>,
    pub(super) body: Option<(String, Content)>,
    /// The multipart form that the body consists of.
    pub(super) form: Option<Form>,
    /// Whether the body has an idempotency key, which is filled in if it is left out.
    pub(super) keyed: bool,
    pub(super) options: RequestOptions,
    pub(super) fault: Option<RequestError>,
    /// The address to send to, if a previous response has supplied it.
    pub(super) target: Option<Url>,
    /// The declared media types of responses that are streams.
    pub(super) streams: &'static [&'static str],
    /// Whether the body of any successful response is left unread.
    pub(super) opens: bool,
}

#[allow(dead_code, reason = "a description need not have every kind of body")]
impl Request {
    pub(crate) fn new(client: &Client, operation: &'static Operation) -> Self {
        let request = Self {
            client: client.clone(),
            operation,
            untyped: None,
            parameters: Vec::new(),
            body: None,
            form: None,
            keyed: false,
            options: RequestOptions::default(),
            fault: None,
            target: None,
            streams: &[],
            opens: false,
        };
        // What the call sets later replaces the values of the client.
        let parameters = operation.parameters.iter();
        parameters.fold(request, |request, parameter| {
            match client.0.globals.get(parameter.name) {
                Some(value) => request.place(parameter, encode_parameter(parameter, value)),
                None => request,
            }
        })
    }

    /// Sets which declared media types of responses are streams.
    pub(crate) fn streams(mut self, streams: &'static [&'static str]) -> Self {
        self.streams = streams;
        self
    }

    /// Sets a path parameter.
    pub(crate) fn path<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Path, name, value)
    }

    /// Sets a query parameter.
    pub(crate) fn query<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Query, name, value)
    }

    /// Sets a header field.
    pub(crate) fn header<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Self {
        self.set(Location::Header, name, value)
    }

    /// Sets a cookie.
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

    /// Sets the query parameter that selects the page, and returns its text.
    pub(super) fn page(self, name: &str, value: &Value) -> (Self, String) {
        let request = self.query(name, value);
        let text = request.parameter(name).unwrap_or_default().to_owned();
        (request, text)
    }

    /// Returns the address of the request, without additions by credentials.
    pub(super) fn address(&self) -> Result<Url, RequestError> {
        match &self.target {
            Some(url) => Ok(url.clone()),
            None => prepare::url(self),
        }
    }

    /// Sets the address of the next page, as given by a response. It must have the same origin, so
    /// that credentials are not sent to another server.
    pub(super) fn at(mut self, address: &str) -> Result<(Self, Url), RequestError> {
        let base = self.address()?;
        let mut url = base.join(address).map_err(|_| RequestError::Elsewhere)?;
        let is_named = !url.username().is_empty() || url.password().is_some();
        if url.origin() != base.origin() || is_named {
            return Err(RequestError::Elsewhere);
        }
        url.set_fragment(None);
        self.target = Some(url.clone());
        Ok((self, url))
    }

    /// Sets the body to JSON with this declared media type.
    pub(crate) fn json<T: Serialize + ?Sized>(self, media: &str, body: &T) -> Self {
        let text = serde_json::to_vec(body).map_err(|error| RequestError::Json(error.to_string()));
        let keyed = self.operation.idempotency.is_some();
        let mut request = self.content(media, JSON, text);
        request.keyed = keyed;
        request
    }

    /// Sets the body to a form.
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

    /// Sets the body with the given function, to choose between several media types.
    pub(crate) fn with(self, body: impl FnOnce(Self) -> Self) -> Self {
        body(self)
    }

    /// Sets the body to text.
    pub(crate) fn text(self, media: &str, body: &str) -> Self {
        self.content(media, TEXT, Ok(body.as_bytes().to_vec()))
    }

    /// Sets the body to bytes.
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

    /// Returns the text of a query parameter, if it is set.
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

    /// Sets the body. A range such as `text/*` cannot be sent as a media type (RFC 9110 §8.3.1), so
    /// `in_range` is sent instead.
    fn body(mut self, media: &str, in_range: &'static str, body: Bytes) -> Self {
        let media_type = if media::is_range(media) {
            in_range
        } else {
            media
        };
        self.body = Some((media_type.to_owned(), Content::Whole(body)));
        self.form = None;
        self.keyed = false;
        self
    }

    /// Sets a streamed body.
    pub(super) fn payload(mut self, media: &str, payload: Payload) -> Self {
        self.body = Some((media.to_owned(), Content::Stream(payload)));
        self.form = None;
        self.keyed = false;
        self
    }

    /// Keeps the first error.
    pub(super) fn fail(&mut self, error: RequestError) {
        self.fault.get_or_insert(error);
    }
}

/// Shows only the operation, because parameters and body can be secrets.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("operation", &self.operation.id)
            .finish_non_exhaustive()
    }
}
