//! Builds requests.

use std::sync::Arc;

use bytes::Bytes;
use hyper::header::HeaderValue;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::Value;
use spec::model::{Location, MediaType, Operation, Parameter, Style};

use super::{Answer, Session, Stop};
use crate::guard::SAFE;
use crate::pool::Bindings;
use conformance_core::description::OperationId;
use conformance_core::encode::{
    Encoded, encode_body, is_framing, path_text, percent, preferred_media,
};
use conformance_core::exchange::{Defect, Exchange, Failure, Host, Purpose, Request};
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::variables;

/// Characters that a path must encode (RFC 3986 §3.3); a template may contain them.
const NO_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The identity that a request is sent as.
#[derive(Debug, Clone, Default)]
pub enum Who {
    /// The identity under test, with the first credential that the operation accepts.
    #[default]
    Primary,
    /// An identity by name, with the first credential that the operation accepts.
    Named(String),
    /// An identity by name, with the older kind of credential.
    Legacy(String),
    /// Without a credential.
    Anonymous,
    /// With this `Authorization` field.
    Header(String),
}

/// A request that is being built.
#[derive(Debug, Clone)]
pub struct RequestBuilder<'s> {
    session: &'s Session,
    purpose: Purpose,
    who: Who,
    host: Host,
    method: String,
    /// The target of a request that belongs to no operation.
    target: Option<String>,
    /// Texts of path parameters, encoded.
    path: Vec<(String, String)>,
    encoded: Encoded,
    headers: Vec<(String, String)>,
    body: Option<(Option<String>, Bytes)>,
    bound: Bindings,
    once: bool,
}

impl Session {
    /// Starts a request of an operation. Its path parameters are filled in with items that are
    /// known to exist.
    #[must_use]
    pub fn prepare(&self, operation: OperationId) -> RequestBuilder<'_> {
        let described = self.description.operation(operation);
        RequestBuilder {
            session: self,
            purpose: Purpose {
                operation: Some(operation),
                intent: Intent::Probe,
                defect: None,
                identity: None,
            },
            who: Who::Primary,
            host: self.host(described),
            method: described.method.as_str().to_owned(),
            target: None,
            path: Vec::new(),
            encoded: Encoded::default(),
            headers: Vec::new(),
            body: None,
            bound: Bindings::new(),
            once: false,
        }
    }

    /// Starts a request to any target, without a credential. It counts as a request of the
    /// operation with that path, if there is one.
    #[must_use]
    pub fn raw(&self, host: Host, method: &str, target: &str) -> RequestBuilder<'_> {
        let path = target.split('?').next().unwrap_or_default();
        let mut all = self.description.operations();
        let same = |one: &Operation| {
            one.path == path && one.method.as_str() == method && self.host(one) == host
        };
        let operation = all.find(|(_, one)| same(one)).map(|(id, _)| id);
        RequestBuilder {
            session: self,
            purpose: Purpose {
                operation,
                intent: Intent::Probe,
                defect: None,
                identity: None,
            },
            who: Who::Anonymous,
            host,
            method: method.to_owned(),
            target: Some(target.to_owned()),
            path: Vec::new(),
            encoded: Encoded::default(),
            headers: Vec::new(),
            body: None,
            bound: Bindings::new(),
            once: false,
        }
    }
}

impl<'s> RequestBuilder<'s> {
    /// Sets why the request is sent; by default, it is sent for a check.
    #[must_use]
    pub fn intent(mut self, intent: Intent) -> Self {
        self.purpose.intent = intent;
        self
    }

    /// Sets what is wrong with the request.
    #[must_use]
    pub fn defect(mut self, defect: Option<Arc<Defect>>) -> Self {
        self.purpose.defect = defect;
        self
    }

    /// Sets the identity that the request is sent as.
    #[must_use]
    pub fn as_who(mut self, who: Who) -> Self {
        self.who = who;
        self
    }

    /// Sends the request only once, whatever the response.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Sends the request without a credential.
    #[must_use]
    pub fn as_nobody(self) -> Self {
        self.as_who(Who::Anonymous)
    }

    /// Sends the request as another identity.
    #[must_use]
    pub fn as_identity(self, name: &str) -> Self {
        self.as_who(Who::Named(name.to_owned()))
    }

    /// Sets the `Authorization` field.
    #[must_use]
    pub fn authorization(self, value: impl Into<String>) -> Self {
        self.as_who(Who::Header(value.into()))
    }

    /// Sets another method.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }

    /// Sets another target than the operation's path. Its query replaces all query parameters.
    #[must_use]
    pub fn target(mut self, target: impl Into<String>) -> Self {
        self.target = Some(target.into());
        self.encoded.query.clear();
        self
    }

    /// Sets the path parameters of a known item.
    #[must_use]
    pub fn bind(mut self, bindings: &Bindings) -> Self {
        self.bound
            .extend(bindings.iter().map(|(k, v)| (k.clone(), v.clone())));
        self
    }

    /// Sets a path parameter. The text is percent-encoded here.
    #[must_use]
    pub fn path(mut self, name: &str, text: &str) -> Self {
        self.bound.insert(name.to_owned(), text.to_owned());
        self
    }

    /// Sets a path parameter to a text that is not encoded further.
    #[must_use]
    pub fn raw_path(mut self, name: &str, text: &str) -> Self {
        self.path.push((name.to_owned(), text.to_owned()));
        self
    }

    /// Sets a declared parameter by name, written in its style. An undeclared name becomes a query
    /// parameter.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: &Value) -> Self {
        let declared = self.operation().and_then(|operation| {
            let mut all = operation.parameters.iter();
            all.find(|one| one.name == name && one.location != Location::Path)
        });
        if let Some(parameter) = declared {
            self.encoded.set(parameter, value);
        } else {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let pair = format!("{}={}", percent(name), percent(&text));
            self.encoded.query.push(pair);
        }
        self
    }

    /// Sets a declared parameter of any location.
    #[must_use]
    pub fn declared(mut self, parameter: &Parameter, value: &Value) -> Self {
        self.encoded.set(parameter, value);
        self
    }

    /// Sets every required parameter outside of the path that has no value yet.
    #[must_use]
    pub fn filled(mut self) -> Self {
        for (parameter, value) in self.missing() {
            self.encoded.set(parameter, &value);
        }
        self
    }

    fn missing(&self) -> Vec<(&'s Parameter, Value)> {
        let session = self.session;
        let Some(operation) = self.operation() else {
            return Vec::new();
        };
        let all = operation.parameters.iter();
        let all =
            all.filter(|one| one.required && one.location != Location::Path && !is_framing(one));
        let missing = all.filter(|one| !self.has(&one.name));
        missing
            .filter_map(|one| Some((one, session.ordinary(operation, one)?)))
            .collect()
    }

    /// Returns whether a parameter outside of the path is set.
    fn has(&self, name: &str) -> bool {
        let start = format!("{}=", percent(name));
        let mut headers = self.encoded.headers.iter().chain(&self.headers);
        let mut pairs = self.encoded.query.iter().chain(&self.encoded.cookies);
        pairs.any(|pair| pair.starts_with(&start))
            || headers.any(|(own, _)| own.eq_ignore_ascii_case(name))
    }

    /// Adds a pair to the query without encoding it.
    #[must_use]
    pub fn raw_query(mut self, pair: impl Into<String>) -> Self {
        self.encoded.query.push(pair.into());
        self
    }

    /// Sets a header field.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Sets a body: as JSON, or in another media type if the operation does not accept JSON.
    #[must_use]
    pub fn json(mut self, value: &Value) -> Self {
        let body = self
            .operation()
            .and_then(|operation| operation.body.as_ref());
        let media = body.and_then(preferred_media).map(|(_, media)| media);
        let encoded = media.and_then(|media| encode_body(media, value));
        let (name, bytes) = encoded.unwrap_or_else(|| {
            let bytes = Bytes::from(value.to_string());
            ("application/json".to_owned(), bytes)
        });
        self.body = Some((Some(name), bytes));
        self
    }

    /// Sets a body in a declared media type; `None` if that type is not supported.
    #[must_use]
    pub fn media(mut self, media: &MediaType, value: &Value) -> Option<Self> {
        let (content_type, bytes) = encode_body(media, value)?;
        self.body = Some((Some(content_type), bytes));
        Some(self)
    }

    /// Sets a form as the body.
    #[must_use]
    pub fn form(mut self, pairs: &[(&str, &str)]) -> Self {
        let pairs = pairs.iter();
        let pairs = pairs.map(|(name, value)| format!("{}={}", percent(name), percent(value)));
        let text = pairs.collect::<Vec<_>>().join("&");
        let name = "application/x-www-form-urlencoded".to_owned();
        self.body = Some((Some(name), Bytes::from(text)));
        self
    }

    /// Sets the bytes of the body, and its media type.
    #[must_use]
    pub fn bytes(mut self, content_type: Option<&str>, bytes: impl Into<Bytes>) -> Self {
        self.body = Some((content_type.map(str::to_owned), bytes.into()));
        self
    }

    fn operation(&self) -> Option<&'s Operation> {
        let id = self.purpose.operation?;
        Some(self.session.description.operation(id))
    }

    /// Returns the name of the identity that the request is sent as.
    fn identity(&self) -> Option<&str> {
        match &self.who {
            Who::Primary => Some(&self.session.primary().name),
            Who::Named(name) | Who::Legacy(name) => Some(name),
            Who::Anonymous | Who::Header(_) => None,
        }
    }

    /// Builds the request in its final form.
    ///
    /// # Errors
    /// Returns an error if a path parameter, a required credential or the address of the host is not
    /// known.
    pub async fn request(mut self) -> Result<(Request, Purpose), Stop> {
        if self.session.address(self.host).is_none() {
            return Err(self.session.missing(MissingInput::TokenHost));
        }
        let target = match self.target.take() {
            Some(target) => target,
            None => self.path_of_operation()?,
        };
        let mut headers = Vec::new();
        let accept = self.operation().map_or_else(|| ACCEPT.to_owned(), accept);
        headers.push(("accept".to_owned(), accept));
        if self.purpose.defect.is_none() {
            self.give();
        }
        headers.append(&mut self.encoded.headers);
        if self.purpose.defect.is_none() {
            Box::pin(self.name_current(&target, &mut headers)).await;
        }
        // A token may have to be requested first, with a request like this one.
        let authorize = self.session.authorize(
            &mut self.encoded,
            &mut headers,
            self.purpose.operation,
            &self.who,
        );
        Box::pin(authorize).await?;
        if self.is_elsewhere() {
            self.purpose.operation = None;
        }
        if !self.encoded.cookies.is_empty() {
            headers.push(("cookie".to_owned(), self.encoded.cookies.join("; ")));
        }
        self.purpose.identity = self.identity().map(Arc::from);
        let body = self.body.take().map(|(content_type, bytes)| {
            headers.extend(content_type.map(|value| ("content-type".to_owned(), value)));
            bytes
        });
        for (name, value) in self.headers {
            headers
                .retain(|(known, _)| !known.eq_ignore_ascii_case(&name) || name == "authorization");
            headers.push((name, value));
        }
        let mut target = target;
        if !self.encoded.query.is_empty() {
            target.push(if target.contains('?') { '&' } else { '?' });
            target.push_str(&self.encoded.query.join("&"));
        }
        let request = Request {
            host: self.host,
            method: self.method,
            target,
            headers,
            body,
        };
        Ok((request, self.purpose))
    }

    /// Sets the parameters outside of the path whose values the identity was given, such as a
    /// tenant in a header field: those that are required, and those that the identity under test
    /// was given.
    fn give(&mut self) {
        let (Some(operation), Some(identity)) = (self.operation(), self.identity()) else {
            return;
        };
        let given = self.session.given(identity);
        let primary = self.session.given(&self.session.primary().name);
        let others = operation
            .parameters
            .iter()
            .filter(|one| one.location != Location::Path && !is_framing(one));
        for one in others {
            let Some(value) = given.get(&one.name) else {
                continue;
            };
            let mut of_primary = Encoded::default();
            if let Some(value) = primary.get(&one.name) {
                of_primary.set(one, &Value::from(value.as_str()));
            }
            let is_theirs = withdraw(&mut self.encoded, &of_primary);
            if is_theirs || (one.required && !self.has(&one.name)) {
                self.encoded.set(one, &Value::from(value.as_str()));
            }
        }
    }

    /// Sets `If-Match` to the item's current entity tag if the operation declares the field (RFC
    /// 9110 §13.1.1): a generated value would never match.
    async fn name_current(&self, target: &str, headers: &mut [(String, String)]) {
        let mut all = headers.iter_mut();
        let Some((_, tag)) = all.find(|(name, _)| name.eq_ignore_ascii_case("if-match")) else {
            return;
        };
        let path = self.operation().map(|one| one.path.as_str());
        let mut resources = self.session.world.resources.iter();
        let own = resources.find(|(_, one)| path == Some(one.item.as_str()));
        let Some(read) = own.and_then(|(_, one)| one.read) else {
            return;
        };
        let builder = self.session.prepare(read).as_who(self.who.clone());
        let Ok((request, purpose)) = builder.target(target).filled().request().await else {
            return;
        };
        let exchange = self.session.exchange(request, purpose).await;
        let response = exchange.response().filter(|response| response.is_success());
        if let Some(current) = response.and_then(|response| response.header("etag")) {
            current.clone_into(tag);
        }
    }

    /// Returns whether the target has another path than the operation's: an empty variable or one
    /// with a slash changes the path, and a fragment is not sent at all (RFC 9110 §7.1).
    fn is_elsewhere(&self) -> bool {
        let has_fragment = self.operation().is_some_and(|one| one.path.contains('#'));
        let is_other = |text: &str| text.is_empty() || text.contains('/');
        has_fragment || self.path.iter().any(|(_, text)| is_other(text))
    }

    fn path_of_operation(&mut self) -> Result<String, Stop> {
        let Some(operation) = self.operation() else {
            return Err(Stop::Skip("there is no such operation".to_owned()));
        };
        let segments = operation.path_segments();
        let names = variables(operation);
        let id = operation.id.clone();
        let owner = self
            .identity()
            .unwrap_or(&self.session.primary().name)
            .to_owned();
        let known = if operation.method.is_safe() && SAFE.contains(&self.method.as_str()) {
            self.session.bindings(&owner, operation)
        } else {
            self.session.own_bindings(&owner, operation)
        };
        for name in names {
            if self.path.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let own = self.bound.get(&name).or_else(|| known.get(&name));
            let Some(text) = own else {
                return Err(self.session.missing_parameter(&id, &name));
            };
            let declared = operation
                .parameters
                .iter()
                .find(|one| one.location == Location::Path && one.name == name);
            let text = match declared.filter(|one| one.style != Style::Simple) {
                Some(parameter) => styled(parameter, text),
                None => percent(text),
            };
            self.path.push((name, text));
        }
        let text = path_text(&segments, &self.path)
            .ok_or_else(|| Stop::Skip(format!("{id}: its path has variables without a value")))?;
        Ok(utf8_percent_encode(&text, NO_PATH).to_string())
    }

    /// Sends the request.
    ///
    /// # Errors
    /// Returns an error if it cannot be sent or gets no response.
    pub async fn send(self) -> Result<Answer, Stop> {
        Answer::of(self.exchange().await?)
    }

    /// Sends the request and returns the exchange, also if there is no response.
    ///
    /// # Errors
    /// Returns an error if the request may not or cannot be sent.
    pub async fn exchange(self) -> Result<Arc<Exchange>, Stop> {
        let (session, once) = (self.session, self.once);
        let (request, purpose) = self.request().await?;
        let exchange = if once {
            session.send_once(request, purpose).await
        } else {
            session.send(request, purpose).await
        };
        match &exchange.outcome {
            Err(Failure::Withheld(why)) => Err(why.clone().into()),
            _ => Ok(exchange),
        }
    }
}

/// The `Accept` field of requests that belong to no operation.
const ACCEPT: &str = "application/json, */*;q=0.5";

/// Returns the `Accept` field of an operation: the media types of its responses, those of a success
/// first. A server that negotiates (RFC 9110 §12) need not support any other.
fn accept(operation: &Operation) -> String {
    let names = |is_success: bool| {
        let responses = operation.responses.iter();
        let wanted = responses.filter(move |one| one.status.is_success() == is_success);
        let media = wanted.flat_map(|one| &one.content).map(MediaType::essence);
        let mut names: Vec<String> = media
            .filter(|name| !name.is_empty() && HeaderValue::from_str(name).is_ok())
            .collect();
        // JSON comes first if it is one of several, because most checks read JSON.
        names.sort_by_key(|name| !name.ends_with("json"));
        names
    };
    let mut all: Vec<String> = Vec::new();
    for name in names(true).into_iter().chain(names(false)) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    match all.as_slice() {
        [] => ACCEPT.to_owned(),
        _ => format!("{}, */*;q=0.5", all.join(", ")),
    }
}

/// Removes parameters that are encoded in the same way. Returns whether there were any.
fn withdraw(encoded: &mut Encoded, same: &Encoded) -> bool {
    let count = |one: &Encoded| one.query.len() + one.headers.len() + one.cookies.len();
    let before = count(encoded);
    encoded.query.retain(|pair| !same.query.contains(pair));
    encoded.headers.retain(|pair| !same.headers.contains(pair));
    encoded.cookies.retain(|pair| !same.cookies.contains(pair));
    count(encoded) < before
}

/// Returns the text of a path parameter with the punctuation of its style.
fn styled(parameter: &Parameter, text: &str) -> String {
    let mut encoded = Encoded::default();
    encoded.set(parameter, &Value::from(text));
    encoded
        .path
        .pop()
        .map_or_else(String::new, |(_, text)| text)
}
