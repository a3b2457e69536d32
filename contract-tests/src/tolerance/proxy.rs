//! The proxies between the client and the deployment.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt as _, stream};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, BodyStream, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, HeaderValue, TE,
    TRANSFER_ENCODING, UPGRADE,
};
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use jiff::Timestamp;
use spec::model::SchemaId;
use tokio::net::TcpListener;

use super::gate::{self, Gate};
use super::hosts::{Pair, document, inwards, outwards};
use super::needs::{Answered, Called, Taken};
use super::{Ended, Options, Trial, headers, route};
use conformance_core::addition::{Addition, extended};
use conformance_core::description::Description;
use conformance_core::exchange::{self, Host};
use conformance_core::json::Json;
use conformance_core::lookup::declared;
use conformance_engine::guard::{SAFE, Withheld};
use conformance_engine::reach::Reach;
use conformance_engine::redact::Redactor;
use conformance_engine::wire::{HttpClient, prefix};

/// The largest body that is changed, in bytes; larger ones are passed on unchanged.
const LARGEST: usize = 8 * 1024 * 1024;

/// The maximum number of bytes of a body that are kept as evidence.
const KEPT: usize = 2_000;

type Fault = Box<dyn std::error::Error + Send + Sync>;
type Body = BoxBody<Bytes, Fault>;

/// The last exchange of a run of the client, without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastExchange {
    /// Method and target.
    pub request: String,
    /// The status.
    pub status: u16,
    /// The body as the client got it, cut; `None` if it was passed on unchanged.
    pub body: Option<String>,
    /// Whether something was added.
    pub changed: bool,
}

/// Both proxies of a deployment.
pub(super) struct Proxy {
    description: Arc<Description>,
    client: HttpClient<Body>,
    reach: Reach,
    redactor: Redactor,
    base: String,
    auth: Option<String>,
    gate: Gate,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    pairs: Vec<Pair>,
    addition: Option<Addition>,
    taken: Option<Taken>,
    called: BTreeMap<(String, String), Called>,
    answers: u64,
    changed: u64,
    unreachable: u64,
    withheld: Vec<String>,
    last: Option<LastExchange>,
}

impl Proxy {
    pub(super) fn new(description: Arc<Description>, options: &Options) -> Result<Self> {
        let redactor = Redactor::default();
        for name in ["CLIENT_SECRET", "API_KEY", "WEBHOOK_SECRET"] {
            if let Ok(secret) = std::env::var(description.service().variable(name)) {
                redactor.learn(&secret);
            }
        }
        for header in options.reach.headers.iter().filter(|one| one.is_secret) {
            redactor.learn(header.value.reveal());
        }
        Ok(Self {
            client: HttpClient::new(Duration::from_secs(10), &options.reach)?,
            reach: options.reach.clone(),
            redactor,
            base: prefix(&options.base_url)?,
            auth: options.auth_url.as_ref().map(prefix).transpose()?,
            gate: Gate::new(&description, options),
            description,
            state: Mutex::default(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn address(&self, host: Host) -> Option<&str> {
        match host {
            Host::Resource => Some(&self.base),
            Host::Token => self.auth.as_deref(),
        }
    }

    pub(super) fn has(&self, host: Host) -> bool {
        self.address(host).is_some()
    }

    /// Sets the address of a host's proxy.
    pub(super) fn stands_at(&self, host: Host, address: &str) {
        let outside = self.address(host).unwrap_or_default().to_owned();
        let proxy = address.to_owned();
        self.state().pairs.push(Pair { outside, proxy });
    }

    /// Begins a run of the client.
    pub(super) fn begin(&self, addition: Addition) {
        let mut state = self.state();
        let pairs = std::mem::take(&mut state.pairs);
        *state = State {
            pairs,
            addition: Some(addition),
            ..State::default()
        };
    }

    /// Sets what is removed from responses in this run.
    pub(super) fn remove(&self, taken: Taken) {
        self.state().taken = Some(taken);
    }

    /// Returns each operation that was called in this run, by method and path.
    pub(super) fn called(&self) -> BTreeMap<(String, String), Called> {
        self.state().called.clone()
    }

    /// Ends a run of the client, and returns its result.
    pub(super) fn finish(&self, ended: Ended) -> Trial {
        let mut state = self.state();
        Trial {
            addition: state.addition.unwrap_or(Addition::Nothing),
            ended,
            answers: state.answers,
            changed: state.changed,
            unreachable: state.unreachable,
            withheld: std::mem::take(&mut state.withheld),
            last: state.last.take(),
        }
    }

    /// Serves one host until it is aborted.
    pub(super) async fn serve(self: Arc<Self>, host: Host, listener: TcpListener) {
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // The limit of open files is reached for now.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let proxy = Arc::clone(&self);
            connections.spawn(async move {
                let service = service_fn(move |request| {
                    let proxy = Arc::clone(&proxy);
                    async move { Ok::<_, Infallible>(proxy.pass(host, request).await) }
                });
                // The client reports broken connections.
                let _ = hyper::server::conn::http1::Builder::new()
                    .timer(TokioTimer::new())
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
            while connections.try_join_next().is_some() {}
        }
    }

    async fn pass(&self, host: Host, request: Request<Incoming>) -> Response<Body> {
        let method = request.method().as_str().to_owned();
        let target = request.uri().path_and_query();
        let target = target.map_or("/", |target| target.as_str()).to_owned();
        let (head, body) = request.into_parts();
        let (body, read) = match readable(&method, body).await {
            Ok(both) => both,
            Err(error) => (broken(error), None),
        };
        let asked = gate::request(host, &method, &target, &head.headers, read);
        if let Err(why) = self.gate.permit(&asked) {
            return self.withhold(&asked, &why);
        }
        let at = self.gate.now();
        let answer = match self
            .forwarded(host, Request::from_parts(head, body), &target)
            .await
        {
            Ok(request) => self.client.request(request).await.map_err(Fault::from),
            Err(error) => Err(error),
        };
        match answer {
            Ok(answer) => self.answer(host, &asked, at, answer).await,
            Err(error) => {
                self.state().unreachable += 1;
                let text = format!("the deployment cannot be asked: {error}");
                let mut response = Response::new(full(Bytes::from(text)));
                *response.status_mut() = StatusCode::BAD_GATEWAY;
                response
            }
        }
    }

    /// Returns the response for the client to a request that is not passed on.
    fn withhold(&self, asked: &exchange::Request, why: &Withheld) -> Response<Body> {
        let request = self
            .redactor
            .text(&format!("{} {}", asked.method, asked.target));
        let remedy = why.remedy().unwrap_or("--trust-client");
        let text = format!("{request}: {why}; give {remedy}");
        let problem = serde_json::json!({"title": "Not passed on", "status": 403, "detail": text});
        self.state().withheld.push(text);
        let mut response = Response::new(full(Bytes::from(problem.to_string())));
        *response.status_mut() = StatusCode::FORBIDDEN;
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    /// Returns a request in the form in which it is passed on.
    async fn forwarded(
        &self,
        host: Host,
        request: Request<Body>,
        target: &str,
    ) -> Result<Request<Body>, Fault> {
        let pairs = self.state().pairs.clone();
        let address = self.address(host).unwrap_or_default();
        let (head, body) = request.into_parts();
        let mut headers = head.headers;
        remove_hop(&mut headers);
        // A compressed body cannot be changed.
        headers.remove(ACCEPT_ENCODING);
        headers.remove(HOST);
        if let Some(value) = headers
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            && let Some((_, secret)) = value.split_once(' ')
        {
            self.redactor.learn(secret.trim());
        }
        let missing = self.reach.missing(|name| headers.contains_key(name));
        let missing: Vec<_> = missing.collect();
        for (name, value) in &missing {
            headers.insert(name.parse::<HeaderName>()?, value.parse()?);
        }
        let body = if names_hosts(&headers) {
            match collect(body).await? {
                Collected::Whole(bytes) => {
                    headers.remove(CONTENT_LENGTH);
                    let text = String::from_utf8(bytes.to_vec());
                    let bytes = text.map_or(bytes, |text| outwards(&text, &pairs).into());
                    full(bytes)
                }
                Collected::TooLarge(body) => body,
            }
        } else {
            body
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let query = match query {
            "" => String::new(),
            query => format!("?{}", outwards(query, &pairs)),
        };
        let mut forwarded = Request::new(body);
        *forwarded.method_mut() = head.method;
        *forwarded.uri_mut() = format!("{address}{path}{query}").parse()?;
        *forwarded.headers_mut() = headers;
        Ok(forwarded)
    }

    /// Returns a response in the form in which the client gets it.
    async fn answer(
        &self,
        host: Host,
        asked: &exchange::Request,
        at: Duration,
        answer: Response<Incoming>,
    ) -> Response<Body> {
        let (method, target) = (asked.method.as_str(), asked.target.as_str());
        let (pairs, addition) = {
            let state = self.state();
            (state.pairs.clone(), state.addition)
        };
        let addition = addition.unwrap_or(Addition::Nothing);
        self.asked(host, asked);
        let (mut head, body) = answer.into_parts();
        remove_hop(&mut head.headers);
        for value in head.headers.values_mut() {
            let new = value.to_str().ok().map(|text| inwards(text, &pairs));
            if let Some(Ok(new)) = new.map(HeaderValue::try_from) {
                *value = new;
            }
        }
        let mut changed = headers::extend(&mut head.headers, addition, Timestamp::now());
        let status = head.status.as_u16();
        let (mut body, mut kept) = (body.map_err(Fault::from).boxed(), None);
        let answered = head.headers.clone();
        let mut read = Bytes::new();
        if is_json(&head.headers) && method != "HEAD" {
            body = match collect(body).await {
                Ok(Collected::Whole(bytes)) => {
                    read = bytes.clone();
                    let path = target.split('?').next().unwrap_or_default();
                    let schema = self.schema(host, method, path, status, &head.headers);
                    let new = self.extend(schema, &bytes, addition, &pairs);
                    changed |= new.changed;
                    let bytes = new.bytes.unwrap_or(bytes);
                    let bytes = match self.without(host, asked, status, &bytes) {
                        Some(rest) => {
                            changed = true;
                            rest
                        }
                        None => bytes,
                    };
                    head.headers.remove(CONTENT_LENGTH);
                    kept = Some(self.kept(&bytes));
                    full(bytes)
                }
                Ok(Collected::TooLarge(body)) => body,
                Err(error) => broken(error),
            };
        }
        self.gate.absorb(asked, at, status, answered, read);
        let request = self.redactor.text(&format!("{method} {target}"));
        let mut state = self.state();
        state.answers += 1;
        state.changed += u64::from(changed);
        state.last = Some(LastExchange {
            request,
            status,
            body: kept,
            changed,
        });
        Response::from_parts(head, body)
    }

    /// Returns the schema that the description declares for a response.
    fn schema(
        &self,
        host: Host,
        method: &str,
        path: &str,
        status: u16,
        headers: &HeaderMap,
    ) -> Option<SchemaId> {
        let operation = route::find(&self.description, host, method, path)?;
        let response = declared(operation, status)?;
        let essence = essence(headers);
        let mut json = response.content.iter().filter(|media| media.is_json());
        let mut same = response
            .content
            .iter()
            .filter(|media| media.essence() == essence);
        same.next().or_else(|| json.next())?.schema
    }

    /// Returns a body with additions, and with the addresses of the proxies.
    fn extend(
        &self,
        schema: Option<SchemaId>,
        bytes: &[u8],
        addition: Addition,
        pairs: &[Pair],
    ) -> Extended {
        let Ok(mut body) = Json::parse(bytes) else {
            return Extended::default();
        };
        let moved = document(&mut body, pairs);
        let new =
            schema.and_then(|schema| extended(&self.description.api, schema, &body, addition));
        let changed = new.is_some();
        let body = new.unwrap_or(body);
        Extended {
            bytes: (moved || changed).then(|| Bytes::from(body.to_string())),
            changed,
        }
    }

    /// Records what a request contains.
    fn asked(&self, host: Host, asked: &exchange::Request) {
        let path = asked.target.split('?').next().unwrap_or_default();
        if let Some(operation) = route::find(&self.description, host, &asked.method, path) {
            let key = (operation.method.as_str().to_owned(), operation.path.clone());
            let mut state = self.state();
            let called = state.called.entry(key).or_default();
            called.request(&asked.target, asked.body.as_deref());
        }
    }

    /// Returns a body without what is removed in this run; `None` if there was nothing to remove.
    /// Records its contents.
    fn without(
        &self,
        host: Host,
        asked: &exchange::Request,
        status: u16,
        bytes: &[u8],
    ) -> Option<Bytes> {
        let path = asked.target.split('?').next().unwrap_or_default();
        let operation = route::find(&self.description, host, &asked.method, path)?;
        let own = Answered {
            method: operation.method.as_str(),
            path: &operation.path,
            status,
        };
        let mut body = Json::parse(bytes).ok()?;
        let mut state = self.state();
        let key = (own.method.to_owned(), own.path.to_owned());
        state.called.entry(key).or_default().response(&own, &body);
        let any = state.taken.as_ref()?.from(&own, &mut body);
        any.then(|| Bytes::from(body.to_string()))
    }

    fn kept(&self, bytes: &[u8]) -> String {
        let text = self.redactor.text(&String::from_utf8_lossy(bytes));
        let mut end = text.len().min(KEPT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text[..end].to_owned()
    }
}

#[derive(Default)]
struct Extended {
    bytes: Option<Bytes>,
    changed: bool,
}

/// A body that was read.
enum Collected {
    Whole(Bytes),
    /// The part that was read, followed by the rest.
    TooLarge(Body),
}

/// Reads a body up to the limit. Returns the body to pass on, and its bytes if the request may
/// change something and the body is not too large.
async fn readable(method: &str, body: Incoming) -> Result<(Body, Option<Bytes>), Fault> {
    let body = body.map_err(Fault::from).boxed();
    if SAFE.contains(&method) {
        return Ok((body, None));
    }
    Ok(match collect(body).await? {
        Collected::Whole(bytes) => (full(bytes.clone()), Some(bytes)),
        Collected::TooLarge(body) => (body, None),
    })
}

async fn collect(mut body: Body) -> Result<Collected, Fault> {
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame?.into_data() {
            bytes.extend_from_slice(&data);
        }
        if bytes.len() > LARGEST {
            let begin = stream::iter([Ok(Frame::data(bytes.freeze()))]);
            let rest = BodyStream::new(body);
            let whole = StreamBody::new(begin.chain(rest));
            return Ok(Collected::TooLarge(BoxBody::new(whole)));
        }
    }
    Ok(Collected::Whole(bytes.freeze()))
}

fn full(bytes: Bytes) -> Body {
    Full::new(bytes).map_err(|never| match never {}).boxed()
}

/// Returns a body that ends early, as that of the deployment did.
fn broken(error: Fault) -> Body {
    BoxBody::new(StreamBody::new(stream::iter([Err(error)])))
}

/// Removes fields that apply to one connection only (RFC 9110 §7.6.1).
fn remove_hop(headers: &mut HeaderMap) {
    for name in [CONNECTION, TE, TRANSFER_ENCODING, UPGRADE] {
        headers.remove(name);
    }
    headers.remove("keep-alive");
}

fn essence(headers: &HeaderMap) -> String {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = value.unwrap_or_default().split(';').next();
    essence.unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_json(headers: &HeaderMap) -> bool {
    let essence = essence(headers);
    matches!(essence.as_str(), "application/json" | "text/json") || essence.ends_with("+json")
}

/// Returns whether the body of a request may name the hosts of the deployment.
fn names_hosts(headers: &HeaderMap) -> bool {
    is_json(headers) || essence(headers) == "application/x-www-form-urlencoded"
}
