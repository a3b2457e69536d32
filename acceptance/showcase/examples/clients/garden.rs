//! Handlers of all operations, which `build/` writes: each keeps what it was given, and answers as the
//! plan says.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use client::types::bytes::Bytes;
use client::types::runtime::{Decode, from_slice};
use conformance_core::description::Description;
use futures_util::stream;
use serde::Serialize;
use serde_json::{Map, Value, json};
use server::runtime::{
    Authenticator, Context, Credential, Denied, ItemStream, Proof, ReceivedItems, ServerSentEvent,
    Status,
};

use crate::pages::page;
use crate::plan::Call;

include!(concat!(env!("OUT_DIR"), "/handlers.rs"));

/// The call that a request belongs to.
#[derive(Clone)]
pub struct Given {
    pub call: Arc<Call>,
    /// What the handler was given, by location and name.
    pub seen: Arc<OnceLock<Map<String, Value>>>,
}

/// Answers as the plan says.
pub struct Scripted {
    /// Says how lists are paged.
    pub description: Arc<Description>,
}

/// The response of a handler.
struct Script {
    /// The name of the response.
    answer: &'static str,
    status: u16,
    body: Value,
    headers: Map<String, Value>,
}

impl Scripted {
    fn exchange(&self, context: &Context, arguments: Vec<(&str, Value)>) -> Script {
        let given: &Given = context
            .extensions
            .get()
            .expect("every request belongs to a call");
        let arguments = arguments
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        let arguments: Map<String, Value> = arguments.collect();
        let answer = &given.call.answer;
        let mut answers = ANSWERS.iter();
        let names = answers.find(|(id, _)| *id == context.operation.id);
        let (_, names) = names.expect("every operation is in the table");
        let mut script = Script {
            answer: names[answer.index],
            status: answer.status,
            body: answer.value.clone(),
            headers: answer.headers.clone(),
        };
        let pagination = self.description.find(context.operation.id);
        let pagination = pagination.map(|id| &self.description.operation(id).pagination);
        if let (true, Some(Some(pagination))) = (given.call.pages, pagination) {
            let page = page(pagination, &arguments, answer);
            (script.body, script.headers) = (page.body, page.headers);
        }
        // A request is sent once, as nothing is retried.
        let _ = given.seen.set(arguments);
        script
    }

    /// The plan has no responses that only the stub can send.
    #[expect(clippy::unused_self, reason = "other tests keep what is refused")]
    const fn refuse_as(&self, _: &str) {}
}

impl Authenticator for Scripted {
    type Principal = String;

    async fn authenticate(&self, credential: Credential, _: &Context) -> Result<String, Denied> {
        if is_known(&credential) {
            Ok(credential.scheme.to_owned())
        } else {
            Err(Denied::Invalid)
        }
    }
}

/// Returns whether a credential is the one that the clients have for its scheme.
fn is_known(credential: &Credential) -> bool {
    let secret = format!("vector-{}", credential.scheme);
    match &credential.proof {
        Proof::Bearer(token) => token.expose() == secret,
        Proof::Key(key) => key.expose() == secret,
        Proof::Basic { user, password } => user == "vector" && password.expose() == secret,
        Proof::All(all) => all.iter().all(is_known),
    }
}

impl Script {
    fn status<const CLASS: u16>(&self) -> Status<CLASS> {
        Status::new(self.status).expect("a status of the class")
    }

    fn body<T: Decode>(&self) -> T {
        decode(&self.body)
    }

    fn bytes(&self) -> Bytes {
        let text = self.body["base64"].as_str().expect("bytes in Base64");
        BASE64_STANDARD.decode(text).expect("Base64").into()
    }

    fn items<T: Decode + Send + 'static>(&self) -> ItemStream<T> {
        let items: Vec<T> = self.list().iter().map(decode).collect();
        ItemStream::new(stream::iter(items))
    }

    fn events<T: Decode + Send + 'static>(&self) -> ItemStream<ServerSentEvent<T>> {
        let events: Vec<_> = self.list().iter().map(event).collect();
        ItemStream::new(stream::iter(events))
    }

    fn list(&self) -> &[Value] {
        self.body.as_array().expect("a list")
    }

    fn header<T: Decode>(&self, name: &str) -> T {
        decode(&self.headers[name])
    }

    fn optional_header<T: Decode>(&self, name: &str) -> Option<T> {
        self.headers.get(name).map(decode)
    }
}

fn event<T: Decode>(event: &Value) -> ServerSentEvent<T> {
    let mut sent = ServerSentEvent::new(decode(&event["data"]));
    if let Some(name) = event["event"].as_str() {
        sent = sent.event(name);
    }
    if let Some(id) = event["id"].as_str() {
        sent = sent.id(id);
    }
    if let Some(milliseconds) = event["retry"].as_u64() {
        sent = sent.retry(Duration::from_millis(milliseconds));
    }
    sent
}

fn decode<T: Decode>(value: &Value) -> T {
    let text = value.to_string();
    match from_slice(text.as_bytes()) {
        Ok((decoded, _)) => decoded,
        Err(error) => panic!("{error}: {text}"),
    }
}

fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("what was decoded can be encoded")
}

fn bytes(body: impl Into<Option<Bytes>>) -> Value {
    body.into().map_or(
        Value::Null,
        |bytes| json!({"base64": BASE64_STANDARD.encode(bytes)}),
    )
}

async fn items<T: Serialize>(mut body: ReceivedItems<T>) -> Value {
    let mut items = Vec::new();
    loop {
        match body.try_next().await {
            Ok(Some(item)) => items.push(encode(&item)),
            Ok(None) => return items.into(),
            Err(refused) => return json!({"refused": refused.problem().detail}),
        }
    }
}

async fn events<T: Serialize>(mut body: ReceivedItems<ServerSentEvent<T>>) -> Value {
    let mut events = Vec::new();
    loop {
        match body.try_next().await {
            Ok(Some(event)) => {
                let mut seen = json!({"data": encode(&event.data)});
                if event.event_type() != "message" {
                    seen["event"] = event.event_type().into();
                }
                if let Some(id) = event.last_event_id() {
                    seen["id"] = id.into();
                }
                events.push(seen);
            }
            Ok(None) => return events.into(),
            Err(refused) => return json!({"refused": refused.problem().detail}),
        }
    }
}
