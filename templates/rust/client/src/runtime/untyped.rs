//! Requests that the description does not describe.

use std::convert::Infallible;
use std::future::IntoFuture;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde::Serialize;

use super::request::Request;
use super::{Answer, Client, Error, RawResponse, RequestError, RequestOptions, Sending};
use crate::types::runtime::percent_encode;

/// The media types that are accepted.
const ANY: HeaderValue = HeaderValue::from_static("application/json, */*;q=0.8");

/// What takes the place of the operation's method and path.
#[derive(Debug, Clone)]
pub(super) struct Untyped {
    pub(super) method: Method,
    /// As given.
    pub(super) path: String,
    /// As it is sent.
    pub(super) encoded: String,
}

impl Untyped {
    pub(super) const ACCEPT: HeaderValue = ANY;

    /// Returns whether the request may safely be sent twice (RFC 9110 §9.2.2).
    pub(super) fn is_idempotent(&self) -> bool {
        const IDEMPOTENT: [&str; 7] = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"];
        IDEMPOTENT.contains(&self.method.as_str())
    }
}

impl Client {
    /// Returns a request for something that the description does not describe. It has the server and
    /// the credentials that most operations have, and everything that is set up for the client
    /// applies. The response is returned as received; a status of 300 or above is an error.
    ///
    /// `path` begins with `/` and follows the address of the server. Characters that no path may
    /// have are percent-encoded.
    pub fn request(&self, method: &str, path: &str) -> UntypedRequest {
        let mut request = Request::new(self, self.0.api.untyped);
        match untyped(method, path) {
            Ok(untyped) => request.untyped = Some(untyped),
            Err(error) => request.fail(error),
        }
        UntypedRequest(request)
    }
}

/// A request that the description does not describe.
#[derive(Debug)]
#[must_use = "nothing is sent unless it is awaited"]
pub struct UntypedRequest(Request);

impl UntypedRequest {
    /// Adds a pair to the query.
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.options.query.push((name.into(), value.into()));
        self
    }

    /// Sets a header field.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.options.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the body to JSON.
    pub fn json<T: Serialize + ?Sized>(self, body: &T) -> Self {
        self.json_as("application/json", body)
    }

    /// Sets the body to JSON with a media type.
    pub fn json_as<T: Serialize + ?Sized>(self, media_type: &str, body: &T) -> Self {
        Self(self.0.json(media_type, body))
    }

    /// Sets the body to bytes, or text in UTF-8, with a media type.
    pub fn body(self, media_type: &str, body: impl Into<Bytes>) -> Self {
        Self(self.0.bytes(media_type, body.into()))
    }

    /// Sets the options of this request, in addition to what is set already.
    pub fn with_options(mut self, mut options: RequestOptions) -> Self {
        let own = std::mem::take(&mut self.0.options);
        options.query.splice(..0, own.query);
        options.headers.splice(..0, own.headers);
        self.0.options = options;
        self
    }

    /// Sends the request.
    pub fn send(self) -> Sending<RawResponse, Infallible> {
        self.0.send(read)
    }
}

impl IntoFuture for UntypedRequest {
    type Output = Result<RawResponse, Error<Infallible>>;
    type IntoFuture = Sending<RawResponse, Infallible>;

    fn into_future(self) -> Self::IntoFuture {
        self.send()
    }
}

fn read(answer: &Answer) -> Result<RawResponse, Error<Infallible>> {
    if answer.status() < 300 {
        Ok(answer.raw().clone())
    } else {
        Err(answer.undeclared())
    }
}

fn untyped(method: &str, path: &str) -> Result<Untyped, RequestError> {
    let parsed = Method::from_bytes(method.as_bytes());
    let invalid = |reason| RequestError::Untyped { reason };
    Ok(Untyped {
        method: parsed.map_err(|_| invalid("the method has characters that are not allowed"))?,
        path: path.to_owned(),
        encoded: encode(path).map_err(invalid)?,
    })
}

/// Returns a path as it is sent (RFC 3986 §3.3).
fn encode(path: &str) -> Result<String, &'static str> {
    if !path.starts_with('/') || path.starts_with("//") {
        return Err("the path does not begin with a single `/`");
    }
    if path.contains(['?', '#', '\\']) {
        return Err("the path has `?`, `#` or `\\`");
    }
    if path.chars().any(|character| character.is_ascii_control()) {
        return Err("the path has control characters");
    }
    if path.split('/').any(super::prepare::is_dots) {
        return Err("a segment of the path is `.` or `..`");
    }
    let mut encoded = String::with_capacity(path.len());
    for (at, character) in path.char_indices() {
        if is_plain(character) || character == '%' && is_escape(path.as_bytes(), at) {
            encoded.push(character);
        } else {
            encoded.push_str(&percent_encode(character.encode_utf8(&mut [0; 4])));
        }
    }
    Ok(encoded)
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "/-._~!$&'()*+,;=:@".contains(character)
}

fn is_escape(path: &[u8], at: usize) -> bool {
    let digits = path.get(at + 1..at + 3);
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}
