//! Drift: how a deployment differs from its description, and the overlay that describes it.

use std::time::Duration;

use bytes::Bytes;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Exchange, Host, Purpose, Request, Response};
use conformance_core::intent::Intent;
use conformance_core::validate::{Direction, Validator};
use conformance_engine::drift::Drift;
use conformance_engine::redact::Redactor;
use conformance_report::model::DriftKind;
use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue};
use serde_json::{Value, json};

const DESCRIPTION: &str = r"
openapi: 3.0.3
info: {title: T, version: '1'}
paths:
  /it's/{id}:
    get:
      operationId: read
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  thing: {$ref: '#/components/schemas/Thing'}
                  list:
                    type: array
                    items:
                      type: object
                      properties:
                        a: {type: string}
        '404': {$ref: '#/components/responses/Missing'}
components:
  responses:
    Missing: {description: none}
  schemas:
    Thing:
      type: object
      properties:
        state: {type: string, enum: [on, 'off'], x-extensible-enum: true}
";

struct Stage {
    description: Description,
    validator: Validator,
    drift: Drift,
    redactor: Redactor,
}

impl Stage {
    fn new() -> Self {
        let description = Description::from_text("api.yaml", DESCRIPTION).expect("a description");
        Self {
            validator: Validator::new(&description.api, Direction::Response),
            description,
            drift: Drift::new(),
            redactor: Redactor::default(),
        }
    }

    fn answer(&self, intent: Intent, status: u16, headers: &[(&'static str, &str)], body: &Value) {
        self.answer_to(OperationId(0), "GET", intent, status, headers, body);
    }

    fn answer_to(
        &self,
        operation: OperationId,
        method: &str,
        intent: Intent,
        status: u16,
        headers: &[(&'static str, &str)],
        body: &Value,
    ) {
        let mut fields = HeaderMap::new();
        fields.insert("content-type", HeaderValue::from_static("application/json"));
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).expect("a value");
            fields.insert(HeaderName::from_static(name), value);
        }
        let exchange = Exchange {
            number: 1,
            purpose: Purpose {
                operation: Some(operation),
                intent,
                defect: None,
                identity: None,
            },
            request: Request {
                host: Host::Resource,
                method: method.to_owned(),
                target: String::from("/it's/1"),
                headers: Vec::new(),
                body: None,
            },
            outcome: Ok(Response::new(status, fields, Bytes::from(body.to_string()))),
            at: Duration::ZERO,
            elapsed: Duration::ZERO,
        };
        self.drift.see(
            &self.description,
            &self.validator,
            &self.redactor,
            &exchange,
        );
    }

    fn overlay(&self) -> Option<Value> {
        let text = self.drift.overlay(&self.description)?;
        Some(yaml_serde::from_str(&text).expect("YAML"))
    }
}

#[test]
fn what_is_described_is_no_drift() {
    let stage = Stage::new();
    let headers = [
        ("server", "x"),
        ("date", "x"),
        ("access-control-max-age", "1"),
    ];
    let body = json!({ "thing": { "state": "on" }, "list": [{ "a": "x" }] });
    stage.answer(Intent::Valid, 200, &headers, &body);
    stage.answer(Intent::Valid, 404, &headers, &json!({}));
    stage.answer(Intent::Odd, 414, &headers, &json!({}));
    assert_eq!(stage.drift.entries(&stage.description), []);
    assert_eq!(stage.overlay(), None);
}

#[test]
fn names_contain_no_secret() {
    let stage = Stage::new();
    let secret = "key-5215d847a3cc6ec7cd0c";
    stage.redactor.learn(secret);
    // Also at the end of a name that is cut.
    let cut = format!("{}{secret}", "a".repeat(250));
    let thing = json!({ "state": secret, secret: 1, (cut): 2 });
    let body = json!({ "thing": thing, secret: "x" });
    let headers = [("key-5215d847a3cc6ec7cd0c", "x")];
    stage.answer(Intent::Valid, 200, &headers, &body);
    let entries = format!("{:?}", stage.drift.entries(&stage.description));
    let overlay = stage.overlay().expect("an overlay").to_string();
    for text in [entries, overlay] {
        assert!(text.contains("redacted"), "{text}");
        assert!(!text.contains("key-52"), "{text}");
    }
}

/// A stage with every kind of addition.
fn all_new() -> Stage {
    let stage = Stage::new();
    let new = |when: Value| {
        json!({
            "thing": { "state": "broken", "when": when },
            "list": [{ "a": "x", "it's\n\"new\"": [1] }, { "it's\n\"new\"": [2.5] }],
        })
    };
    stage.answer(
        Intent::Valid,
        200,
        &[("x-request-cost", "12")],
        &new(json!("2024-01-01T00:00:00Z")),
    );
    stage.answer(Intent::Valid, 200, &[("sunset", "x")], &new(Value::Null));
    stage.answer(Intent::Valid, 404, &[("x-hint", "a")], &json!({}));
    stage.answer(
        Intent::Valid,
        418,
        &[("allow", "GET, HEAD, PUT")],
        &json!({}),
    );
    stage
}

#[test]
fn additions_are_reported() {
    let stage = all_new();
    let entries = stage.drift.entries(&stage.description);
    let kinds: Vec<_> = entries
        .iter()
        .map(|entry| {
            (
                entry.kind,
                entry.at.as_deref().expect("a place"),
                entry.count,
            )
        })
        .collect();
    let operation = "/paths/~1it's~1{id}/get";
    let items = format!(
        "{operation}/responses/200/content/application~1json/schema/properties/list/items/properties/it's\n\"new\""
    );
    assert_eq!(
        kinds,
        [
            (
                DriftKind::Field,
                "/components/schemas/Thing/properties/when",
                2
            ),
            (DriftKind::Field, items.as_str(), 4),
            (
                DriftKind::EnumValue,
                "/components/schemas/Thing/properties/state/enum",
                2
            ),
            (DriftKind::Status, &format!("{operation}/responses/418"), 1),
            (
                DriftKind::Header,
                "/components/responses/Missing/headers/x-hint",
                1
            ),
            (
                DriftKind::Header,
                &format!("{operation}/responses/200/headers/x-request-cost"),
                1
            ),
            (DriftKind::Operation, "/paths/~1it's~1{id}/put", 1),
            (DriftKind::Sunset, &format!("{operation}/deprecated"), 1),
        ]
    );
    assert!(entries.iter().all(|entry| !entry.what.contains('\n')));
}

#[test]
fn what_is_seen_besides_becomes_an_overlay() {
    let stage = all_new();
    let overlay = stage.overlay().expect("an overlay");
    assert_eq!(overlay["overlay"], "1.0.0");
    assert_eq!(overlay["extends"], "api.yaml");
    let actions = overlay["actions"].as_array().expect("actions");
    let update = |target: &str| {
        let found: Vec<_> = actions
            .iter()
            .filter(|action| action["target"] == target)
            .collect();
        assert_eq!(found.len(), 1, "{target} in {actions:#?}");
        found[0]["update"].clone()
    };
    let thing = update("$['components']['schemas']['Thing']");
    let when = &thing["properties"]["when"];
    assert_eq!(
        (&when["type"], &when["format"], &when["nullable"]),
        (&json!("string"), &json!("date-time"), &json!(true))
    );
    assert_eq!(
        update("$['components']['schemas']['Thing']['properties']['state']['enum']"),
        "broken"
    );
    let get = r"$['paths']['/it\'s/{id}']['get']";
    let items = update(&format!(
        "{get}['responses']['200']['content']['application/json']['schema']['properties']['list']['items']"
    ));
    assert_eq!(
        items["properties"]["it's\n\"new\""]["items"]["type"],
        "number"
    );
    assert_eq!(
        update(&format!("{get}['responses']"))["418"]["description"],
        "Seen live."
    );
    assert_eq!(
        update(&format!("{get}['responses']['200']"))["headers"]["x-request-cost"]["schema"]["type"],
        "integer"
    );
    assert_eq!(
        update("$['components']['responses']['Missing']")["headers"]["x-hint"]["schema"]["type"],
        "string"
    );
    let put = &update(r"$['paths']['/it\'s/{id}']")["put"];
    assert_eq!(put["parameters"][0]["name"], "id");
    let end = update(get);
    assert_eq!(end["deprecated"], true);
    assert!(end["responses"]["200"]["headers"]["Sunset"].is_object());
}

#[test]
fn it_is_bounded() {
    let stage = Stage::new();
    let members: serde_json::Map<_, _> = (0..1500).map(|n| (format!("m{n}"), json!(n))).collect();
    stage.answer(Intent::Valid, 200, &[], &Value::Object(members));
    let long = "n".repeat(100_000);
    let mut second = serde_json::Map::new();
    second.insert(long, json!(1));
    stage.answer(Intent::Valid, 200, &[], &Value::Object(second));
    let entries = stage.drift.entries(&stage.description);
    assert_eq!(entries.len(), Drift::ENTRIES);
    assert!(stage.drift.beyond() > 0);
    assert!(entries.iter().all(|entry| entry.what.len() < 1000));
}

/// Adds a property to every object.
fn extend(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(extend),
        Value::Object(members) => {
            members.values_mut().for_each(extend);
            members.insert(String::from("zzz"), json!(null));
        }
        _ => {}
    }
}

#[test]
fn whatever_is_new_has_a_place_in_the_description() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml");
    let description = Description::read(&path).expect("a description");
    let stage = Stage {
        validator: Validator::new(&description.api, Direction::Response),
        description,
        drift: Drift::new(),
        redactor: Redactor::default(),
    };
    let mut shown = 0;
    for (id, operation) in stage.description.operations() {
        for response in &operation.responses {
            let spec::model::Status::Code(status) = response.status else {
                continue;
            };
            for example in response.content.iter().flat_map(|media| &media.examples) {
                let mut body = example.value.clone();
                extend(&mut body);
                let method = operation.method.as_str();
                stage.answer_to(id, method, Intent::Valid, status, &[], &body);
                shown += 1;
            }
        }
    }
    let entries = stage.drift.entries(&stage.description);
    assert!(
        shown > 50 && entries.len() > 20,
        "{} of {shown}",
        entries.len()
    );
    for entry in &entries {
        assert!(entry.at.is_some(), "{entry:?}");
    }
    let overlay = stage.overlay().expect("an overlay");
    let actions = overlay["actions"].as_array().expect("actions");
    let properties = |action: &Value| {
        action["update"]["properties"]
            .as_object()
            .map_or(0, serde_json::Map::len)
    };
    let fields = entries
        .iter()
        .filter(|entry| entry.kind == DriftKind::Field)
        .count();
    assert_eq!(actions.iter().map(properties).sum::<usize>(), fields);
}
