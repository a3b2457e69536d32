//! A tolerant client and several strict ones behind the proxies of `conformance tolerance`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use conformance::tolerance::{Ended, Options, Trial, run};
use conformance_core::addition::Addition;
use conformance_core::description::Description;
use futures_util::{StreamExt as _, stream};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::Notify;

type Body = BoxBody<Bytes, Infallible>;

const DESCRIPTION: &str = r#"
openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "{base_url}", variables: {base_url: {default: "http://127.0.0.1"}}}]
paths:
  /pet/{petId}:
    get:
      operationId: getPet
      parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
      responses:
        '200':
          description: A pet.
          content:
            application/json:
              schema:
                type: object
                required: [name, mood]
                properties:
                  name: {type: string}
                  mood: {type: string, enum: [glad, sad], x-extensible-enum: true}
                  kind: {type: string, enum: [cat, dog]}
                  self: {type: string}
                  tags: {type: object, additionalProperties: {type: string}}
  /owner:
    get:
      operationId: getOwner
      responses:
        '200':
          description: Who a pet belongs to.
          content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}
  /large:
    get:
      operationId: getLarge
      responses:
        '200':
          description: More than is changed.
          content:
            application/json:
              schema: {type: object, properties: {text: {type: string}}}
  /events:
    get:
      operationId: getEvents
      responses:
        '200': {description: Events., content: {text/event-stream: {schema: {type: string}}}}
components:
  schemas:
    Owner:
      oneOf: [{$ref: '#/components/schemas/Person'}, {$ref: '#/components/schemas/Shelter'}]
      discriminator:
        propertyName: type
        mapping:
          person: '#/components/schemas/Person'
          shelter: '#/components/schemas/Shelter'
    Person:
      type: object
      required: [type, name]
      properties: {type: {type: string}, name: {type: string}}
    Shelter:
      type: object
      required: [type, town]
      properties: {type: {type: string}, town: {type: string}}
"#;

/// The size of a body that is too large for a proxy to change, in bytes.
const LARGE: usize = 9 * 1024 * 1024;

/// The responses of the server; `HERE` is its own address.
const PET: &str = r#"{"name":"Tom","mood":"glad","kind":"cat","self":"HERE/pet/1","tags":{"a":"b"},"weight":1.10}"#;

/// A Python client; `CHECK` is its code with `body`, `headers` and `base`.
const CLIENT: &str = r#"
import json, os, sys, urllib.request
# Clients are made to fail here: their reports would read as those of these tests.
sys.excepthook = lambda *_: None
base = os.environ["PETS_URL"]
assert base == os.environ["MARKETPLACE_BASE_URL"]
form = urllib.request.Request(base + "/echo", data=("resource=" + base.replace(":", "%3A").replace("/", "%2F")).encode())
with urllib.request.urlopen(base + "/pet/1", timeout=10) as answer:
    headers, text = answer.headers, answer.read().decode()
body = json.loads(text)
assert body["self"].startswith(base), body
assert '"weight":1.10' in text, text
assert body["tags"] == {"a": "b"}, body
assert body["kind"] == "cat", body
with urllib.request.urlopen(form, timeout=10) as answer:
    assert base not in answer.read().decode()
CHECK
"#;

async fn serve(listener: TcpListener) {
    let here = format!("http://{}", listener.local_addr().expect("an address"));
    let go = Arc::new(Notify::new());
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        let (here, go) = (here.clone(), Arc::clone(&go));
        tokio::spawn(async move {
            let service = service_fn(|request: Request<Incoming>| {
                let (here, go) = (here.clone(), Arc::clone(&go));
                async move { Ok::<_, Infallible>(answer(&here, &go, request).await) }
            });
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// Returns two events; the second is sent once a client requests `/go`.
fn events(go: Arc<Notify>) -> Body {
    let second = stream::once(async move {
        go.notified().await;
        Ok(event("two"))
    });
    let first = stream::iter([Ok(event("one"))]);
    BoxBody::new(StreamBody::new(first.chain(second)))
}

fn event(data: &str) -> Frame<Bytes> {
    Frame::data(Bytes::from(format!("data: {data}\n\n")))
}

async fn answer(here: &str, go: &Arc<Notify>, request: Request<Incoming>) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let (kind, body) = match path.as_str() {
        "/owner" => (
            "application/json",
            r#"{"type":"person","name":"Ada"}"#.into(),
        ),
        "/large" => {
            let text = format!("{{\"text\":\"{}\"}}", "x".repeat(LARGE));
            ("application/json", text.into())
        }
        "/go" => {
            go.notify_one();
            ("text/plain", Bytes::new())
        }
        "/events" => return typed("text/event-stream", events(Arc::clone(go))),
        _ => pet(here, request).await,
    };
    typed(kind, Full::new(body).boxed())
}

fn typed(kind: &str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let value = kind.parse().expect("a value");
    response.headers_mut().insert("content-type", value);
    response
}

async fn pet(here: &str, request: Request<Incoming>) -> (&'static str, Bytes) {
    let is_echo = request.uri().path() == "/echo";
    let body = request
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    if is_echo {
        // A token must be requested for an address of the deployment.
        let wanted = format!("resource={}", here.replace(':', "%3A").replace('/', "%2F"));
        assert_eq!(body, wanted);
        ("text/plain", Bytes::from_static(b"{\"name\":\"no JSON\"}"))
    } else {
        ("application/json", Bytes::from(PET.replace("HERE", here)))
    }
}

async fn trials(check: &str, timeout: Duration) -> Vec<Trial> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(serve(listener));
    let description = Description::from_text("pets.yaml", DESCRIPTION).expect("it is sound");
    let options = Options {
        base_url: format!("http://{address}").parse().expect("a URL"),
        auth_url: None,
        command: vec![
            "python3".into(),
            "-c".into(),
            CLIENT.replace("CHECK", check).into(),
        ],
        variables: vec!["PETS_URL".to_owned()],
        timeout,
        writes: true,
        allow_actions: false,
        trusts_client: true,
        reach: conformance_engine::reach::Reach::default(),
        parameters: std::collections::BTreeMap::new(),
    };
    let trials = run(Arc::new(description), &options).await.expect("trials");
    server.abort();
    trials
}

/// Returns the kinds of addition that a client does not tolerate.
async fn broken_by(check: &str) -> Vec<&'static str> {
    let trials = trials(check, Duration::from_mins(1)).await;
    let failed = trials.iter().filter(|trial| !trial.ended.is_success());
    failed.map(|trial| trial.addition.as_str()).collect()
}

#[tokio::test]
async fn each_kind_of_addition_is_found_by_who_does_not_tolerate_it() {
    let known = "assert set(body) == {'name', 'mood', 'kind', 'self', 'tags', 'weight'}";
    for (check, wanted) in [
        ("pass", vec![]),
        (known, vec!["fields", "all"]),
        (
            "assert body['mood'] in ('glad', 'sad')",
            vec!["enum-values", "all"],
        ),
        (
            "assert 'x-conformance-addition' not in headers",
            vec!["headers", "all"],
        ),
        ("assert 'sunset' not in headers", vec!["sunset", "all"]),
        ("sys.exit(3)", vec!["nothing"]),
    ] {
        assert_eq!(broken_by(check).await, wanted, "{check}");
    }
}

#[tokio::test]
async fn the_last_exchange_is_told_without_secrets() {
    let secret = "a-very-secret-token";
    let check = format!(
        "last = urllib.request.Request(base + '/pet/2?access_token={secret}', \
         headers={{'Authorization': 'Bearer {secret}'}})\n\
         assert 'conformanceAddition' not in json.load(urllib.request.urlopen(last))"
    );
    let trials = trials(&check, Duration::from_mins(1)).await;
    let failed: Vec<&Trial> = trials
        .iter()
        .filter(|trial| !trial.ended.is_success())
        .collect();
    let kinds: Vec<Addition> = failed.iter().map(|trial| trial.addition).collect();
    assert_eq!(kinds, [Addition::Fields, Addition::All]);
    let last = failed[0].last.as_ref().expect("an exchange");
    assert!(last.request.starts_with("GET /pet/2?"), "{last:?}");
    assert!(last.changed && last.status == 200, "{last:?}");
    let body = last.body.as_deref().expect("a body");
    assert!(body.contains("conformanceAddition"), "{body}");
    assert!(!format!("{trials:?}").contains(secret));
}

#[tokio::test]
async fn a_client_that_does_not_end_is_ended() {
    let check = "import time\nif 'sunset' in headers: time.sleep(600)";
    let trials = trials(check, Duration::from_secs(8)).await;
    let ends: Vec<String> = trials.iter().map(|trial| trial.ended.to_string()).collect();
    let late = "not ended in time";
    assert_eq!(
        ends.iter().filter(|end| *end == late).count(),
        2,
        "{ends:?}"
    );
    assert_eq!(ends[5], late);
}

/// Returns code that reads a path as JSON.
const READ: &str =
    "read = lambda path: json.load(urllib.request.urlopen(base + path, timeout=60))\n";

#[tokio::test]
async fn a_client_that_knows_every_member_of_a_union_is_told_so() {
    let strict = "assert read('/owner')['type'] in ('person', 'shelter')";
    let broken = broken_by(&format!("{READ}{strict}")).await;
    assert_eq!(broken, ["union-members", "all"]);
    let tolerant = "assert read('/owner').get('name') == 'Ada'";
    assert!(broken_by(&format!("{READ}{tolerant}")).await.is_empty());
}

#[tokio::test]
async fn what_is_too_large_to_change_is_passed_on_whole() {
    let check = format!("{READ}assert read('/large') == {{'text': 'x' * {LARGE}}}");
    assert!(broken_by(&check).await.is_empty());
}

#[tokio::test]
async fn a_stream_is_passed_on_as_it_comes() {
    // The second event is sent only after the client has acted on the first.
    let check = "stream = urllib.request.urlopen(base + '/events', timeout=60)\n\
                 assert stream.readline() == b'data: one\\n'\n\
                 urllib.request.urlopen(base + '/go', timeout=60).read()\n\
                 assert b'data: two' in stream.read()";
    assert!(broken_by(check).await.is_empty());
}

/// Programs that a client starts end with it; the one here is recognized by its lock on a file.
#[cfg(unix)]
#[tokio::test]
async fn the_children_of_a_client_end_with_it() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().display().to_string();
    let child = format!(
        "import fcntl, time; file = open({path:?}, 'r+'); fcntl.flock(file, fcntl.LOCK_EX); \
         file.write('held'); file.flush(); time.sleep(600)"
    );
    let check = format!(
        "import subprocess, time\n\
         if 'sunset' in headers:\n    \
             subprocess.Popen([sys.executable, '-c', {child:?}])\n    \
             while not open({path:?}).read(): time.sleep(0.01)\n    \
             time.sleep(600)"
    );
    let trials = trials(&check, Duration::from_secs(8)).await;
    let late = trials.iter().filter(|one| one.ended == Ended::TimedOut);
    assert_eq!(late.count(), 2, "{trials:?}");
    let held = std::fs::read_to_string(&path).expect("a file");
    assert!(held.contains("held"), "no child was started");
    // The lock is released once no process has the file open, which may take a moment.
    for _ in 0..500 {
        if file.as_file().try_lock().is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a child of the client is still there");
}
