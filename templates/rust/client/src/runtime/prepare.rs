//! Converts a call to an HTTP request that can be sent repeatedly.

use std::borrow::Cow;
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};

use super::request::{Content, Request};
use super::server::expand;
use super::source::Sent;
use super::untyped::Untyped;
use super::{RequestError, RetryPolicy, globals, idempotency, media};
use crate::types::runtime::{Location, Operation, percent_encode};

/// A request without its credentials.
pub(super) struct Prepared {
    pub(super) operation: &'static str,
    pub(super) method: Method,
    pub(super) path_template: Cow<'static, str>,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Content>,
    pub(super) timeout: Duration,
    pub(super) call_timeout: Option<Duration>,
    pub(super) retry: RetryPolicy,
    pub(super) idempotent: bool,
    /// The operation, if its responses can be streams.
    pub(super) streamed: Option<&'static Operation>,
    /// The declared media types that are streams.
    pub(super) streams: &'static [&'static str],
    /// Whether the body of any successful response is left unread.
    pub(super) opens: bool,
}

impl Prepared {
    pub(super) fn new(request: &Request) -> Result<Self, RequestError> {
        if let Some(fault) = &request.fault {
            return Err(fault.clone());
        }
        globals::check(request)?;
        let (operation, options) = (request.operation, &request.options);
        let client = &*request.client.0;
        Ok(Self {
            operation: operation.id,
            method: method(request),
            path_template: match &request.untyped {
                Some(untyped) => untyped.path.clone().into(),
                None => operation.path.into(),
            },
            url: request.address()?,
            headers: headers(request)?,
            body: body(request)?,
            timeout: options.timeout.unwrap_or(client.timeout),
            call_timeout: options.call_timeout.or(client.call_timeout),
            retry: options.policy(&client.retry),
            idempotent: !matches!(request.body, Some((_, Content::Stream(_))))
                && options.idempotent.unwrap_or(is_idempotent(request)),
            streamed: (request.opens || !request.streams.is_empty()).then_some(operation),
            streams: request.streams,
            opens: request.opens,
        })
    }

    /// Returns whether the request can be sent again. A streamed body cannot.
    pub(super) const fn is_repeatable(&self) -> bool {
        !matches!(self.body, Some(Content::Stream(_)))
    }

    /// Returns the request and, for a streamed body, a signal for its end.
    pub(super) fn to_request(&self) -> Result<(reqwest::Request, Option<Sent>), RequestError> {
        let mut request = reqwest::Request::new(self.method.clone(), self.url.clone());
        *request.headers_mut() = self.headers.clone();
        let mut sent = None;
        match &self.body {
            None => {}
            Some(Content::Whole(bytes)) => *request.body_mut() = Some(bytes.clone().into()),
            Some(Content::Stream(payload)) => {
                let (body, ended) = payload.take().ok_or(RequestError::Taken)?;
                *request.body_mut() = Some(body);
                sent = Some(ended);
            }
        }
        Ok((request, sent))
    }
}

fn method(request: &Request) -> Method {
    match &request.untyped {
        Some(untyped) => untyped.method.clone(),
        None => Method::from_bytes(request.operation.method.as_bytes())
            .expect("a description has no other methods"),
    }
}

fn is_idempotent(request: &Request) -> bool {
    match &request.untyped {
        Some(untyped) => untyped.is_idempotent(),
        None => request.operation.idempotent || request.keyed,
    }
}

/// Returns the body. If its idempotency key is left out, it is that of the call, or a UUID that
/// stays the same in every attempt.
fn body(request: &Request) -> Result<Option<Content>, RequestError> {
    let key = request.options.idempotency_key.as_deref();
    let property = request.operation.idempotency.filter(|_| request.keyed);
    let content = request.body.as_ref().map(|(_, content)| content.clone());
    match (content, property) {
        (Some(Content::Whole(text)), Some(property)) => {
            let filled = idempotency::fill(property, key, &text)?;
            Ok(Some(Content::Whole(filled)))
        }
        _ if key.is_some() => Err(RequestError::NoKey),
        (content, _) => Ok(content),
    }
}

/// Returns the texts of all parameters in one location.
fn texts(request: &Request, location: Location) -> impl Iterator<Item = (&'static str, &str)> {
    request
        .parameters
        .iter()
        .filter_map(move |(parameter, text)| {
            (parameter.location == location).then_some((parameter.name, text.as_str()))
        })
}

fn join(request: &Request, location: Location, separator: &str) -> Option<String> {
    let texts: Vec<&str> = texts(request, location)
        .map(|(_, text)| text)
        .filter(|text| !text.is_empty())
        .collect();
    (!texts.is_empty()).then(|| texts.join(separator))
}

pub(super) fn url(request: &Request) -> Result<Url, RequestError> {
    let mut url = request.client.0.servers.resolve(request.operation.server)?;
    let path = format!("{}{}", url.path().trim_end_matches('/'), path(request)?);
    url.set_path(&path);
    let parameters = join(request, Location::Query, "&");
    let pairs: Vec<_> = parameters.into_iter().chain(additions(request)).collect();
    url.set_query((!pairs.is_empty()).then(|| pairs.join("&")).as_deref());
    Ok(url)
}

/// Returns the pairs that the client and the call add to the query.
fn additions(request: &Request) -> impl Iterator<Item = String> {
    let own = &request.options.query;
    let is_replaced = |name: &str| own.iter().any(|(other, _)| other == name);
    let defaults = request.client.0.defaults.query.iter();
    let kept = defaults.filter(move |(name, _)| !is_replaced(name));
    kept.chain(own).map(|(name, value)| {
        let [name, value] = [name, value].map(|text| percent_encode(text));
        format!("{name}={value}")
    })
}

/// Returns the path with the values of its parameters.
fn path(request: &Request) -> Result<String, RequestError> {
    if let Some(untyped) = &request.untyped {
        return Ok(untyped.encoded.clone());
    }
    let template = request.operation.path;
    let value = |name: &str| texts(request, Location::Path).find(|(known, _)| *known == name);
    let path = expand(template, |name| {
        value(name)
            .map(|(_, text)| text)
            .filter(|text| !text.is_empty())
    });
    let path = path.map_err(|name| RequestError::Path {
        name: name.to_owned(),
    })?;
    match path.split('/').position(is_dots) {
        Some(index) => Err(RequestError::Path {
            name: segment(template, index),
        }),
        None => Ok(path),
    }
}

/// Returns whether a segment is `.` or `..`, percent-encoded or not. URL parsers would remove it.
pub(super) fn is_dots(segment: &str) -> bool {
    let plain = segment.to_ascii_lowercase().replace("%2e", ".");
    matches!(plain.as_str(), "." | "..")
}

fn segment(template: &str, index: usize) -> String {
    let segment = template.split('/').nth(index).unwrap_or(template);
    segment.trim_matches(['{', '}']).to_owned()
}

fn headers(request: &Request) -> Result<HeaderMap, RequestError> {
    let mut headers = HeaderMap::new();
    headers.insert(
        ACCEPT,
        match request.untyped {
            Some(_) => Untyped::ACCEPT,
            None => media::accept(request.operation),
        },
    );
    headers.extend(request.client.0.defaults.headers.clone());
    if let Some((media, _)) = &request.body {
        insert(&mut headers, CONTENT_TYPE.as_str(), media)?;
    }
    for (name, text) in texts(request, Location::Header).filter(|(_, text)| !text.is_empty()) {
        insert(&mut headers, name, text)?;
    }
    if let Some(cookies) = join(request, Location::Cookie, "; ") {
        insert(&mut headers, COOKIE.as_str(), &cookies)?;
    }
    for (name, text) in &request.options.headers {
        insert(&mut headers, name, text)?;
    }
    Ok(headers)
}

fn insert(headers: &mut HeaderMap, name: &str, text: &str) -> Result<(), RequestError> {
    let parsed = HeaderName::try_from(name).map_err(|_| header_fault(name))?;
    let value = HeaderValue::try_from(text).map_err(|_| header_fault(name))?;
    headers.insert(parsed, value);
    Ok(())
}

fn header_fault(name: &str) -> RequestError {
    RequestError::Header {
        name: name.to_owned(),
    }
}
