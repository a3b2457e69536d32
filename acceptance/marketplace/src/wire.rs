//! Requests that no generated client would send.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, Method, RequestBuilder, Url};
use serde_json::Value;
use spec::model::{Location, MediaType, Operation, PathSegment, SecurityKind};

use crate::description::API;
use crate::glue::TOKEN;
use crate::sample::{sample, sample_for};
use crate::service::Service;
use crate::values::Presence;

/// A request that is built by hand, starting from a valid one.
#[derive(Debug, Clone)]
pub struct Wire {
    /// The method.
    pub method: String,
    /// The parameters by place and name.
    pub parameters: BTreeMap<String, String>,
    /// The `Authorization` header field.
    pub authorization: Option<String>,
    /// The media type of the body.
    pub media_type: Option<String>,
    /// The body.
    pub body: Vec<u8>,
    segments: Vec<PathSegment>,
}

/// A response, split into its parts.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Wire {
    /// Returns a valid request of an operation, with all its parameters.
    pub fn of(model: &Operation) -> Self {
        let parameters = model.parameters.iter().map(|parameter| {
            let name = place(parameter.location, &parameter.name);
            let value = sample_for(&name, parameter.schema, Presence::Full);
            (name, plain(&value))
        });
        let media = media(model);
        Self {
            method: model.method.as_str().to_owned(),
            parameters: parameters.collect(),
            authorization: Some(format!("Bearer {TOKEN}")),
            media_type: media.map(|media| media.name.clone()),
            body: media
                .map(|media| encode(media, &full(media)))
                .unwrap_or_default(),
            segments: model.path_segments(),
        }
    }

    /// Sends the request to a service.
    ///
    /// # Panics
    ///
    /// Panics if no complete response arrives.
    pub async fn send(&self, service: &Service) -> Answer {
        let client = Client::builder().no_proxy().build().expect("a client");
        let answer = self
            .request(&client, &service.url)
            .send()
            .await
            .expect("an answer");
        Answer {
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            body: answer.bytes().await.expect("a body").to_vec(),
        }
    }

    fn request(&self, client: &Client, base: &str) -> RequestBuilder {
        let method = Method::from_bytes(self.method.as_bytes()).expect("a method");
        let mut request = client
            .request(method, self.url(base))
            .body(self.body.clone());
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        if let Some(media_type) = &self.media_type {
            request = request.header(CONTENT_TYPE, media_type);
        }
        request
    }

    fn url(&self, base: &str) -> Url {
        let mut url = Url::parse(base).expect("an address");
        let path = self.segments.iter().map(|segment| match segment {
            PathSegment::Literal(text) => text.as_str(),
            PathSegment::Variable(name) => &self.parameters[&place(Location::Path, name)],
        });
        let path: String = path.collect();
        url.path_segments_mut()
            .expect("an address with a path")
            .clear()
            .extend(path.trim_start_matches('/').split('/'));
        let query = self.parameters.iter();
        let query = query.filter_map(|(name, value)| Some((name.strip_prefix("query.")?, value)));
        let query: Vec<_> = query.collect();
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }
}

impl Answer {
    /// Returns a header field; empty if it is missing.
    ///
    /// # Panics
    ///
    /// Panics if the value is not text.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("text"))
    }

    /// Returns all header fields with a name.
    ///
    /// # Panics
    ///
    /// Panics if a value is not text.
    pub fn all(&self, name: &str) -> Vec<&str> {
        let values = self.headers.get_all(name).iter();
        values.map(|value| value.to_str().expect("text")).collect()
    }

    /// Returns the problem (RFC 9457) in the stub's response.
    ///
    /// # Panics
    ///
    /// Panics if the response is anything else.
    #[track_caller]
    pub fn problem(&self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{text}");
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{text}"
        );
        let problem: Value = serde_json::from_slice(&self.body).expect("JSON");
        assert_eq!(problem["status"], status, "{problem}");
        problem
    }
}

/// Returns the schemes that an operation accepts, as in `Authorization`.
///
/// # Panics
///
/// Panics if a scheme is not declared, or is an API key without a prefix.
pub fn schemes(model: &Operation) -> BTreeSet<String> {
    let names = model
        .security
        .iter()
        .flat_map(|all| &all.schemes)
        .map(|(name, _)| name);
    names
        .map(|name| {
            let mut schemes = API.security_schemes.iter();
            let scheme = schemes
                .find(|scheme| scheme.name == *name)
                .expect("a scheme");
            match &scheme.kind {
                SecurityKind::ApiKey { prefix, .. } => prefix.clone().expect("a prefix"),
                _ => "Bearer".to_owned(),
            }
        })
        .collect()
}

/// Returns the location and name of a parameter.
pub fn place(location: Location, name: &str) -> String {
    format!("{}.{name}", location.as_str())
}

/// Returns the first media type of an operation's body.
pub fn media(model: &Operation) -> Option<&MediaType> {
    model.body.as_ref()?.content.first()
}

/// Returns a full value of a body.
pub fn full(media: &MediaType) -> Value {
    media
        .schema
        .map_or(Value::Null, |schema| sample(schema, Presence::Full))
}

/// Returns the encoding of a body.
///
/// # Panics
///
/// Panics if the media type is neither JSON nor a form.
pub fn encode(media: &MediaType, value: &Value) -> Vec<u8> {
    if media.is_json() {
        return value.to_string().into_bytes();
    }
    assert_eq!(media.essence(), "application/x-www-form-urlencoded");
    let mut form = Url::parse("form:").expect("an address");
    let members = value.as_object().into_iter().flatten();
    form.query_pairs_mut()
        .extend_pairs(members.map(|(name, value)| (name, plain(value))));
    form.query().unwrap_or_default().as_bytes().to_vec()
}

/// Returns a value as the text of a parameter.
pub fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
