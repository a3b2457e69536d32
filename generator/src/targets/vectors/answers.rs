//! Responses: what a service may send, and what a client reads from it.

use std::collections::HashSet;

use serde_json::{Value, json};
use spec::Api;
use spec::model::{MediaType, Method, Operation, Response, Schema, SchemaId, Status};

use super::message;
use super::request::Requests;
use super::streams::is_streamed;
use crate::ir::sample::Variant;
use crate::ir::{Messages, messages, status};
use crate::json::{Json, Object};

/// The maximum number of union members that are tried one by one.
const MOST_MEMBERS: usize = 32;
/// The maximum number of lists in lists that are looked into: some have no end.
const DEEPEST: usize = 8;

/// What a value is: in how many lists it is, and the schema of the innermost items.
type Essence = (usize, SchemaId);

/// Returns the vectors of one operation after the other.
pub(super) fn vectors(requests: &Requests<'_>) -> impl Iterator<Item = Object> {
    let messages = messages::of(requests.api);
    let mut varied = HashSet::new();
    let operations = requests.api.operations.iter();
    operations.flat_map(move |operation| {
        let Some(request) = requests.plain(operation) else {
            return Vec::new();
        };
        let mut answers = Answers {
            requests,
            messages: &messages,
            operation,
            request: &request.name,
            varied: &mut varied,
            vectors: Vec::new(),
        };
        for response in &operation.responses {
            answers.response(response);
        }
        answers.undeclared();
        answers.vectors
    })
}

fn essence(api: &Api, schema: SchemaId) -> Essence {
    let mut items = schema;
    for depth in 0..DEEPEST {
        match api.item(items) {
            Some(item) => items = item,
            None => return (depth, api.resolve(items)),
        }
    }
    (DEEPEST, api.resolve(items))
}

/// The responses of an operation.
struct Answers<'r, 'a> {
    requests: &'r Requests<'a>,
    messages: &'r Messages,
    operation: &'a Operation,
    request: &'r str,
    /// The values that already have vectors in all variants. Other operations with such a value only
    /// have its complete form: the variants are read by the same type.
    varied: &'r mut HashSet<Essence>,
    vectors: Vec<Object>,
}

/// A response as it is sent.
struct Sent<'s> {
    status: u16,
    media_type: Option<&'s str>,
    body: Json,
}

impl Answers<'_, '_> {
    fn response(&mut self, response: &Response) {
        let Some(status) = self.status(response.status) else {
            return;
        };
        let outcome = if status / 100 == 2 { "value" } else { "error" };
        let bare = self.operation.method == Method::Head || status::has_no_body(response.status);
        if bare || response.content.is_empty() {
            let sent = Sent {
                status,
                media_type: None,
                body: "".into(),
            };
            self.add(
                &status.to_string(),
                sent,
                Object::new().with("outcome", outcome),
            );
            return;
        }
        for (index, media) in response.content.iter().enumerate() {
            let name = match index {
                0 => status.to_string(),
                _ => format!("{status} {}", media.name),
            };
            if media.stream.is_some() && is_streamed(response) {
                // They are in `streams.json`.
            } else if media.is_json() {
                self.json(&name, status, media, outcome);
            } else {
                self.plain(&name, status, media, outcome);
            }
        }
    }

    /// Returns a status that this response covers, and no other.
    fn status(&self, status: Status) -> Option<u16> {
        let declared = |code: u16| {
            let mut all = self.operation.responses.iter();
            all.any(|response| response.status == Status::Code(code))
        };
        let ranged = |code: u16| {
            let class = u8::try_from(code / 100).unwrap_or_default();
            let mut all = self.operation.responses.iter();
            all.any(|response| response.status == Status::Range(class))
        };
        match status {
            Status::Code(code) => Some(code),
            Status::Range(class) => {
                let first = u16::from(class) * 100;
                (first + 20..first + 100).find(|code| !declared(*code))
            }
            Status::Default => (520..600).find(|code| !declared(*code) && !ranged(*code)),
        }
        .filter(|status| *status >= 200)
    }

    fn json(&mut self, name: &str, status: u16, media: &MediaType, outcome: &str) {
        let Some(schema) = media.schema else {
            return;
        };
        let mut full = self.requests.samples.sampler(Variant::Full(0), false);
        let Some(value) = full.sample(schema) else {
            return;
        };
        self.value(&format!("{name}/full"), status, media, outcome, &value, &[]);
        if outcome == "error" || !self.varied.insert(essence(self.requests.api, schema)) {
            return;
        }
        for number in 1..full.members.min(MOST_MEMBERS) {
            let mut sampler = self.requests.samples.sampler(Variant::Full(number), false);
            if let Some(value) = sampler.sample(schema) {
                let name = format!("{name}/member-{number}");
                self.value(&name, status, media, outcome, &value, &[]);
            }
        }
        let variants = [
            ("required", Variant::Required),
            ("text", Variant::Text),
            ("nulls", Variant::Nulls),
            ("unknown-members", Variant::UnknownMembers),
            ("unknown-values", Variant::UnknownValues),
            ("unknown-kinds", Variant::UnknownKinds),
        ];
        for (suffix, variant) in variants {
            let mut sampler = self.requests.samples.sampler(variant, false);
            let Some(value) = sampler.sample(schema) else {
                continue;
            };
            if sampler.differs || variant == Variant::Required {
                let unknown = std::mem::take(&mut sampler.unknown);
                let name = format!("{name}/{suffix}");
                self.value(&name, status, media, outcome, &value, &unknown);
            }
        }
        self.unreadable(name, status, media, schema);
    }

    fn value(
        &mut self,
        name: &str,
        status: u16,
        media: &MediaType,
        outcome: &str,
        value: &Json,
        unknown: &[String],
    ) {
        let text = serde_json::to_string(value).unwrap_or_default();
        let sent = Sent {
            status,
            media_type: Some(media.sent()),
            body: text.into(),
        };
        let unknown: Vec<_> = unknown
            .iter()
            .map(|pointer| pointer.as_str().into())
            .collect();
        // The body contains the value, and a second copy would double the size of the file.
        let mut expect = Object::new().with("outcome", outcome);
        if !unknown.is_empty() {
            expect.set("unknown", Json::Array(unknown));
        }
        self.add(name, sent, expect);
    }

    fn plain(&mut self, name: &str, status: u16, media: &MediaType, outcome: &str) {
        let essence = media.essence();
        let text = essence.starts_with("text/")
            || essence.ends_with("+xml")
            || matches!(
                essence.as_str(),
                "application/xml" | "application/x-www-form-urlencoded"
            );
        let (body, value): (Json, Json) = if text {
            ("a=ä\n".into(), "a=ä\n".into())
        } else {
            let bytes = "AAEC/+8=";
            (json!({"base64": bytes}).into(), bytes.into())
        };
        let sent = Sent {
            status,
            media_type: Some(media.sent()),
            body,
        };
        let expect = Object::new().with("outcome", outcome).with("value", value);
        self.add(name, sent, expect);
    }

    /// Adds responses that are not JSON, have another type, or lack what is required. The pointer
    /// is that of the complete body, since a pointer cannot name a missing property (RFC 6901 §4).
    fn unreadable(&mut self, name: &str, status: u16, media: &MediaType, schema: SchemaId) {
        let api = self.requests.api;
        let mut broken = vec![("cut", "{\"".to_owned())];
        if let Some(object) = api.object(schema) {
            broken.push(("list", "[]".to_owned()));
            let required = object.properties.iter().find(|property| {
                let both = [property.schema, api.resolve(property.schema)].map(|id| api.schema(id));
                let lenient =
                    |one: &Schema| one.write_only || one.nullable || one.default.is_some();
                property.required && !both.into_iter().any(lenient)
            });
            let sample = self
                .requests
                .samples
                .sampler(Variant::Required, false)
                .sample(schema);
            let sample = sample.and_then(|sample| serde_json::to_value(sample).ok());
            if let (Some(property), Some(Value::Object(mut members))) = (required, sample) {
                members.remove(&property.name);
                broken.push(("missing", Value::Object(members).to_string()));
            }
        }
        for (suffix, text) in broken {
            let sent = Sent {
                status,
                media_type: Some(media.sent()),
                body: text.into(),
            };
            let expect = Object::new()
                .with("outcome", "unreadable")
                .with("pointer", "");
            self.add(&format!("{name}/{suffix}"), sent, expect);
        }
    }

    /// Adds a response with a status that the operation does not declare.
    fn undeclared(&mut self) {
        let open = self.operation.responses.iter().any(|response| {
            matches!(
                response.status,
                Status::Default | Status::Range(4) | Status::Code(418)
            )
        });
        if open {
            return;
        }
        let sent = Sent {
            status: 418,
            media_type: Some("text/plain"),
            body: "short and stout".into(),
        };
        self.add("418", sent, Object::new().with("outcome", "undeclared"));
    }

    fn add(&mut self, name: &str, sent: Sent<'_>, mut expect: Object) {
        if let Some(text) = self.message(&sent, &expect) {
            expect.set("message", text);
        }
        let mut headers = Object::new();
        if let Some(media_type) = sent.media_type {
            headers.set("content-type", media_type);
        }
        let answer = Object::new()
            .with("status", sent.status)
            .with("headers", headers)
            .with("body", sent.body);
        let vector = Object::new()
            .with("name", format!("{}/{name}", self.operation.id))
            .with("request", self.request)
            .with("answer", answer)
            .with("expect", expect);
        self.vectors.push(vector);
    }

    /// Returns the error message for a response, if it is an error.
    fn message(&self, sent: &Sent<'_>, expect: &Object) -> Option<String> {
        let Some(Json::Value(Value::String(outcome))) = expect.get("outcome") else {
            return None;
        };
        let Json::Value(body) = &sent.body else {
            return None;
        };
        let failure = message::Failure {
            operation: &self.operation.id,
            status: sent.status,
            outcome,
            media_type: sent.media_type,
            request_id: None,
            body: body.as_str().unwrap_or_default(),
            secrets: &message::secrets(self.requests, self.operation),
        };
        let is_error = matches!(outcome.as_str(), "error" | "undeclared");
        is_error.then(|| message::text(self.messages, &failure))
    }
}
