//! The growth of cost with the answers of a deployment: an answer of four times the size may cost
//! four times as much and a little more (n log n). Cost is what is allocated while the harness reads,
//! checks, remembers, compares and redacts an answer: bytes and allocations, never time. Work that
//! allocates nothing is not seen; `cargo xtask fuzz --target deployments` bounds the time of runs.

mod constructs;
mod cost;

use std::fmt::Write as _;
use std::time::Duration;

use bytes::Bytes;
use conformance_core::alike::alike;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Exchange, Host, Purpose, Request, Response};
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::validate::{Direction, Validator};
use conformance_core::{parts, streams};
use conformance_engine::drift::Drift;
use conformance_engine::history::Look;
use conformance_engine::redact::Redactor;
use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue};
use spec::model::{Framing, Kind, SchemaId, Stream, StreamSource};

use constructs::{CONSTRUCTS, Construct};
use cost::counted;

const SIZES: [usize; 2] = [1_000, 4_000];

const SECRET: &str = "secret-of-sixteen";

/// A name, and what adds a number of header fields.
type Fields = (&'static str, fn(usize, &mut HeaderMap));

/// A name, a stream, and its body of a size.
type Body<'s> = (&'static str, &'s Stream, fn(usize) -> String);

/// A run that gets answers.
struct Stage {
    description: Description,
    schema: SchemaId,
    requests: Validator,
    responses: Validator,
    redactor: Redactor,
}

impl Stage {
    fn new() -> Self {
        let mut text = String::from(
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /x:\n    get:\n      \
             operationId: x\n      responses:\n        '200':\n          description: ok\n          \
             content:\n            application/json:\n              schema: {$ref: \
             '#/components/schemas/All'}\ncomponents:\n  schemas:\n    All:\n      type: object\n      \
             properties:\n",
        );
        for construct in CONSTRUCTS {
            let _ = writeln!(text, "        {}: {}", construct.name, construct.schema);
        }
        let description = Description::from_text("api.yaml", &text).expect("a description");
        let is_whole = |kind: &Kind| match kind {
            Kind::Object(object) => object.properties.len() == CONSTRUCTS.len(),
            _ => false,
        };
        let mut schemas = description.api.schema_ids();
        let whole = schemas.find(|id| is_whole(&description.api.schema(*id).kind));
        let redactor = Redactor::default();
        redactor.learn(SECRET);
        Self {
            schema: whole.expect("the schema of the answer"),
            requests: Validator::new(&description.api, Direction::Request),
            responses: Validator::new(&description.api, Direction::Response),
            redactor,
            description,
        }
    }

    /// Does everything that the harness does with an answer. A part that is refused costs nothing.
    fn handle(&self, body: &str, fields: &HeaderMap) {
        let api = &self.description.api;
        let exchange = exchange(body, fields.clone());
        Drift::new().see(
            &self.description,
            &self.responses,
            &self.redactor,
            &exchange,
        );
        for (name, value) in fields {
            let value = String::from_utf8_lossy(value.as_bytes());
            drop(self.redactor.header(name.as_str(), &value));
        }
        drop(self.redactor.text(body));
        let Ok(value) = Json::parse(body.as_bytes()) else {
            return;
        };
        let mut look = Look::default();
        look.at(api, self.schema, &value);
        look.shape();
        for validator in [&self.requests, &self.responses] {
            drop(validator.check(self.schema, &value));
            validator.observe(self.schema, &value, &mut |_| {});
        }
        assert!(alike(api, Some(self.schema), &value, &value.clone()));
    }

    fn cost(&self, body: &str, fields: &HeaderMap) -> [u64; 2] {
        counted(|| self.handle(body, fields))
    }
}

fn exchange(body: &str, fields: HeaderMap) -> Exchange {
    Exchange {
        number: 1,
        purpose: Purpose {
            operation: Some(OperationId(0)),
            intent: Intent::Valid,
            defect: None,
            identity: None,
        },
        request: Request {
            host: Host::Resource,
            method: "GET".to_owned(),
            target: "/x".to_owned(),
            headers: Vec::new(),
            body: None,
        },
        outcome: Ok(Response::new(200, fields, Bytes::from(body.to_owned()))),
        at: Duration::ZERO,
        elapsed: Duration::ZERO,
    }
}

/// Returns how the cost grows, if it grows too fast.
fn too_much(name: &str, cost: impl Fn(usize) -> [u64; 2]) -> Option<String> {
    cost::too_much(name, SIZES, |n| Some(cost(n)))
}

fn json() -> HeaderMap {
    let mut fields = HeaderMap::new();
    fields.insert("content-type", HeaderValue::from_static("application/json"));
    fields
}

fn body(constructs: &[&Construct], n: usize) -> String {
    let members = constructs.iter();
    let members = members.map(|one| format!("\"{}\":{}", one.name, (one.value)(n)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

#[test]
fn answers_cost_n_log_n() {
    let stage = Stage::new();
    let fields = json();
    let mut faults = Vec::new();
    for (at, one) in CONSTRUCTS.iter().enumerate() {
        let is_read = Json::parse(body(&[one], SIZES[0]).as_bytes()).is_ok();
        assert_eq!(is_read, one.name != "deep", "{}", one.name);
        faults.extend(too_much(one.name, |n| {
            stage.cost(&body(&[one], n), &fields)
        }));
        for other in &CONSTRUCTS[at + 1..] {
            let name = format!("{} beside {}", one.name, other.name);
            faults.extend(too_much(&name, |n| {
                stage.cost(&body(&[one, other], n), &fields)
            }));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn header_fields_cost_n_log_n() {
    let stage = Stage::new();
    let kinds: [Fields; 3] = [
        ("names", |n, fields| {
            for at in 0..n {
                let name = HeaderName::try_from(format!("x-{at}")).expect("a name");
                fields.append(name, HeaderValue::from_static("x"));
            }
        }),
        ("values", |n, fields| {
            for _ in 0..n {
                fields.append("allow", HeaderValue::from_static("GET, PUT, X"));
            }
        }),
        ("length", |n, fields| {
            let text = format!("Bearer {}", SECRET.repeat(n));
            fields.append(
                "www-authenticate",
                HeaderValue::try_from(text).expect("a value"),
            );
        }),
    ];
    let faults = kinds.iter().filter_map(|(name, add)| {
        too_much(name, |n| {
            let mut fields = json();
            add(n, &mut fields);
            stage.cost("{}", &fields)
        })
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn streams_cost_n_log_n() {
    let events = |json_events: Option<Vec<String>>| Stream {
        framing: Framing::Events,
        item: None,
        json_events,
        part: None,
        end: Some("[DONE]".to_owned()),
        source: StreamSource::ItemSchema,
    };
    let lines = Stream {
        framing: Framing::Lines,
        ..events(None)
    };
    let named = events(Some(vec!["low".to_owned()]));
    let cases: [Body<'_>; 5] = [
        ("events", &named, |n| {
            "event: low\ndata: {\"a\":1}\n\n".repeat(n)
        }),
        ("lines of an event", &named, |n| {
            format!("{}\n", "data: 1\n".repeat(n))
        }),
        ("line ends", &named, |n| "\r\n\r\n".repeat(n)),
        ("JSON lines", &lines, |n| "{\"a\":[1]}\n".repeat(n)),
        ("a long line", &lines, |n| format!("[{}\n", "1,".repeat(n))),
    ];
    let cases = cases.into_iter().filter_map(|(name, stream, text)| {
        too_much(name, |n| {
            let body = text(n);
            counted(|| drop(streams::items(stream, body.as_bytes())))
        })
    });
    let mut faults: Vec<_> = cases.collect();
    faults.extend(too_much("parts", |n| {
        let body = format!("{}--b--", "--b\r\na: b\r\n\r\n{}\r\n".repeat(n));
        counted(|| {
            drop(parts::split("multipart/mixed; boundary=b", body.as_bytes()));
        })
    }));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
