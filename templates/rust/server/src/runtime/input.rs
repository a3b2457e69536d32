//! The input from which the arguments of an operation are decoded.

use std::sync::PoisonError;

use axum::body::Body;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, Uri};
use bytes::Bytes;
use types::runtime::{
    Decode, DecodeError, Location, Multipart, Operation, Parameter, Parts, Source, Validate,
    Validator, decode, decode_form, decode_parameter,
};

use super::body::Content;
use super::{Kind, Place, Rejection, json};

/// The arguments of an operation.
pub trait Request: Sized + Send + 'static {
    /// The declared media types whose bodies are streams, which are read item by item.
    const STREAMS: &'static [&'static str] = &[];

    /// Decodes the arguments.
    ///
    /// # Errors
    /// Returns an error if one is missing or does not have the declared shape.
    fn read(input: &Input) -> Result<Self, Rejection>;

    /// Reports every constraint that an argument violates. The name of a parameter is its location
    /// and its name, such as `query.limit`; that of the body is `body`.
    fn check(&self, validator: &mut Validator) {
        let _ = validator;
    }
}

/// The input from which the arguments of an operation are decoded.
#[derive(Debug)]
pub struct Input {
    operation: &'static Operation,
    variables: Vec<(&'static str, String)>,
    query: String,
    headers: Vec<(&'static str, String)>,
    cookie: String,
    content: Option<Content>,
}

impl Input {
    pub(super) fn new(
        operation: &'static Operation,
        variables: Vec<(&'static str, String)>,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Self, Rejection> {
        Ok(Self {
            operation,
            variables,
            query: uri.query().unwrap_or_default().to_owned(),
            headers: named_headers(operation.parameters, headers)?,
            cookie: joined(headers, COOKIE.as_str(), "; ").unwrap_or_default(),
            content: None,
        })
    }

    pub(super) fn with(self, content: Option<Content>) -> Self {
        Self { content, ..self }
    }

    /// Takes the body if nothing has read it.
    pub(super) fn take_open(&self) -> Option<Body> {
        let content = self.content.as_ref()?;
        let mut open = content.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.take().map(|open| open.body)
    }

    /// Returns the operation that was matched.
    #[must_use]
    pub const fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Decodes and validates the arguments.
    pub(super) fn request<R: Request>(&self) -> Result<R, Rejection> {
        let request = R::read(self)?;
        Checked(&request)
            .validate()
            .map_err(Rejection::violations)?;
        Ok(request)
    }

    /// Returns a path parameter, by its name in [`Operation::parameters`].
    pub fn path(&self, name: &str) -> Argument<'_> {
        self.argument(Location::Path, name)
    }

    /// Returns a query parameter, by its name in [`Operation::parameters`].
    pub fn query(&self, name: &str) -> Argument<'_> {
        self.argument(Location::Query, name)
    }

    /// Returns a header field, by its name in [`Operation::parameters`].
    pub fn header(&self, name: &str) -> Argument<'_> {
        self.argument(Location::Header, name)
    }

    /// Returns a cookie, by its name in [`Operation::parameters`].
    pub fn cookie(&self, name: &str) -> Argument<'_> {
        self.argument(Location::Cookie, name)
    }

    fn argument(&self, location: Location, name: &str) -> Argument<'_> {
        let mut parameters = self.operation.parameters.iter();
        let parameter = parameters
            .find(|parameter| parameter.location == location && parameter.name == name)
            .expect("a request names only parameters of its operation");
        let input = self;
        Argument { input, parameter }
    }

    /// Returns the declared media type of the body; empty if there is no body.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.content.as_ref().map_or("", |content| content.declared)
    }

    /// Decodes an optional body with `read`, which is one of the methods below.
    ///
    /// # Errors
    /// Returns an error if the body is present and `read` rejects it.
    pub fn if_sent<T>(
        &self,
        read: impl FnOnce(&Self) -> Result<T, Rejection>,
    ) -> Result<Option<T>, Rejection> {
        let sent = self.content.as_ref().filter(|content| content.is_sent());
        sent.map(|_| read(self)).transpose()
    }

    /// Decodes a JSON body (RFC 8259).
    ///
    /// # Errors
    /// Returns an error if it is missing, not JSON, has duplicate names, or does not have the shape
    /// of `T`.
    pub fn json<T: Decode>(&self) -> Result<T, Rejection> {
        let value = json::parse(&self.content()?.bytes).map_err(|error| not_json(&error))?;
        decode(value).map_err(|error| Rejection::malformed_body(&error))
    }

    /// Decodes a body of `application/x-www-form-urlencoded`.
    ///
    /// # Errors
    /// Returns an error if it is missing, not UTF-8, or does not have the shape of `T`.
    pub fn form<T: Decode>(&self) -> Result<T, Rejection> {
        let text = self.utf8()?;
        let fields = self
            .operation
            .body
            .as_ref()
            .map_or(&[][..], |body| body.form);
        decode_form(fields, text).map_err(|error| Rejection::malformed_body(&error))
    }

    /// Decodes a body of `multipart/form-data` (RFC 7578).
    ///
    /// # Errors
    /// Returns an error if it is missing, malformed, or does not have the shape of `T`.
    pub fn multipart<T: Multipart>(&self) -> Result<T, Rejection> {
        let content = self.content()?;
        Parts::decode(&content.content_type, content.bytes.clone())
            .and_then(|mut parts| T::read(&mut parts))
            .map_err(|error| Rejection::malformed_body(&error))
    }

    /// Decodes a text body.
    ///
    /// # Errors
    /// Returns an error if it is missing or not UTF-8.
    pub fn text(&self) -> Result<String, Rejection> {
        self.utf8().map(ToOwned::to_owned)
    }

    /// Returns the body as bytes.
    ///
    /// # Errors
    /// Returns an error if it is missing.
    pub fn bytes(&self) -> Result<Bytes, Rejection> {
        self.content().map(|content| content.bytes.clone())
    }

    pub(super) fn content(&self) -> Result<&Content, Rejection> {
        self.content
            .as_ref()
            .ok_or_else(|| Rejection::new(Kind::MissingBody, "A body is required."))
    }

    fn utf8(&self) -> Result<&str, Rejection> {
        std::str::from_utf8(&self.content()?.bytes)
            .map_err(|_| Rejection::new(Kind::MalformedBody, "The body is not UTF-8."))
    }
}

/// A parameter that is not decoded yet.
#[derive(Debug)]
#[must_use]
pub struct Argument<'i> {
    input: &'i Input,
    parameter: &'static Parameter,
}

impl Argument<'_> {
    /// Decodes a required parameter.
    ///
    /// # Errors
    /// Returns an error if it is missing or does not have the declared shape.
    pub fn required<T: Decode>(self) -> Result<T, Rejection> {
        let parameter = self.parameter;
        self.optional()?
            .ok_or_else(|| Rejection::missing_parameter(parameter))
    }

    /// Decodes an optional parameter.
    ///
    /// # Errors
    /// Returns an error if it is present and does not have the declared shape.
    pub fn optional<T: Decode>(self) -> Result<Option<T>, Rejection> {
        decode_parameter(self.parameter, self.input)
            .map_err(|error| Rejection::malformed_parameter(self.parameter, &error))
    }
}

/// Returns the rejection for malformed JSON. The message of `serde_json` quotes nothing of the
/// body.
pub(super) fn not_json(error: &serde_json::Error) -> Rejection {
    let place = Place::Body(String::new());
    Rejection::field(
        Kind::MalformedBody,
        "The body is not JSON.",
        place,
        error.to_string(),
    )
}

/// Returns the header fields that are parameters. A field that is not UTF-8 is rejected.
fn named_headers(
    parameters: &'static [Parameter],
    headers: &HeaderMap,
) -> Result<Vec<(&'static str, String)>, Rejection> {
    let named = parameters
        .iter()
        .filter(|parameter| parameter.location == Location::Header);
    let sent = named.filter(|parameter| headers.contains_key(parameter.name));
    sent.map(|parameter| match joined(headers, parameter.name, ", ") {
        Some(text) => Ok((parameter.name, text)),
        None => {
            let error = DecodeError::new("", "UTF-8", "other bytes");
            Err(Rejection::malformed_parameter(parameter, &error))
        }
    })
    .collect()
}

fn joined(headers: &HeaderMap, name: &str, separator: &str) -> Option<String> {
    let values = headers.get_all(name).into_iter();
    let texts = values.map(|value| std::str::from_utf8(value.as_bytes()).ok());
    Some(texts.collect::<Option<Vec<_>>>()?.join(separator))
}

impl Source for Input {
    fn path(&self, name: &str) -> Option<&str> {
        find(&self.variables, name)
    }

    fn query(&self) -> &str {
        &self.query
    }

    fn header(&self, name: &str) -> Option<&str> {
        find(&self.headers, name)
    }

    fn cookie(&self) -> &str {
        &self.cookie
    }
}

fn find<'i>(pairs: &'i [(&'static str, String)], name: &str) -> Option<&'i str> {
    pairs
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.as_str())
}

struct Checked<'r, R>(&'r R);

impl<R: Request> Validate for Checked<'_, R> {
    fn check(&self, validator: &mut Validator) {
        self.0.check(validator);
    }
}
