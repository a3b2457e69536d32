//! The growth of cost with descriptions and with requests: one of four times the size may cost four
//! times as much and a little more (n log n). Cost is what the mock allocates while it starts and
//! responds: bytes and allocations, never time. Work that allocates nothing is not seen.

#[path = "../../tests/growth/cost.rs"]
mod cost;

use conformance_core::description::Description;
use conformance_mock::{Mock, Reply, Request};
use hostile::Construct;
use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue};
use spec::model::Operation;

use cost::counted;

const SIZES: [usize; 2] = [500, 2_000];

/// Of a description, this many operations from its beginning, and as many from its end, are called.
const CALLED: usize = 3;

/// Returns how the cost grows, if it grows too fast.
fn too_much(name: &str, cost: impl Fn(usize) -> Option<[u64; 2]>) -> Option<String> {
    cost::too_much(name, SIZES, cost)
}

fn call(mock: &Mock, method: &str, target: &str, fields: &HeaderMap, body: &[u8]) -> Reply {
    mock.respond(&Request {
        method,
        target,
        headers: fields,
        body: Some(body),
    })
}

fn json() -> HeaderMap {
    let mut fields = HeaderMap::new();
    fields.insert("content-type", HeaderValue::from_static("application/json"));
    fields
}

/// Returns the path of an operation, with a value for every variable.
fn target(operation: &Operation) -> String {
    let mut pieces = operation.path.split('{');
    let mut target = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        target.push('1');
        target += piece.split_once('}').map_or("", |(_, rest)| rest);
    }
    target
}

/// Returns the cost of a mock that starts and responds to some calls, unless its description is
/// refused, for example because it exceeds a budget.
fn cost_of(text: &str) -> Option<[u64; 2]> {
    let description = Description::from_text("grown.yaml", text).ok()?;
    let operations = &description.api.operations;
    let last = operations.len().saturating_sub(CALLED).max(CALLED);
    let called = operations.iter().take(CALLED);
    let called = called.chain(operations.iter().skip(last));
    let calls: Vec<_> = called.map(|one| (one.method, target(one))).collect();
    Some(counted(|| {
        let mock = Mock::new(description, 1);
        for (method, target) in &calls {
            drop(call(&mock, method.as_str(), target, &json(), b"{}"));
        }
    }))
}

#[test]
fn descriptions_cost_n_log_n() {
    let only = std::env::var("GROWTH_ONLY").unwrap_or_default();
    let constructs = Construct::all().filter(|construct| construct.name.contains(&only));
    let mut accepted = 0;
    let mut faults = Vec::new();
    for construct in constructs {
        let cost = |size| cost_of(&construct.input(1, size).description);
        accepted += usize::from(cost(SIZES[0]).is_some());
        faults.extend(too_much(construct.name, cost));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(accepted > 50 || !only.is_empty(), "{accepted} are accepted");
}

/// Operations that create, list and read items, search, and accept everything.
const SHOP: &str = "
openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /items:
    post:
      operationId: create
      parameters:
        - {name: Idempotency-Key, in: header, schema: {type: string}}
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Item'}
          application/x-www-form-urlencoded:
            schema: {type: object, properties: {name: {type: string}}}
          multipart/form-data:
            schema: {type: object, properties: {name: {type: string}}}
      responses:
        '201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}
        '400': {description: Wrong.}
    get:
      operationId: list
      parameters:
        - {name: name, in: query, schema: {type: string}}
        - {name: names, in: query, schema: {type: array, items: {type: string}}}
        - {name: filter, in: query, style: deepObject, schema: {type: object, additionalProperties: {type: string}}}
        - {name: limit, in: query, schema: {type: integer}}
        - {name: choice, in: cookie, schema: {type: string}}
      responses:
        '200':
          description: All.
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Item'}}}}
  /items/{id}:
    get:
      operationId: read
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}
        '404': {description: None.}
components:
  schemas:
    Item:
      type: object
      properties:
        id: {type: string, readOnly: true}
        name: {type: string, pattern: '^(a|b)*c?$'}
        tags: {type: array, items: {type: string}, uniqueItems: true}
        more: {}
";

/// A name, and a request of a size: method, target, header fields and body.
type Large = (
    &'static str,
    fn(usize) -> (&'static str, String, HeaderMap, String),
);

fn field(name: &str, value: &str) -> HeaderMap {
    let mut fields = json();
    let name = HeaderName::try_from(name).expect("a name");
    fields.insert(name, HeaderValue::try_from(value).expect("a value"));
    fields
}

fn get(target: String) -> (&'static str, String, HeaderMap, String) {
    ("GET", target, json(), String::new())
}

fn post(body: String) -> (&'static str, String, HeaderMap, String) {
    ("POST", "/items".to_owned(), json(), body)
}

fn typed(media_type: &str, body: String) -> (&'static str, String, HeaderMap, String) {
    let fields = field("content-type", media_type);
    ("POST", "/items".to_owned(), fields, body)
}

fn list(name: &str, value: &str) -> (&'static str, String, HeaderMap, String) {
    let fields = field(name, value);
    ("GET", "/items".to_owned(), fields, String::new())
}

fn all(n: usize, separator: &str, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect::<Vec<_>>().join(separator)
}

const LARGE: &[Large] = &[
    ("properties", |n| {
        post(format!(
            "{{{}}}",
            all(n, ",", |at| format!("\"p{at}\":{at}"))
        ))
    }),
    ("duplicates", |n| {
        post(format!(
            "{{{}}}",
            all(n, ",", |_| "\"name\":\"a\"".to_owned())
        ))
    }),
    ("tags", |n| {
        post(format!(
            "{{\"tags\":[{}]}}",
            all(n, ",", |at| format!("\"{at}\""))
        ))
    }),
    ("text", |n| {
        post(format!("{{\"name\":\"{}\"}}", "ab".repeat(n)))
    }),
    ("depth", |n| post(format!("{{\"more\":{}", "[".repeat(n)))),
    ("digits", |n| {
        post(format!("{{\"more\":{}}}", "7".repeat(n)))
    }),
    ("members of a form", |n| {
        let body = all(n, "&", |at| format!("p{at}={at}"));
        typed("application/x-www-form-urlencoded", body)
    }),
    ("parts", |n| {
        let part =
            |at| format!("--b\r\ncontent-disposition: form-data; name=\"p{at}\"\r\n\r\n1\r\n");
        typed(
            "multipart/form-data; boundary=b",
            all(n, "", part) + "--b--\r\n",
        )
    }),
    ("unknown query", |n| {
        get(format!(
            "/items?{}",
            all(n, "&", |at| format!("q{at}={at}"))
        ))
    }),
    ("names", |n| {
        get(format!(
            "/items?{}",
            all(n, "&", |at| format!("names={at}"))
        ))
    }),
    ("filters", |n| {
        get(format!(
            "/items?{}",
            all(n, "&", |at| format!("filter[k{at}]={at}"))
        ))
    }),
    ("a long name", |n| {
        get(format!("/items?name={}", "%41".repeat(n)))
    }),
    ("a long segment", |n| {
        get(format!("/items/{}", "a".repeat(n)))
    }),
    ("segments", |n| get("/items".repeat(n))),
    ("media types", |n| {
        list("accept", &all(n, ",", |at| format!("a/b{at};q=0.5")))
    }),
    ("cookies", |n| {
        list("cookie", &all(n, "; ", |at| format!("c{at}={at}")))
    }),
    ("conditions", |n| {
        list("if-none-match", &all(n, ",", |at| format!("\"{at}\"")))
    }),
    ("a long key", |n| {
        let fields = field("idempotency-key", &"k".repeat(n));
        ("POST", "/items".to_owned(), fields, "{}".to_owned())
    }),
    ("fields", |n| {
        let mut fields = json();
        for at in 0..n {
            let name = HeaderName::try_from(format!("x-{at}")).expect("a name");
            fields.append(name, HeaderValue::from_static("x"));
        }
        ("GET", "/items".to_owned(), fields, String::new())
    }),
];

fn shop() -> Mock {
    let description = Description::from_text("shop.yaml", SHOP);
    Mock::new(description.expect("a description"), 1)
}

#[test]
fn requests_cost_n_log_n() {
    let faults = LARGE.iter().filter_map(|(name, request)| {
        too_much(name, |n| {
            let mock = shop();
            let (method, target, fields, body) = request(n);
            Some(counted(|| {
                drop(call(&mock, method, &target, &fields, body.as_bytes()));
            }))
        })
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn items_cost_n_log_n() {
    let fill = |n| {
        let mock = shop();
        for _ in 0..n {
            let reply = call(&mock, "POST", "/items", &json(), b"{\"name\":\"a\"}");
            assert_eq!(reply.status, 201);
        }
        mock
    };
    let mut faults: Vec<_> = too_much("creating", |n| Some(counted(|| drop(fill(n)))))
        .into_iter()
        .collect();
    for target in ["/items", "/items?name=b", "/items?limit=1", "/items/none"] {
        faults.extend(too_much(target, |n| {
            let mock = fill(n);
            Some(counted(|| drop(call(&mock, "GET", target, &json(), b""))))
        }));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
