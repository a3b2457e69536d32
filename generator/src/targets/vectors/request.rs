//! Requests: the call of a client, and what it must send.

use std::collections::HashMap;

use serde_json::Value;
use spec::Api;
use spec::encode::Encoded;
use spec::model::{Location, MediaType, Operation, Parameter, SchemaId, SecurityScheme};

use super::address::Addresses;
use super::body::{Body, content};
use super::credentials::{chosen, send};
use crate::GenerateError;
use crate::ir::elsewhere::elsewhere;
use crate::ir::sample::Variant;
use crate::ir::samples::Samples;
use crate::ir::servers;
use crate::json::{Json, Object};
use crate::room::Room;

/// The media types that a client accepts for a request that is not described.
const ANY: &str = "application/json, */*;q=0.8";

/// The requests of a description.
#[derive(Debug)]
pub(super) struct Requests<'a> {
    pub(super) api: &'a Api,
    addresses: Addresses<'a>,
    pub(super) list: Vec<Request<'a>>,
    pub(super) samples: Samples<'a>,
    /// The security schemes by name.
    pub(super) schemes: HashMap<&'a str, &'a SecurityScheme>,
    /// The position of the simplest request of each operation.
    plain: HashMap<&'a str, usize>,
}

/// A request.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) name: String,
    pub(super) operation: &'a Operation,
    parameters: Object,
    body: Option<Body>,
    url: String,
    headers: Object,
    /// The query parameters with credentials.
    pub(super) secrets: Vec<String>,
}

impl<'a> Requests<'a> {
    /// Makes all requests.
    ///
    /// # Errors
    /// Returns an error if there is no room for their bodies.
    pub(super) fn new(api: &'a Api, room: &Room) -> Result<Self, GenerateError> {
        let schemes = api.security_schemes.iter();
        let mut requests = Self {
            api,
            addresses: Addresses::new(api),
            list: Vec::new(),
            samples: Samples::new(api),
            schemes: schemes.map(|one| (one.name.as_str(), one)).collect(),
            plain: HashMap::new(),
        };
        let mut bytes = 0;
        // Clients refuse to send credentials there.
        let elsewhere = elsewhere(api);
        let asked = |operation: &&Operation| !elsewhere.contains(&servers::of(api, operation));
        for operation in api.operations.iter().filter(asked) {
            let first = requests.list.len();
            for (suffix, variant) in [
                ("required", Variant::Required),
                ("full", Variant::Full(0)),
                ("text", Variant::Text),
            ] {
                let made = requests.make(operation, suffix, variant);
                requests.list.extend(made);
            }
            requests.list.extend(requests.with_empty_fields(operation));
            if requests.list.len() > first {
                requests.plain.entry(&operation.id).or_insert(first);
            }
            let made = requests.list[first..].iter();
            bytes += made.map(Request::bytes).sum::<usize>();
            if bytes > room.left() {
                return Err(GenerateError::TooLarge);
            }
        }
        Ok(requests)
    }

    pub(super) fn vectors(&self) -> impl Iterator<Item = Object> {
        self.list.iter().map(Request::vector)
    }

    /// Returns the simplest request of an operation.
    pub(super) fn plain(&self, operation: &Operation) -> Option<&Request<'a>> {
        let position = self.plain.get(operation.id.as_str())?;
        self.list.get(*position)
    }

    /// Returns the URL of a request with another value of a parameter.
    pub(super) fn url_with(&self, request: &Request<'_>, name: &str, value: &Value) -> String {
        let encoded = encoded(request, Some((name, value)));
        self.addresses
            .url(request.operation, &encoded, &request.secrets)
            .unwrap_or_default()
    }

    /// Returns the URL of a request with further pairs in its query.
    pub(super) fn url_adding(&self, request: &Request<'_>, pairs: &[String]) -> String {
        let mut encoded = encoded(request, None);
        encoded.query.extend_from_slice(pairs);
        self.addresses
            .url(request.operation, &encoded, &request.secrets)
            .unwrap_or_default()
    }

    /// Returns the URL of a request without credentials.
    pub(super) fn url_without(&self, request: &Request<'_>) -> String {
        let encoded = encoded(request, None);
        self.addresses
            .url(request.operation, &encoded, &[])
            .unwrap_or_default()
    }

    /// Returns the URL of a request that has only the credential of this scheme, and the header
    /// fields of the credential.
    pub(super) fn with_credential(
        &self,
        request: &Request<'_>,
        scheme: &SecurityScheme,
    ) -> (String, Object) {
        let mut headers = Object::new();
        let (mut cookies, mut query) = (Vec::new(), Vec::new());
        send(scheme, &mut headers, &mut cookies, &mut query);
        if !cookies.is_empty() {
            headers.set("cookie", cookies.join("; "));
        }
        let url = self
            .addresses
            .url(request.operation, &encoded(request, None), &query);
        (url.unwrap_or_default(), headers)
    }

    /// Returns the URL and the header fields of a request that is not described, without a body.
    /// Server and credentials are those of an operation.
    pub(super) fn untyped(
        &self,
        usual: &Operation,
        path: &str,
        pairs: &[String],
    ) -> Option<(String, Object)> {
        let (secrets, mut headers) = self.headers(usual, &Encoded::default(), None);
        headers.set("accept", ANY);
        let pairs: Vec<_> = pairs.iter().chain(&secrets).cloned().collect();
        Some((self.addresses.at(usual, path, &pairs)?, headers))
    }

    fn make(
        &self,
        operation: &'a Operation,
        suffix: &str,
        variant: Variant,
    ) -> Option<Request<'a>> {
        let mut encoded = Encoded::default();
        let mut parameters = Object::new();
        let mut differs = variant == Variant::Required;
        for (key, parameter) in keyed(operation) {
            if !parameter.required && variant == Variant::Required {
                continue;
            }
            let (sample, special) = self.parameter(parameter, variant)?;
            differs |= special || !parameter.required && variant != Variant::Text;
            set(&mut encoded, parameter, &sample);
            parameters.set(key, sample);
        }
        let body = match &operation.body {
            Some(body) if body.required || variant != Variant::Required => {
                let (body, special) = self.body(operation, body.content.first()?, variant)?;
                differs |= special || variant == Variant::Full(0);
                Some(body)
            }
            _ => None,
        };
        // The same request again would test nothing new.
        if !differs || !is_sendable(&encoded) {
            return None;
        }
        let (secrets, headers) = self.headers(operation, &encoded, body.as_ref());
        Some(Request {
            name: format!("{}/{suffix}", operation.id),
            operation,
            parameters,
            url: self.addresses.url(operation, &encoded, &secrets)?,
            headers,
            secrets,
            body,
        })
    }

    /// Returns a request with what is required, and an empty text in every header field that allows
    /// it. The field must be sent, since a server cannot read a missing field as an empty one (RFC
    /// 9110 §5.5).
    fn with_empty_fields(&self, operation: &'a Operation) -> Option<Request<'a>> {
        let mut request = self.make(operation, "empty", Variant::Required)?;
        let mut found = false;
        for (key, parameter) in keyed(operation) {
            let is_free = parameter.location == Location::Header
                && parameter.media_type.is_none()
                && self.may_be_empty(parameter.schema);
            if is_free {
                request.parameters.set(key, "");
                request.headers.set(parameter.name.to_ascii_lowercase(), "");
                found = true;
            }
        }
        found.then_some(request)
    }

    fn may_be_empty(&self, schema: SchemaId) -> bool {
        let text = self.api.text(schema);
        self.api.is_plain_text(schema) && text.is_some_and(|text| text.min_length.is_none())
    }

    /// Returns the value of a parameter, and whether the variant made a difference.
    fn parameter(&self, parameter: &Parameter, variant: Variant) -> Option<(Json, bool)> {
        // Header fields and cookies have no escapes.
        let plain = matches!(parameter.location, Location::Header | Location::Cookie);
        let variant = if plain { Variant::Full(0) } else { variant };
        let mut sampler = self.samples.sampler(variant, true);
        let sample = match parameter.examples.first() {
            Some(example) if variant != Variant::Text => Json::Value(example.value.clone()),
            _ => sampler.sample(parameter.schema)?,
        };
        Some((sample, sampler.differs))
    }

    /// Returns the body, and whether the variant made a difference.
    fn body(
        &self,
        operation: &Operation,
        media: &MediaType,
        variant: Variant,
    ) -> Option<(Body, bool)> {
        let mut sampler = self
            .samples
            .sampler(variant, true)
            .always(operation.idempotency.as_deref());
        let body = content(media, &mut sampler)?;
        Some((body, sampler.differs))
    }

    /// Returns the query parameters with credentials, and all header fields.
    fn headers(
        &self,
        operation: &Operation,
        encoded: &Encoded,
        body: Option<&Body>,
    ) -> (Vec<String>, Object) {
        let mut headers = Object::new().with("accept", accept(operation));
        if let Some(body) = body {
            headers.set("content-type", body.sent.as_str());
        }
        for (name, text) in &encoded.headers {
            headers.set(name.to_ascii_lowercase(), text.as_str());
        }
        let mut cookies = encoded.cookies.clone();
        let mut query = Vec::new();
        let chosen = chosen(self, operation);
        for (name, _) in chosen.iter().flat_map(|all| &all.schemes) {
            if let Some(scheme) = self.schemes.get(name.as_str()) {
                send(scheme, &mut headers, &mut cookies, &mut query);
            }
        }
        if !cookies.is_empty() {
            headers.set("cookie", cookies.join("; "));
        }
        (query, headers)
    }
}

impl Request<'_> {
    /// Returns the URL.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the value of a parameter whose name no other parameter has.
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        serde_json::to_value(self.parameters.get(name)?).ok()
    }

    /// Returns the bytes of the body.
    fn bytes(&self) -> usize {
        self.body.as_ref().map_or(0, |body| body.bytes.len())
    }

    fn vector(&self) -> Object {
        let body = self.body.as_ref();
        let expect = Object::new()
            .with("method", self.operation.method.as_str())
            .with("url", self.url.as_str())
            .with("headers", self.headers.clone())
            .with_some("body", body.map(|body| body.bytes.as_str()));
        Object::new()
            .with("name", self.name.as_str())
            .with("operation", self.operation.id.as_str())
            .with("parameters", self.parameters.clone())
            .with_some(
                "body",
                body.map(|body| {
                    Object::new()
                        .with("mediaType", body.media_type.as_str())
                        .with("value", body.value.clone())
                }),
            )
            .with("expect", expect)
    }
}

/// Returns the parameters of a request, of which one can have another value.
fn encoded(request: &Request<'_>, other: Option<(&str, &Value)>) -> Encoded {
    let operation = request.operation;
    let mut encoded = Encoded::default();
    for (key, parameter) in keyed(operation) {
        let given = match other {
            Some((name, value)) if parameter.name == name => Some(Json::Value(value.clone())),
            _ => request.parameters.get(&key).cloned(),
        };
        if let Some(given) = given {
            set(&mut encoded, parameter, &given);
        }
    }
    encoded
}

/// Writes the value of a parameter, with its properties in the order of the description.
fn set(encoded: &mut Encoded, parameter: &Parameter, given: &Json) {
    let names: Vec<_> = match given {
        Json::Object(object) => object.iter().map(|(name, _)| name).collect(),
        _ => Vec::new(),
    };
    let json = serde_json::to_string(given).unwrap_or_default();
    let value = serde_json::to_value(given).unwrap_or_default();
    encoded.set_ordered(parameter, &value, &names, &json);
}

/// Returns all parameters, each with its name, and with its location if two have the same name.
pub(super) fn keyed(operation: &Operation) -> impl Iterator<Item = (String, &Parameter)> {
    let mut counts = HashMap::<&str, usize>::new();
    for parameter in &operation.parameters {
        *counts.entry(&parameter.name).or_default() += 1;
    }
    let parameters = operation.parameters.iter();
    parameters.map(move |parameter| {
        let name = &parameter.name;
        let key = match counts.get(name.as_str()) {
            Some(1) => name.clone(),
            _ => format!("{}.{name}", parameter.location.as_str()),
        };
        (key, parameter)
    })
}

/// Returns whether clients send the values: header fields must be able to contain them (RFC 9110
/// §5.5), path parameters must not be empty, and cookies must not contain what would end a pair
/// (RFC 6265 §4.2.1).
fn is_sendable(encoded: &Encoded) -> bool {
    let visible = |text: &str| {
        let inner = text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
        inner && text.trim() == text
    };
    let mut headers = encoded.headers.iter();
    let mut cookies = encoded.cookies.iter();
    headers.all(|(_, text)| visible(text))
        && cookies.all(|pair| visible(pair) && !pair.contains(';'))
        && encoded.path.iter().all(|(_, text)| !text.is_empty())
}

/// Returns all media types of all responses.
fn accept(operation: &Operation) -> String {
    let mut media: Vec<&str> = Vec::new();
    let contents = operation.responses.iter().flat_map(|r| &r.content);
    for content in contents {
        if !media.contains(&content.name.as_str()) {
            media.push(&content.name);
        }
    }
    if media.is_empty() {
        media.push("*/*");
    }
    media.join(", ")
}
