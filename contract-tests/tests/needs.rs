//! Clients with known dependencies behind the proxies of `conformance tolerance --needs`.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use conformance::tolerance::Options;
use conformance::tolerance::needs::{Found, Outcome, Search, find};
use conformance_core::description::Description;
use http_body_util::Full;
use hyper::service::service_fn;
use hyper::{Request, Response, body::Incoming};
use hyper_util::rt::TokioIo;
use messages::consumer::Without;
use tokio::net::TcpListener;

/// The number of properties of the items in the list.
const PROPERTIES: usize = 40;

fn description() -> String {
    let properties = (0..PROPERTIES).map(|at| format!("p{at}: {{type: string}}"));
    let properties = properties.collect::<Vec<_>>().join(", ");
    format!(
        r#"
openapi: 3.1.0
info: {{title: Items, version: "1"}}
servers: [{{url: "http://127.0.0.1"}}]
paths:
  /items:
    get:
      operationId: listItems
      parameters: [{{name: limit, in: query, schema: {{type: integer}}}}]
      responses:
        '200':
          description: Items.
          content:
            application/json:
              schema:
                type: object
                properties:
                  total: {{type: integer}}
                  items: {{type: array, items: {{type: object, properties: {{{properties}}}}}}}
"#
    )
}

fn body() -> String {
    let properties = (0..PROPERTIES).map(|at| format!("\"p{at}\":\"v{at}\""));
    let item = properties.collect::<Vec<_>>().join(",");
    format!("{{\"total\":2,\"items\":[{{{item}}},{{{item}}}]}}")
}

async fn serve(listener: TcpListener) {
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        tokio::spawn(async move {
            let service = service_fn(|_: Request<Incoming>| async {
                let mut response = Response::new(Full::new(Bytes::from(body())));
                let kind = "application/json".parse().expect("a value");
                response.headers_mut().insert("content-type", kind);
                Ok::<_, Infallible>(response)
            });
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// Runs a client that depends on known properties.
async fn found(command: &[String], way: Without) -> Found {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(serve(listener));
    let description = Description::from_text("items.yaml", &description()).expect("it is sound");
    let options = Options {
        base_url: format!("http://{address}").parse().expect("a URL"),
        auth_url: None,
        command: command.iter().map(Into::into).collect(),
        variables: vec!["ITEMS_URL".to_owned()],
        timeout: Duration::from_mins(1),
        writes: false,
        allow_actions: false,
        trusts_client: false,
        parameters: std::collections::BTreeMap::new(),
        reach: conformance_engine::reach::Reach::default(),
    };
    let outcome = find(Arc::new(description), &options, "reader", &[way]).await;
    server.abort();
    match outcome.expect("the client can be run") {
        Outcome::Found(found) => found,
        Outcome::Failed(trial) => panic!("the client does not succeed: {}", trial.ended),
    }
}

fn python(needs: &[usize], check: &str) -> Vec<String> {
    let script = format!(
        "import json, os, sys, urllib.request\nsys.excepthook = lambda *_: None\n\
         with urllib.request.urlopen(os.environ['ITEMS_URL'] + '/items?limit=2', timeout=10) as answer:\n    \
         body = json.load(answer)\nfor item in body['items']:\n    for at in {needs:?}:\n        {check}\n"
    );
    vec!["python3".into(), "-c".into(), script]
}

fn node(needs: &[usize]) -> Vec<String> {
    let script = format!(
        "fetch(process.env.ITEMS_URL + '/items').then(answer => answer.json()).then(body => {{\n\
         for (const item of body.items) for (const at of {needs:?}) item['p' + at].length;\n\
         }}).catch(() => process.exit(1))"
    );
    vec!["node".into(), "-e".into(), script]
}

/// Returns Python code that requires a property.
const READS: &str = "item[f'p{at}'].upper()";

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}

/// Returns the logarithm to base two, rounded up.
fn depth(count: usize) -> usize {
    usize::try_from(count.next_power_of_two().trailing_zeros()).expect("it is small")
}

fn most(count: usize, needed: usize) -> usize {
    needed * depth(count) + needed + 1
}

#[test]
fn each_set_of_needs_is_found_in_few_runs() {
    for count in 0..12 {
        for set in 0_usize..1 << count {
            let needed: BTreeSet<usize> = (0..count).filter(|at| set >> at & 1 == 1).collect();
            let mut search = Search::new(count, |_, _| false);
            let mut runs = 0;
            while let Some(taken) = search.next() {
                runs += 1;
                assert!(runs <= most(count, needed.len()), "{count}: {needed:?}");
                search.record(!taken.iter().any(|one| needed.contains(one)));
            }
            let found: BTreeSet<usize> = search.needed().iter().copied().collect();
            assert_eq!(found, needed);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn needs_of_real_clients_are_found() {
    let sets: [&[usize]; 4] = [&[], &[7], &[0, 21, 39], &[1, 2, 20, 30]];
    let (mut right, mut told, mut wanted) = (0, 0, 0);
    for set in sets {
        let mut clients = vec![(python(set, READS), Without::Remove)];
        if set.len() == 3 {
            clients.push((python(set, READS), Without::Rename));
            clients.push((python(set, READS), Without::Null));
        }
        if has("node") {
            clients.push((node(set), Without::Remove));
        }
        for (client, way) in clients {
            let found = found(&client, way).await;
            let [used] = found.consumer.operations.as_slice() else {
                panic!("{:?}", found.consumer);
            };
            assert_eq!(
                (used.method.as_str(), used.path.as_str()),
                ("GET", "/items")
            );
            let mut expected: BTreeSet<_> =
                set.iter().map(|at| format!("/items/*/p{at}")).collect();
            if set.is_empty() {
                expected.insert("/items".to_owned());
            }
            let own: BTreeSet<_> = used.needs.iter().map(|need| need.at.clone()).collect();
            let runs = found.runs - 1;
            let needed = expected.len();
            println!(
                "{} {way:?}: {runs} runs for {needed} of {}",
                client[0], found.properties
            );
            assert!(runs <= most(found.properties, needed), "{runs} runs");
            assert_eq!(found.properties, PROPERTIES + 2);
            right += own.intersection(&expected).count();
            told += own.len();
            wanted += needed;
        }
    }
    println!("precision {right}/{told}, recall {right}/{wanted}");
    assert!(wanted >= 15);
    assert!(right * 100 >= told * 99 && right * 100 >= wanted * 99);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_missing_may_still_not_be_null() {
    let client = python(&[4], "item.get('p4', '').upper()");
    let needs = |found: Found| found.consumer.operations[0].needs.clone();
    let removed = needs(found(&client, Without::Remove).await);
    assert!(
        removed.iter().all(|need| need.at == "/items"),
        "{removed:?}"
    );
    let null = needs(found(&client, Without::Null).await);
    let null: Vec<_> = null.iter().map(|need| need.at.as_str()).collect();
    assert_eq!(null, ["/items/*/p4"]);
}

/// A file that was not written by an earlier run is kept, and the client is not started.
#[test]
fn files_of_others_are_kept() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("needs-kept");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (spec, kept) = (folder.join("openapi.yaml"), folder.join("kept.json"));
    let started = folder.join("started");
    std::fs::write(&spec, description()).expect("it can be written");
    std::fs::write(&kept, "{\"mine\": true}").expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["tolerance", "--base-url", "http://127.0.0.1:9", "--spec"])
        .arg(&spec)
        .arg(format!("--needs={}", kept.display()))
        .args(["--", "touch"])
        .arg(&started)
        .output()
        .expect("it starts");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert!(printed.contains("kept.json exists"), "{printed}");
    let text = std::fs::read_to_string(&kept).expect("it is there");
    assert_eq!(text, "{\"mine\": true}");
    assert!(!started.exists());
}
