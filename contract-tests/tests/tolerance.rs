//! A tolerant and several strict clients behind the proxies of `conformance tolerance`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use conformance::description::Description;
use conformance::tolerance::{Addition, Options, Trial, run};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

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
"#;

/// What the server answers; `HERE` is its own address.
const PET: &str = r#"{"name":"Tom","mood":"glad","kind":"cat","self":"HERE/pet/1","tags":{"a":"b"},"weight":1.10}"#;

/// A client in Python: `CHECK` is what it does with `body`, `headers` and `base`.
const CLIENT: &str = r#"
import json, os, sys, urllib.request
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
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        let here = here.clone();
        tokio::spawn(async move {
            let service = service_fn(|request: Request<Incoming>| {
                let here = here.clone();
                async move { Ok::<_, Infallible>(answer(&here, request).await) }
            });
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(here: &str, request: Request<Incoming>) -> Response<Full<Bytes>> {
    let is_echo = request.uri().path() == "/echo";
    let body = request
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    let (kind, body) = if is_echo {
        // What it is asked for a token of must be an address that it has.
        let wanted = format!("resource={}", here.replace(':', "%3A").replace('/', "%2F"));
        assert_eq!(body, wanted);
        ("text/plain", Bytes::from_static(b"{\"name\":\"no JSON\"}"))
    } else {
        ("application/json", Bytes::from(PET.replace("HERE", here)))
    };
    let mut response = Response::new(Full::new(body));
    let value = kind.parse().expect("a value");
    response.headers_mut().insert("content-type", value);
    response
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
    };
    let trials = run(Arc::new(description), &options).await.expect("trials");
    server.abort();
    trials
}

/// The kinds of addition that a client does not tolerate.
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
