//! On real descriptions, the guard only permits requests that the rule allows, whatever is planned.
//!
//! Each description is mocked, and a proxy between the run and the mock checks every request
//! against [`crate::rule`]. `HARM_CORPUS=all cargo test --test harm corpus` runs every document,
//! `HARM_CORPUS=box` those with a name.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use conformance_core::description::Description;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use spec::model::{Kind, Location, Method, Status};
use tokio::net::TcpListener;

use crate::rule::{Described, Passed, Sent};

/// The maximum size and number of documents, unless all are requested.
const LARGEST: u64 = 60_000;
const MOST: usize = 8;

/// Descriptions of this project, if there is no corpus.
const OWN: [&str; 3] = [
    "services/library/openapi.yaml",
    "services/tickets/openapi.yaml",
    "mock/cases/paths.yaml",
];

struct Mock {
    child: Child,
    base_url: String,
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Mock {
    /// `None` for a document that cannot be mocked.
    fn start(document: &Path, credentials: &Path) -> Option<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mock"))
            .arg("--spec")
            .arg(document)
            .arg("--credentials")
            .arg(credentials)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the mock starts");
        let mut base_url = String::new();
        let out = child.stdout.take().expect("an output");
        let _ = BufReader::new(out).read_line(&mut base_url);
        let base_url = base_url.trim().to_owned();
        let mock = Self { child, base_url };
        (!mock.base_url.is_empty()).then_some(mock)
    }
}

struct Proxy {
    /// The origin of the mock.
    to: String,
    prefix: String,
    client: Client<HttpConnector, Full<Bytes>>,
    /// One exchange at a time, so that the order of responses and creations is certain.
    turn: tokio::sync::Mutex<()>,
    passed: Mutex<Passed>,
    breaches: Mutex<Vec<String>>,
}

impl Proxy {
    /// Forwards a request completely, even if the run no longer waits for the response, so that its
    /// creations are known.
    async fn serve(
        self: Arc<Self>,
        request: Request<Incoming>,
    ) -> Result<Response<Full<Bytes>>, String> {
        let passed = tokio::spawn(async move { self.pass(request).await });
        passed.await.map_err(|error| error.to_string())?
    }

    async fn pass(&self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, String> {
        let (mut head, body) = request.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?;
        let body = body.to_bytes();
        let path = head.uri.path();
        let path = path.strip_prefix(&self.prefix).unwrap_or(path);
        let decode = |text: &str| {
            let text = percent_encoding::percent_decode_str(text);
            text.decode_utf8_lossy().into_owned()
        };
        let parts = path.split('/').filter(|part| !part.is_empty());
        let sent = Sent {
            method: head.method.as_str().to_owned(),
            path: parts.map(decode).collect(),
            body: serde_json::from_slice(&body).unwrap_or_else(|_| form(&body)),
            is_token_request: body.windows(11).any(|part| part == b"grant_type="),
        };
        let _turn = self.turn.lock().await;
        let breach = self.passed().breach(&sent);
        if let Some(why) = breach {
            let text = String::from_utf8_lossy(&body);
            let text: String = text.chars().take(200).collect();
            let mut breaches = self.breaches.lock().unwrap_or_else(PoisonError::into_inner);
            breaches.push(format!("{} {}: {why} {text}", head.method, head.uri));
        }
        let target = head.uri.path_and_query().map_or("/", |one| one.as_str());
        head.uri = format!("{}{target}", self.to)
            .parse()
            .map_err(|_| "no URI".to_owned())?;
        let answer = self
            .client
            .request(Request::from_parts(head, Full::new(body)));
        let answer = answer.await.map_err(|error| error.to_string())?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?;
        let body = body.to_bytes();
        let location = head.headers.get("location");
        let location = location.and_then(|value| value.to_str().ok());
        let value = serde_json::from_slice(&body).unwrap_or_default();
        let status = head.status.as_u16();
        self.passed()
            .learn(&sent, status, location.unwrap_or_default(), &value);
        Ok(Response::from_parts(head, Full::new(body)))
    }

    fn passed(&self) -> std::sync::MutexGuard<'_, Passed> {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the fields of a form as an object.
fn form(body: &[u8]) -> serde_json::Value {
    let pairs = url::form_urlencoded::parse(body);
    let pairs = pairs.map(|(name, value)| (name.into_owned(), value.into_owned().into()));
    serde_json::Value::Object(pairs.collect())
}

/// Returns the parts of a description that the rule needs.
fn described(description: &Description) -> Vec<Described> {
    let api = &description.api;
    let all = api.operations.iter().map(|one| {
        let fixed = one.parameters.iter().filter(|parameter| {
            let kind = &api.schema(api.resolve(parameter.schema)).kind;
            parameter.location == Location::Path && matches!(kind, Kind::Enumeration(_))
        });
        let parts = one.path.split('/').filter(|part| !part.is_empty());
        Described {
            method: one.method.as_str().to_owned(),
            path: parts.map(str::to_owned).collect(),
            declares_creation: one.method == Method::Post
                && one
                    .responses
                    .iter()
                    .any(|response| response.status == Status::Code(201)),
            fixed: fixed.map(|one| format!("{{{}}}", one.name)).collect(),
        }
    });
    all.collect()
}

/// Returns the values of path parameters in a file of credentials.
fn given(credentials: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(credentials).expect("the mock has written it");
    let value: toml::Table = text.parse().expect("TOML");
    let parameters = &value["identities"]["mock"]["parameters"];
    let all = parameters.as_table().expect("a table").values();
    all.filter_map(|one| one.as_str().map(str::to_owned))
        .collect()
}

/// Returns the breaches of a run on one document, and the number of its changing requests.
async fn check(document: &Path, flags: &[&str]) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let credentials = folder.path().join("credentials.toml");
    let Ok(description) = Description::read(document) else {
        return (Vec::new(), 0);
    };
    let Some(mock) = Mock::start(document, &credentials) else {
        return (Vec::new(), 0);
    };
    let url: url::Url = mock.base_url.parse().expect("a URL");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let own = listener.local_addr().expect("an address");
    let proxy = Arc::new(Proxy {
        to: url.origin().ascii_serialization(),
        prefix: url.path().trim_end_matches('/').to_owned(),
        client: Client::builder(TokioExecutor::new()).build_http(),
        turn: tokio::sync::Mutex::default(),
        passed: Mutex::new(Passed::new(described(&description), given(&credentials))),
        breaches: Mutex::default(),
    });
    let shared = Arc::clone(&proxy);
    let task = tokio::spawn(async move {
        let mut connections = tokio::task::JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let proxy = Arc::clone(&shared);
            connections.spawn(async move {
                let service = service_fn(|request| Arc::clone(&proxy).serve(request));
                let server = hyper::server::conn::http1::Builder::new();
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
            });
            while connections.try_join_next().is_some() {}
        }
    });
    let base_url = format!("http://{own}{}", url.path());
    let ended = tokio::process::Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["--quiet", "--cases", "1", "--base-url", &base_url, "--spec"])
        .arg(document)
        .arg("--credentials")
        .arg(&credentials)
        .arg("--report")
        .arg(folder.path().join("report"))
        .args(flags)
        .stdin(Stdio::null())
        .output();
    let ended = ended.await.expect("the harness starts");
    task.abort();
    let code = ended.status.code();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        matches!(code, Some(0 | 1)),
        "{}: {code:?} {said}",
        document.display()
    );
    let breaches = proxy
        .breaches
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    (breaches.clone(), proxy.passed().changing)
}

fn documents() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = here.join("../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        eprintln!("skipped: there is no {}", corpus.display());
        return OWN
            .iter()
            .map(|path| here.join("tests").join(path))
            .collect();
    };
    let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    let mut all: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end != "tsv"));
    all.sort();
    match std::env::var("HARM_CORPUS") {
        Ok(text) if text == "all" => return all,
        Ok(text) => {
            let name = |path: &PathBuf| {
                path.file_name()
                    .map(|name| name.to_string_lossy().into_owned())
            };
            all.retain(|path| name(path).is_some_and(|name| name.contains(&text)));
            return all;
        }
        Err(_) => {}
    }
    // Large enough to have items, and small enough for every run of the tests.
    all.retain(|path| (8_000..LARGEST).contains(&size(path)));
    all.truncate(MOST);
    all
}

/// A run that may act breaks the rule, so the rule is not always satisfied.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rule_can_be_broken() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/harm/traps/audit.yaml");
    let (breaches, _) = check(&document, &["--allow-actions"]).await;
    let acts = |word: &str| breaches.iter().any(|breach| breach.contains(word));
    assert!(acts("/shutdown") && acts("PUT /settings"), "{breaches:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_passes_but_what_the_rule_allows() {
    let mut failed = Vec::new();
    let mut changing = 0;
    for document in documents() {
        let (breaches, number) = check(&document, &[]).await;
        changing += number;
        if !breaches.is_empty() {
            let first: Vec<_> = breaches.iter().take(8).collect();
            failed.push(format!("{}: {first:#?}", document.display()));
        }
    }
    let is_part = std::env::var("HARM_CORPUS").is_ok_and(|text| text != "all");
    assert!(
        is_part || changing > 50,
        "only {changing} changing requests were sent"
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    eprintln!("{changing} changing requests were looked at");
}
