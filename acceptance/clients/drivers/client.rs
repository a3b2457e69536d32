//! Makes the generated calls over sockets, and reports the outcome of each. The functions that call
//! the operations are in `glue.rs`, which is written for each description.

use std::fmt::Debug;
use std::io::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use client::runtime::{ItemSource, ItemStream, Items, ServerSentEvent};
use client::types::runtime::{Decode, from_slice};
use client::{Client, Credentials, Error, RetryPolicy};
use serde::Serialize;
use serde_json::{Value, json};

mod glue;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let variable = |name| std::env::var(name).expect("a variable");
    let text = std::fs::read_to_string(variable("CLIENTS_CALLS")).expect("the calls");
    // Arguments are passed by reference, so the arguments of a call live as long as the program.
    let plan: &'static Value = Box::leak(Box::new(serde_json::from_str(&text).expect("JSON")));
    let mut outcomes = std::fs::File::create(variable("CLIENTS_OUTCOMES")).expect("a file");
    let base = variable("CLIENTS_BASE");
    for (index, call) in plan["calls"].as_array().expect("a list").iter().enumerate() {
        let mut builder = Client::builder().retry(RetryPolicy::none());
        for (scheme, is_basic) in glue::SCHEMES {
            let own = &call["credentials"][*scheme];
            let secret = own["secret"].as_str().map(str::to_owned);
            let secret = secret.unwrap_or_else(|| format!("vector-{scheme}"));
            let credentials = if *is_basic {
                Credentials::basic(own["user"].as_str().unwrap_or("vector"), secret)
            } else {
                secret.into()
            };
            builder = builder.credentials(*scheme, credentials);
        }
        for server in plan["servers"].as_array().expect("a list") {
            let server = server.as_str().expect("an address");
            builder = builder.server(server, format!("{base}/rust/{index}"));
        }
        let client = builder.build().expect("a client");
        // A value that the client cannot accept only ends its own call.
        let made = tokio::spawn(async move { glue::call(client, Given(call)).await });
        let mut found = made.await.unwrap_or_else(|error| {
            let message = error.into_panic().downcast::<String>();
            let message = message.map_or_else(|_| "a panic".to_owned(), |text| *text);
            let outcome = if message.starts_with(NOT_MADE) { NOT_MADE } else { "crash" };
            json!({"outcome": outcome, "message": message})
        });
        found["call"] = index.into();
        writeln!(outcomes, "{found}").expect("a line");
    }
}

const NOT_MADE: &str = "not made";

/// The arguments of a call.
#[derive(Clone, Copy)]
struct Given(&'static Value);

impl Given {
    fn operation(self) -> &'static str {
        self.0["operation"].as_str().expect("an operation")
    }

    fn required<T: Argument>(self, name: &str) -> T {
        self.optional(name).expect("an argument that is required")
    }

    fn optional<T: Argument>(self, name: &str) -> Option<T> {
        self.0["parameters"].get(name).map(T::of)
    }

    fn has_body(self) -> bool {
        self.0.get("body").is_some()
    }

    fn media(self) -> &'static str {
        self.0["body"]["mediaType"].as_str().expect("a media type")
    }

    fn body<T: Argument>(self) -> T {
        T::of(&self.0["body"]["value"])
    }

    /// Returns the items of a stream.
    fn items<T: Decode + Send + Unpin + 'static>(self) -> ItemSource<T> {
        decode::<Vec<T>>(&self.0["body"]["value"]).into()
    }

    /// Returns the events of a stream.
    fn events<T: Decode + Send + Unpin + 'static>(self) -> ItemSource<ServerSentEvent<T>> {
        let events = self.0["body"]["value"].as_array().expect("events").iter();
        let events = events.map(|event| {
            let mut sent = ServerSentEvent::new(decode(&event["data"]));
            if let Some(name) = event["event"].as_str() {
                sent.event = name.to_owned();
            }
            if let Some(id) = event["id"].as_str() {
                sent.id = id.to_owned();
            }
            sent
        });
        events.collect::<Vec<_>>().into()
    }

    /// Returns whether all pages of a list are read.
    fn is_of_pages(self) -> bool {
        self.0["pages"] == true
    }
}

/// Infers how an argument is passed from the method that takes it.
trait Argument {
    fn of(value: &'static Value) -> Self;
}

impl<T: Decode> Argument for &'static T {
    fn of(value: &'static Value) -> Self {
        Box::leak(Box::new(decode(value)))
    }
}

impl<T: Decode> Argument for &'static [T] {
    fn of(value: &'static Value) -> Self {
        Vec::leak(decode(value))
    }
}

impl Argument for &'static str {
    fn of(value: &'static Value) -> Self {
        String::leak(decode(value))
    }
}

impl Argument for bytes::Bytes {
    fn of(value: &'static Value) -> Self {
        // Bytes are given as Base64, or as text.
        let text = value["base64"].as_str().map(|text| BASE64_STANDARD.decode(text));
        match text {
            Some(decoded) => decoded.expect("Base64").into(),
            None => value.as_str().map_or_else(|| value.to_string(), str::to_owned).into(),
        }
    }
}

macro_rules! taken_by_value {
    ($($name:ty),* $(,)?) => {$(
        impl $crate::Argument for $name {
            fn of(value: &'static serde_json::Value) -> Self {
                $crate::decode(value)
            }
        }
    )*};
}
use taken_by_value;

taken_by_value!(
    (),
    bool,
    i32,
    i64,
    u32,
    u64,
    f32,
    f64,
    uuid::Uuid,
    jiff::civil::Date,
    rust_decimal::Decimal,
    client::types::runtime::DecimalNumber,
);

fn decode<T: Decode>(value: &Value) -> T {
    match from_slice(value.to_string().as_bytes()) {
        Ok((decoded, _)) => decoded,
        Err(error) => panic!("{NOT_MADE}: {error}: {value}"),
    }
}

fn written(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("what was decoded can be encoded")
}

fn value(value: Value) -> Value {
    json!({"outcome": "value", "value": value})
}

fn error(message: &str, value: Value) -> Value {
    json!({"outcome": "error", "message": message, "value": value})
}

fn base64(bytes: &[u8]) -> Value {
    Value::String(BASE64_STANDARD.encode(bytes))
}

/// Returns the items of a stream as they are reported.
async fn items<T: Serialize, E: Debug>(stream: ItemStream<T, E>) -> Value {
    drained(stream, |item| written(&item)).await
}

/// Returns the data of the events of a stream as they are reported.
async fn events<T: Serialize, E: Debug>(stream: ItemStream<ServerSentEvent<T>, E>) -> Value {
    drained(stream, |event| written(&event.data)).await
}

async fn drained<T, E: Debug>(mut stream: ItemStream<T, E>, shown: fn(T) -> Value) -> Value {
    let mut items = Vec::new();
    loop {
        match stream.next().await {
            Some(Ok(item)) => items.push(shown(item)),
            Some(Err(error)) => return failed(&error),
            None => return json!({"items": items}),
        }
    }
}

/// Returns the outcome of reading all items of a list.
async fn listed<T: Serialize, E: Debug>(mut list: Items<T, E>) -> Value {
    let mut items = Vec::new();
    loop {
        match list.next().await {
            Some(Ok(item)) => items.push(written(&item)),
            Some(Err(error)) => return failed(&error),
            None => return value(json!({"items": items})),
        }
    }
}

/// Any failure other than a declared error.
fn failed<E: Debug>(error: &Error<E>) -> Value {
    let outcome = match error {
        Error::Undeclared { .. } => "undeclared",
        Error::Decode { .. } => "unreadable",
        Error::Timeout { .. } => "timeout",
        Error::Transport { .. } => "transport",
        Error::Request { .. } => NOT_MADE,
        _ => "failure",
    };
    json!({"outcome": outcome, "message": error.to_string()})
}
