//! Streams: what a client reads from their bytes, and how it continues after an interrupted
//! connection.

use serde_json::{Value, json};
use spec::model::{Framing, MediaType, Operation, PartContent, Response, SchemaId, Status, Stream};

use super::events;
use super::request::Requests;
use crate::ir::sample::Variant;
use crate::json::{Json, Object};

/// What parsers read from bytes, independent of the type of items.
const FRAMINGS: &str = include_str!("../../../../templates/vectors/framings.json");

/// Returns the vectors of one operation after the other.
pub(super) fn vectors(requests: &Requests<'_>) -> impl Iterator<Item = Object> {
    let framings = serde_json::from_str(FRAMINGS).unwrap_or_default();
    let operations = requests.api.operations.iter();
    operations.flat_map(move |operation| of_operation(requests, &framings, operation))
}

fn of_operation(requests: &Requests<'_>, framings: &Value, operation: &Operation) -> Vec<Object> {
    let mut vectors = Vec::new();
    let Some(request) = requests.plain(operation) else {
        return vectors;
    };
    for (response, media) in streamed(operation) {
        let Some(stream) = &media.stream else {
            continue;
        };
        let mut scripts = Scripts {
            requests,
            framings,
            operation,
            request: &request.name,
            response,
            media,
            stream,
            vectors: Vec::new(),
        };
        scripts.add_all();
        vectors.append(&mut scripts.vectors);
    }
    vectors
}

/// Returns the streams that an operation responds with.
fn streamed(operation: &Operation) -> impl Iterator<Item = (&Response, &MediaType)> {
    let successes = operation.responses.iter().filter(|one| is_streamed(one));
    successes.flat_map(|response| {
        let streams = response
            .content
            .iter()
            .filter(|media| media.stream.is_some());
        streams.map(move |media| (response, media))
    })
}

/// Returns whether clients read the streams of a response item by item.
pub(super) fn is_streamed(response: &Response) -> bool {
    response.status.is_success()
}

/// The scripts of one stream of an operation.
struct Scripts<'r, 'a> {
    requests: &'r Requests<'a>,
    framings: &'r Value,
    operation: &'r Operation,
    request: &'r str,
    response: &'r Response,
    media: &'r MediaType,
    stream: &'r Stream,
    vectors: Vec<Object>,
}

impl Scripts<'_, '_> {
    fn add_all(&mut self) {
        let item = self.stream.item;
        let is_any = item.is_none_or(|id| self.requests.api.is_any(id));
        let is_open = is_any && !self.stream.is_of_bytes();
        // Parsing the same bytes for each type of item would test nothing new.
        if is_open && self.stream.end.is_none() && !self.holds_json() {
            self.of_framing();
        }
        if let (Some(json), Some(item)) = (&self.stream.json_events, item) {
            self.named(json, item);
            return;
        }
        if self.holds_json() || self.stream.framing != Framing::Events {
            match self.stream.part.as_ref().map(|part| part.content) {
                None | Some(PartContent::Json) => self.typed(),
                Some(PartContent::Text) => {
                    self.content(&json!(["text", "a\r\nb"]), &["text", "a\r\nb"]);
                }
                Some(PartContent::Bytes) => {
                    self.content(&json!(["YQ0KLS12", ""]), &["a\r\n--v", ""]);
                }
            }
        }
        if let Some(end) = self.stream.end.clone() {
            self.ended(&end);
        }
    }

    /// Returns whether the items are events whose data is always JSON.
    fn holds_json(&self) -> bool {
        self.stream.framing == Framing::Events && self.stream.item.is_some()
    }

    fn of_framing(&mut self) {
        for script in self.scripts(self.stream.framing.as_str()) {
            let answer = json!({"chunks": script["chunks"], "failure": script["failure"]});
            self.script(&script, &json!([answer]));
        }
        if self.stream.framing != Framing::Events {
            return;
        }
        let name = if self.operation.method.is_idempotent() {
            "reconnections"
        } else {
            "not-repeatable"
        };
        for script in self.scripts(name) {
            self.script(&script, &script["answers"]);
        }
    }

    fn scripts(&self, name: &str) -> Vec<Value> {
        self.framings[name].as_array().cloned().unwrap_or_default()
    }

    /// Adds a script of `framings.json`, with its placeholders filled in.
    fn script(&mut self, script: &Value, answers: &Value) {
        let answers = answers.as_array().into_iter().flatten();
        let answers: Vec<_> = answers.map(|answer| self.answer(answer)).collect();
        let has = |name: &str| script.get(name).is_some();
        let mut expect = Object::new()
            .with("items", script["items"].clone())
            .with("outcome", script["outcome"].clone());
        if has("waits") {
            expect.set("lastEventIds", script["lastEventIds"].clone());
            expect.set("waits", script["waits"].clone());
        }
        let policy = has("waits").then(|| self.framings["policy"].clone());
        let name = script["name"].as_str().unwrap_or_default();
        let vector = self
            .vector(name)
            .with_some("policy", policy)
            .with_some("limit", script.get("limit").cloned())
            .with_some("take", script.get("take").cloned())
            .with("answers", Json::Array(answers))
            .with("expect", expect);
        self.vectors.push(vector);
    }

    fn answer(&self, answer: &Value) -> Json {
        let status = match self.response.status {
            Status::Code(code) => code,
            _ => 200,
        };
        let given = |name: &str| answer.get(name).filter(|value| !value.is_null()).cloned();
        let mut media_type = self.media.sent().to_owned();
        if self.stream.framing == Framing::Parts {
            media_type += "; boundary=vector";
        }
        let headers = json!({"content-type": media_type});
        let status = given("status").unwrap_or_else(|| status.into());
        let has_body = given("chunks").is_some();
        let headers = given("headers").unwrap_or(if has_body { headers } else { json!({}) });
        let answer = Object::new()
            .with("status", status)
            .with("headers", headers)
            .with("chunks", given("chunks").unwrap_or_else(|| json!([])))
            .with_some("failure", given("failure"));
        answer.into()
    }

    fn vector(&self, name: &str) -> Object {
        let name = format!("{}/{name}", self.operation.id);
        Object::new()
            .with("name", name)
            .with("request", self.request)
    }

    /// Adds events of each name, and one whose name is not declared.
    fn named(&mut self, json: &[String], item: SchemaId) {
        let undeclared = Object::new()
            .with("event", "undeclared")
            .with("data", "text");
        let mut objects = events::samples(&self.requests.samples, item, false);
        objects.push(undeclared);
        let texts = objects.iter().map(|object| events::written(object, json));
        let texts: String = texts.collect();
        let end = self.stream.end.as_ref();
        let end = end.map_or(String::new(), |end| format!("data: {end}\n\ndata: {{\n\n"));
        self.script(
            &json!({"name": "typed-by-name", "items": events::received(objects), "outcome": "end"}),
            &json!([{"chunks": [texts + &end]}]),
        );
        if let Some(name) = json.first() {
            let text = format!("event: {name}\ndata: {{\"\n\n");
            self.script(
                &json!({"name": "typed-not-json", "items": [], "outcome": "unreadable"}),
                &json!([{"chunks": [text]}]),
            );
        }
    }

    /// Adds items of the declared type, and then one of another type.
    fn typed(&mut self) {
        let samples = [Variant::Full(0), Variant::Required, Variant::UnknownMembers];
        let samples = samples.into_iter().filter_map(|variant| {
            let mut sampler = self.requests.samples.sampler(variant, false);
            let Some(item) = self.stream.item else {
                return Some(Json::from(json!({"any": [1]})));
            };
            sampler.sample(item)
        });
        let samples: Vec<Value> = samples
            .filter_map(|sample| serde_json::to_value(sample).ok())
            .collect();
        let texts: Vec<_> = samples.iter().map(Value::to_string).collect();
        let items: Vec<_> = samples.iter().map(|sample| self.item(sample)).collect();
        self.script(
            &json!({"name": "typed", "items": items, "outcome": "end"}),
            &json!([{"chunks": [self.framed(&texts)]}]),
        );
        if let ([first, ..], [item, ..]) = (texts.as_slice(), items.as_slice())
            && samples.first().is_some_and(Value::is_object)
            && self.stream.item.is_some_and(|id| self.is_closed(id))
        {
            let texts = [first.clone(), "[]".to_owned(), first.clone()];
            self.script(
                &json!({"name": "typed-otherwise", "items": [item], "outcome": "unreadable"}),
                &json!([{"chunks": [self.framed(&texts)]}]),
            );
        }
        if self.stream.framing == Framing::Events {
            self.script(
                &json!({"name": "typed-not-json", "items": [], "outcome": "unreadable"}),
                &json!([{"chunks": ["data: {\"\n\n"]}]),
            );
        }
    }

    /// Returns whether some values do not have a type. Clients keep a value that is no member of a
    /// union.
    fn is_closed(&self, id: SchemaId) -> bool {
        let api = self.requests.api;
        !api.is_any(id) && api.members(id).is_empty()
    }

    /// Adds a stream of parts with these contents.
    fn content(&mut self, items: &Value, contents: &[&str]) {
        let contents: Vec<_> = contents.iter().map(ToString::to_string).collect();
        self.script(
            &json!({"name": "contents", "items": items, "outcome": "end"}),
            &json!([{"chunks": [self.framed(&contents)]}]),
        );
    }

    /// Adds a stream that one event ends, whatever comes after it.
    fn ended(&mut self, end: &str) {
        let sample = match self.stream.item {
            Some(item) => self
                .requests
                .samples
                .sampler(Variant::Required, false)
                .sample(item),
            None => Some("text".into()),
        };
        let Some(sample) = sample.and_then(|sample| serde_json::to_value(sample).ok()) else {
            return;
        };
        let text = match (&self.stream.item, &sample) {
            (None, Value::String(text)) => text.clone(),
            _ => sample.to_string(),
        };
        let texts = [text, end.to_owned(), "{".to_owned()];
        self.script(
            &json!({"name": "stated-end", "items": [self.item(&sample)], "outcome": "end"}),
            &json!([{"chunks": [self.framed(&texts)]}]),
        );
    }

    /// Returns the bytes of items.
    fn framed(&self, texts: &[String]) -> String {
        let framed = texts.iter().map(|text| match self.stream.framing {
            Framing::Events => format!("data: {}\n\n", text.replace('\n', "\ndata: ")),
            Framing::Lines => format!("{text}\n"),
            Framing::Sequence => format!("\u{1e}{text}\n"),
            Framing::Parts => format!("--vector\r\n\r\n{text}\r\n"),
        });
        let framed: String = framed.collect();
        match self.stream.framing {
            Framing::Parts => framed + "--vector--\r\n",
            _ => framed,
        }
    }

    /// Returns what the client returns for a value.
    fn item(&self, value: &Value) -> Value {
        match self.stream.framing {
            Framing::Events => json!({"event": "message", "id": "", "data": value}),
            Framing::Lines | Framing::Sequence | Framing::Parts => value.clone(),
        }
    }
}
