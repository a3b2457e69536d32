//! The common parts of the services, which run in this process.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::contract::{Contract, Operation, Refusal, Values};
use crate::fault::Fault;

/// The maximum size of a body, in bytes.
const LARGEST: usize = 1024 * 1024;

/// The maximum length of a target, in bytes: what every server should support (RFC 9110 §4.1).
const LONGEST_TARGET: usize = 8_000;

/// The sunset that [`Fault::AnnouncesEnd`] announces (RFC 8594 §3).
pub(crate) const END: &str = "Thu, 31 Dec 2099 23:59:59 GMT";

/// The methods of HTTP (RFC 9110 §9, RFC 5789).
const KNOWN: [&str; 8] = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
];

/// A request that conforms to the description.
pub(crate) struct Call<'a> {
    pub(crate) operation: &'a str,
    /// The path as it was sent.
    pub(crate) path: &'a str,
    /// All parameters by name.
    pub(crate) values: Values,
    pub(crate) body: Option<Value>,
    /// The caller, as `Service::authorize` returned it.
    pub(crate) who: String,
    pub(crate) headers: &'a HeaderMap,
}

impl Call<'_> {
    /// Returns a parameter as text, whatever its type.
    pub(crate) fn text(&self, name: &str) -> String {
        match self.values.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    /// Returns a parameter as a number.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        usize::try_from(self.values.get(name)?.as_u64()?).ok()
    }

    /// Returns the body, which the description requires.
    pub(crate) fn members(&self) -> Value {
        self.body
            .clone()
            .unwrap_or_else(|| Value::Object(serde_json::Map::new()))
    }
}

/// The parts of a request that may identify the caller.
pub(crate) struct Asked<'a> {
    pub(crate) operation: &'a str,
    /// The query as it was sent.
    pub(crate) query: &'a str,
    pub(crate) headers: &'a HeaderMap,
}

/// A response.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(status: u16, value: &Value) -> Self {
        Self::empty(status)
            .with("content-type", "application/json")
            .bytes(value.to_string())
    }

    pub(crate) fn empty(status: u16) -> Self {
        Self {
            status,
            ..Self::default()
        }
    }

    pub(crate) fn bytes(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.body = bytes.into();
        self
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

/// A service.
pub(crate) trait Service: Send + 'static {
    /// Returns the caller; otherwise the challenge (RFC 9110 §11.6.1). A service without
    /// credentials accepts anyone.
    fn authorize(&self, _: &Asked<'_>) -> Result<String, &'static str> {
        Ok(String::new())
    }

    /// Returns an error.
    fn error(&self, status: u16, why: &str) -> Reply;

    /// Returns the response to a request that violates the description of its operation.
    fn refusal(&self, _operation: &str, status: u16, why: &str) -> Reply {
        self.error(status, why)
    }

    /// Responds to a request.
    fn answer(&mut self, call: &Call<'_>) -> Reply;
}

/// The requests to a service, and the IDs that it assigned.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The requests, in the order of arrival.
    requests: Vec<String>,
    /// The IDs that the service assigned.
    ids: BTreeSet<String>,
}

impl Log {
    fn take_in(&mut self, head: &hyper::http::request::Parts, body: &[u8], reply: &Reply) {
        let body = String::from_utf8_lossy(body);
        let fields = ["authorization", "content-type"].map(|name| field(&head.headers, name));
        self.requests.push(format!(
            "{} {} {} {body}",
            head.method,
            head.uri,
            fields.join(" ")
        ));
        if head.method == "POST" && reply.status / 100 == 2 {
            let made: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            let mut headers = reply.headers.iter();
            let location = headers.find(|(name, _)| name == "location");
            let last = location.and_then(|(_, path)| path.rsplit('/').next());
            let ids = [
                crate::store::text(&made["id"]),
                last.unwrap_or_default().to_owned(),
            ];
            self.ids
                .extend(ids.into_iter().filter(|id| !body.contains(id.as_str())));
        }
    }

    /// Returns the requests in an order that does not depend on timing, with `*` for the IDs that
    /// the service assigned.
    pub(crate) fn requests(&self) -> Vec<String> {
        let is_apart = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        let masked = |request: &String| {
            let words = request.split_inclusive(is_apart).map(|word| {
                let id = word.trim_end_matches(is_apart);
                if self.ids.contains(id) {
                    format!("*{}", &word[id.len()..])
                } else {
                    word.to_owned()
                }
            });
            words.collect()
        };
        // A body that is too large is rejected unread, and the connection is reset while the rest
        // is sent. Whether the response arrives before that, and the request is repeated, depends
        // on timing.
        let is_read = |request: &&String| !request.ends_with("application/json ");
        let requests = self.requests.iter().filter(is_read);
        let mut all: Vec<String> = requests.map(masked).collect();
        all.sort();
        all
    }
}

/// Which arrival of a request finds its connection closed by a tired service.
const TIRED: u32 = 4;

/// How long a service is not there that is started again.
const AWAY: std::time::Duration = std::time::Duration::from_millis(150);

/// A service on a loopback port, until it is dropped.
pub(crate) struct Running {
    /// Its address, including the prefix of all paths.
    pub(crate) base_url: String,
    /// The traffic.
    pub(crate) log: Arc<Mutex<Log>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Host {
    contract: Contract,
    prefix: &'static str,
    fault: Option<Fault>,
    service: Mutex<Box<dyn Service>>,
    /// Returns the number of requests.
    count: AtomicU64,
    /// How often each request has arrived.
    arrived: Mutex<HashMap<String, u32>>,
    /// Notified when the service is to end.
    end: Notify,
    log: Arc<Mutex<Log>>,
}

/// Starts a service; all its paths are below `prefix`.
pub(crate) async fn start(
    yaml: &str,
    prefix: &'static str,
    fault: Option<Fault>,
    service: Box<dyn Service>,
) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let contract = Contract::of(yaml, fault);
    let service = Mutex::new(service);
    let log = Arc::<Mutex<Log>>::default();
    let host = Arc::new(Host {
        contract,
        prefix,
        fault,
        service,
        count: AtomicU64::new(0),
        arrived: Mutex::default(),
        end: Notify::new(),
        log: Arc::clone(&log),
    });
    let task = tokio::spawn(async move {
        let mut listener = listener;
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let (stream, _) = tokio::select! {
                Ok(accepted) = listener.accept() => accepted,
                () = host.end.notified() => {
                    drop(listener);
                    if fault != Some(Fault::Restarts) {
                        break;
                    }
                    tokio::time::sleep(AWAY).await;
                    listener = TcpListener::bind(address).await.expect("the same port");
                    continue;
                }
                else => break,
            };
            let _ = stream.set_nodelay(true);
            let host = Arc::clone(&host);
            connections.spawn(async move {
                let service = service_fn(move |request| {
                    let host = Arc::clone(&host);
                    async move { host.serve(request).await.ok_or_else(hung_up) }
                });
                let mut server = hyper::server::conn::http1::Builder::new();
                let server = server.timer(TokioTimer::new());
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
            });
            while connections.try_join_next().is_some() {}
        }
    });
    Running {
        base_url: format!("http://{address}{prefix}"),
        log,
        task,
    }
}

impl Host {
    /// Responds to a request, or closes the connection.
    async fn serve(&self, request: Request<Incoming>) -> Option<Response<Full<Bytes>>> {
        let (head, body) = request.into_parts();
        let method = head.method.as_str();
        let target = head
            .uri
            .path_and_query()
            .map_or("/", |target| target.as_str());
        let body = Limited::new(body, LARGEST).collect().await;
        if body.is_err() && self.fault == Some(Fault::HangsUp) {
            return None;
        }
        let body = body.map(http_body_util::Collected::to_bytes);
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        if self.dies(count, target, body.as_deref().unwrap_or_default()) {
            self.end.notify_one();
            return None;
        }
        if self.stalls(count, &head.method, body.as_deref().unwrap_or_default()) {
            std::future::pending::<()>().await;
        }
        let nth = self.nth(&head.method, target, body.as_deref().unwrap_or_default());
        if nth == TIRED {
            return None;
        }
        let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
        let mut reply = match &body {
            Ok(_) if (1..TIRED).contains(&nth) || self.is_busy(count) => {
                service.error(503, "not now")
            }
            Ok(_) if target.len() > LONGEST_TARGET => service.error(414, "this is too long"),
            Ok(body) => self.reply(&mut **service, method, target, &head.headers, body),
            Err(_) => service.error(413, "this is too large"),
        };
        self.spoil(method, &mut reply);
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.take_in(&head, &body.unwrap_or_default(), &reply);
        Some(response(reply))
    }

    fn reply(
        &self,
        service: &mut dyn Service,
        method: &str,
        target: &str,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Reply {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some(path) = path.strip_prefix(self.prefix) else {
            return service.error(404, "there is no such path");
        };
        let routes = self.contract.route(path);
        if routes.is_empty() {
            return service.error(404, "there is no such path");
        }
        if !KNOWN.contains(&method) {
            return service.error(501, "there is no such method");
        }
        let wanted = if method == "HEAD" { "GET" } else { method };
        let Some((operation, variables)) = routes.iter().find(|(one, _)| one.method == wanted)
        else {
            return Self::other_method(service, method, &routes, self.fault);
        };
        let asked = Asked {
            operation: &operation.id,
            query,
            headers,
        };
        let who = match service.authorize(&asked) {
            Ok(who) => who,
            Err(challenge) => {
                return service
                    .error(401, "who is this?")
                    .with("www-authenticate", challenge);
            }
        };
        match values(operation, variables, query, headers) {
            Ok(values) => match operation.body(self.kind(operation, headers), body) {
                Ok(body) => service.answer(&Call {
                    operation: &operation.id,
                    path,
                    values,
                    body,
                    who,
                    headers,
                }),
                Err((status, why)) => service.refusal(&operation.id, status, &why),
            },
            Err((status, why)) => service.refusal(&operation.id, status, &why),
        }
    }

    /// Returns the media type of a body.
    fn kind<'h>(&self, operation: &'h Operation, headers: &'h HeaderMap) -> &'h str {
        match operation.first_kind() {
            Some(kind) if self.fault == Some(Fault::MediaTypesIgnored) => kind,
            _ => field(headers, "content-type"),
        }
    }

    fn other_method(
        service: &dyn Service,
        method: &str,
        routes: &[(&Operation, BTreeMap<String, String>)],
        fault: Option<Fault>,
    ) -> Reply {
        let methods: Vec<&str> = routes.iter().map(|(one, _)| one.method.as_str()).collect();
        let reply = match method {
            "OPTIONS" => Reply::empty(204),
            _ if fault == Some(Fault::MethodTaken) => Reply::json(200, &Value::Null),
            _ => service.error(405, "not by this method"),
        };
        reply.with("allow", methods.join(", "))
    }

    /// Returns whether this request is one of those to be rejected.
    fn is_busy(&self, count: u64) -> bool {
        self.fault == Some(Fault::Busy) && count % 97 == 96
    }

    /// Returns how often a request has arrived that a tired service rejects at first; 0 for others.
    fn nth(&self, method: &Method, target: &str, body: &[u8]) -> u32 {
        let is_hit = body.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) % 8 == 0;
        if self.fault != Some(Fault::Tired) || method != Method::POST || !is_hit {
            return 0;
        }
        let key = format!("{target} {}", String::from_utf8_lossy(body));
        let mut arrived = self.arrived.lock().unwrap_or_else(PoisonError::into_inner);
        let count = arrived.entry(key).or_default();
        *count += 1;
        *count
    }

    /// Returns whether this request ends the service.
    fn dies(&self, count: u64, target: &str, body: &[u8]) -> bool {
        match self.fault {
            Some(Fault::Restarts) => count % 97 == 96,
            Some(Fault::DiesOfDepth) => body.starts_with(&[b'['; 1_000]),
            Some(Fault::DiesOfQuery) => target.contains("page=0"),
            _ => false,
        }
    }

    /// Returns whether this request is never answered.
    fn stalls(&self, count: u64, method: &Method, body: &[u8]) -> bool {
        match self.fault {
            Some(Fault::Slow) => count % 97 == 96 && method.is_idempotent(),
            Some(Fault::StallsOnMalformed) => {
                let is_json = serde_json::from_slice::<Value>(body).is_ok();
                method == Method::PUT && !body.is_empty() && !is_json
            }
            _ => false,
        }
    }

    /// Applies the faults that concern all responses.
    fn spoil(&self, method: &str, reply: &mut Reply) {
        let is_success = reply.status / 100 == 2;
        let mut without = |name: &str| reply.headers.retain(|(field, _)| field != name);
        match self.fault {
            Some(Fault::AnnouncesEnd) => reply.headers.push(("sunset".to_owned(), END.to_owned())),
            Some(Fault::NoChallenge) => without("www-authenticate"),
            Some(Fault::NoAllow) => without("allow"),
            Some(Fault::HeadDiffers) if method == "HEAD" && is_success => reply.status = 404,
            Some(Fault::UndeclaredStatus) if method == "GET" && is_success => reply.status = 203,
            Some(Fault::WrongMediaType) if is_success && !reply.body.is_empty() => {
                without("content-type");
                reply
                    .headers
                    .push(("content-type".to_owned(), "text/html".to_owned()));
            }
            Some(Fault::MalformedCrash)
                if String::from_utf8_lossy(&reply.body).contains("is not JSON") =>
            {
                reply.status = 500;
            }
            Some(Fault::UnknownCrash) if reply.status == 404 => reply.status = 500,
            Some(Fault::UnknownFound) if reply.status == 404 => {
                *reply = Reply::json(200, &Value::Null);
            }
            Some(Fault::Unchecked) if reply.status == 400 => {
                *reply = Reply::json(200, &Value::Null);
            }
            _ => {}
        }
    }
}

/// Returns why a connection is closed without a response.
fn hung_up() -> std::io::Error {
    std::io::Error::other("too large to be answered")
}

fn values(
    operation: &Operation,
    variables: &BTreeMap<String, String>,
    query: &str,
    headers: &HeaderMap,
) -> Result<Values, Refusal> {
    let mut values = Values::new();
    operation.values("path", variables, &mut values)?;
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    operation.values("query", &pairs.into_owned().collect(), &mut values)?;
    let fields = headers.iter().filter_map(|(name, value)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    });
    operation.values("header", &fields.collect(), &mut values)?;
    let cookies = field(headers, "cookie").split("; ");
    let cookies = cookies.filter_map(|pair| pair.split_once('='));
    let cookies = cookies.map(|(name, text)| (name.to_owned(), text.to_owned()));
    operation.values("cookie", &cookies.collect(), &mut values)?;
    Ok(values)
}

/// Returns the text of a field, or an empty text if it is absent.
pub(crate) fn field<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

/// Returns the forms in which a careless service may repeat a secret.
pub(crate) fn repeated(secret: &str, field: &str) -> String {
    let percent = percent_encoding::utf8_percent_encode(secret, percent_encoding::NON_ALPHANUMERIC);
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let base64 = STANDARD.encode(secret);
    let url_safe = URL_SAFE_NO_PAD.encode(secret);
    format!("{field} {secret} {percent} {form} {base64} {url_safe}")
}

fn response(reply: Reply) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(reply.body)));
    *response.status_mut() = StatusCode::from_u16(reply.status).expect("a status");
    for (name, value) in reply.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("a field name");
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("a field value");
        response.headers_mut().append(name, value);
    }
    response
}
