//! Clients with known dependencies behind the proxies of `conformance tolerance --needs`.

mod drawn;
mod languages;

use std::collections::{BTreeMap, BTreeSet};
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

use drawn::{Drawn, Numbers};
use languages::LANGUAGES;

/// The number of properties of the items in the list.
const PROPERTIES: usize = 40;

/// How many properties the responses of a client have, and how many of them it needs.
const DRAWS: [(usize, usize); 5] = [(12, 2), (40, 1), (40, 3), (40, 6), (120, 3)];

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

fn bodies() -> Bodies {
    let properties = (0..PROPERTIES).map(|at| format!("\"p{at}\":\"v{at}\""));
    let item = properties.collect::<Vec<_>>().join(",");
    let body = format!("{{\"total\":2,\"items\":[{{{item}}},{{{item}}}]}}");
    Bodies::from([("/items".to_owned(), body)])
}

/// The bodies of a server by their paths.
type Bodies = BTreeMap<String, String>;

async fn serve(listener: TcpListener, bodies: Arc<Bodies>) {
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        let bodies = Arc::clone(&bodies);
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let body = bodies.get(request.uri().path()).cloned();
                async move {
                    let body = body.expect("a path of the description");
                    let mut response = Response::new(Full::new(Bytes::from(body)));
                    let kind = "application/json".parse().expect("a value");
                    response.headers_mut().insert("content-type", kind);
                    Ok::<_, Infallible>(response)
                }
            });
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// Finds out what a client needs of a server.
async fn found(description: &str, bodies: Bodies, command: &[String], way: Without) -> Found {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(serve(listener, Arc::new(bodies)));
    let description = Description::from_text("items.yaml", description).expect("it is sound");
    let options = Options {
        base_url: format!("http://{address}").parse().expect("a URL"),
        auth_url: None,
        command: command.iter().map(Into::into).collect(),
        variables: vec!["ITEMS_URL".to_owned()],
        timeout: Duration::from_mins(1),
        writes: false,
        allow_actions: false,
        trusts_client: false,
        parameters: BTreeMap::new(),
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

/// Returns the maximum number of runs for this many properties of which some are needed.
fn most(count: usize, needed: usize) -> usize {
    let log = |number: usize| usize::try_from(number.ilog2()).expect("it is small");
    match (count, needed) {
        (0, _) => 0,
        (1, _) => 1,
        // 3·log₂ n, rounded down.
        (_, 0..=3) => log(count.pow(3)) + needed,
        _ => needed * log(count.next_power_of_two()) + needed + 1,
    }
}

/// Searches for known numbers among some that enclose others, and returns the number of runs.
fn search(count: usize, needed: &BTreeSet<usize>) -> usize {
    let mut search = Search::new(count, |_, _| false);
    let mut runs = 0;
    while let Some(taken) = search.next() {
        runs += 1;
        assert!(runs <= most(count, needed.len()), "{count}: {needed:?}");
        search.record(!taken.iter().any(|one| needed.contains(one)));
    }
    let found: BTreeSet<usize> = search.needed().iter().copied().collect();
    assert_eq!(found, *needed);
    runs
}

#[test]
fn each_set_of_needs_is_found_in_few_runs() {
    for count in 0..12 {
        for set in 0_usize..1 << count {
            search(count, &(0..count).filter(|at| set >> at & 1 == 1).collect());
        }
    }
}

#[test]
fn few_needs_among_many_are_found_in_few_runs() {
    let mut numbers = Numbers(1);
    for count in [13, 42, 101, 256, 400] {
        for needed in 0..=8 {
            for _ in 0..50 {
                search(count, &(0..needed).map(|_| numbers.below(count)).collect());
            }
            // Those that are found last by halves.
            search(count, &(0..needed).collect());
            search(count, &(count - needed..count).collect());
        }
    }
}

/// What a search found out about a client.
struct Measured {
    properties: usize,
    needed: usize,
    /// How many properties were listed, and how many of them are needed.
    listed: usize,
    right: usize,
    runs: usize,
    /// The maximum number of runs.
    most: usize,
}

impl Measured {
    /// Returns whether the number of runs is at most 3·log₂ n + k.
    fn is_quick(&self) -> bool {
        let more = u32::try_from(self.runs.saturating_sub(self.needed));
        let cube = self.properties.pow(3);
        more.is_ok_and(|more| 2_usize.checked_pow(more).is_some_and(|runs| runs <= cube))
    }
}

/// Measures a client with drawn needs.
async fn measure(
    client: &[String],
    way: Without,
    (properties, needs): (usize, usize),
    mut numbers: Numbers,
) -> Measured {
    let drawn = Drawn::new(&mut numbers, properties);
    let strict = drawn.strict(&mut numbers, way, needs);
    let needed = drawn.needed(way, &strict);
    let arguments = strict.iter().map(drawn::Strict::argument);
    let command: Vec<String> = client.iter().cloned().chain(arguments).collect();
    let found = found(&drawn.description(), drawn.bodies(), &command, way).await;
    assert_eq!(found.properties, properties);
    let operations = found.consumer.operations.iter();
    let listed: Vec<(&str, &str)> = operations
        .flat_map(|used| {
            let needs = used.needs.iter();
            needs.map(|need| (used.path.as_str(), need.at.as_str()))
        })
        .collect();
    let right = needed.iter();
    let right = right.filter(|(path, at)| listed.contains(&(*path, at)));
    Measured {
        properties,
        needed: needed.len(),
        listed: listed.len(),
        right: right.count(),
        runs: found.runs - 1,
        most: most(properties, needed.len()) + drawn.levels() - 1,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn needs_of_clients_in_five_languages_are_found() {
    let ways = [Without::Remove, Without::Null, Without::Rename];
    let folder = tempfile::tempdir().expect("a folder");
    // Another seed draws other properties and needs.
    let seed = std::env::var("NEEDS_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    println!("language, way: n, k, runs (quick: at most 3·log₂ n + k), listed, right");
    for (number, language) in LANGUAGES.iter().enumerate() {
        let Some(client) = language.build(folder.path()) else {
            continue;
        };
        let mut all = Vec::new();
        for (draw, size) in DRAWS.into_iter().enumerate() {
            let numbers = Numbers(seed * 1000 + (number * DRAWS.len() + draw) as u64);
            let way = ways[(number + draw) % ways.len()];
            let one = measure(&client, way, size, numbers).await;
            let quick = if one.is_quick() { " (quick)" } else { "" };
            println!(
                "{}, {way:?}: {}, {}, {}{quick}, {}, {}",
                language.name, one.properties, one.needed, one.runs, one.listed, one.right
            );
            assert!(one.runs <= one.most, "{} of {} runs", one.runs, one.most);
            all.push(one);
        }
        let sum = |count: fn(&Measured) -> usize| all.iter().map(count).sum::<usize>();
        let right = sum(|one| one.right);
        assert!(sum(|one| one.needed) >= 12);
        assert!(right * 100 >= sum(|one| one.listed) * 99, "precision");
        assert!(right * 100 >= sum(|one| one.needed) * 99, "recall");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_missing_may_still_not_be_null() {
    let client = python(&[4], "item.get('p4', '').upper()");
    let needs = |found: Found| found.consumer.operations[0].needs.clone();
    let removed = needs(found(&description(), bodies(), &client, Without::Remove).await);
    assert!(
        removed.iter().all(|need| need.at == "/items"),
        "{removed:?}"
    );
    let null = needs(found(&description(), bodies(), &client, Without::Null).await);
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
