//! The framework for the code that `build/` writes: scripted handlers, calls with arguments from
//! JSON, and types behind one signature.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;
use server::runtime::{
    Authenticator, Context, Credential, Denied, Proof, Rejection, Reply, Status,
};
use tokio::sync::mpsc;
use types::runtime::{Decode, DecodeError, Validate, Violation, from_slice};

use crate::outcome::{Failure, Outcome, Streamed};

include!(concat!(env!("OUT_DIR"), "/operations.rs"));
include!(concat!(env!("OUT_DIR"), "/types.rs"));

/// The token that the scripted service accepts.
pub const TOKEN: &str = "the-token";
/// The API key that the scripted service accepts.
pub const KEY: &str = "the-key";

/// An operation: its call, and the names of its responses.
#[derive(Debug)]
pub struct OperationUnderTest {
    /// The operationId.
    pub id: &'static str,
    /// Calls it with the generated client.
    pub call: fn(client::Client, Arguments) -> Answering,
    /// Requests every item, if it is a list.
    pub items: Option<fn(client::Client, Arguments) -> Streaming>,
    /// One name for each media type of each declared response.
    pub answers: &'static [&'static str],
}

/// Returns the code for an operation.
///
/// # Panics
///
/// Panics if the description has no such operation.
pub fn operation(id: &str) -> &'static OperationUnderTest {
    let mut all = OPERATIONS.iter();
    all.find(|operation| operation.id == id)
        .expect("every operation is in the glue")
}

/// The future of a call.
pub type Answering = Pin<Box<dyn Future<Output = Result<Outcome, Failure>> + Send>>;

/// The future of a list.
pub type Streaming = Pin<Box<dyn Future<Output = Streamed> + Send>>;

/// Returns the status, which a response contains in two places.
fn same(status: u16, told: u16) -> u16 {
    assert_eq!(status, told);
    told
}

/// The arguments of a call, by location and name: `query.limit`, `body`.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// The arguments of the method.
    pub values: BTreeMap<String, Value>,
    /// The options of the call.
    pub options: client::RequestOptions,
}

impl Arguments {
    fn required<T: Argument>(&self, name: &str) -> T {
        self.optional(name).expect("an argument that is required")
    }

    fn optional<T: Argument>(&self, name: &str) -> Option<T> {
        self.values.get(name).map(T::of)
    }
}

/// An argument, whose passing is inferred from the method.
///
/// Arguments that are passed by reference are leaked, which is acceptable in a short test.
trait Argument {
    fn of(value: &Value) -> Self;
}

impl<T: Decode> Argument for &'static T {
    fn of(value: &Value) -> Self {
        Box::leak(Box::new(decode(value)))
    }
}

impl<T: Decode> Argument for &'static [T] {
    fn of(value: &Value) -> Self {
        Vec::leak(decode(value))
    }
}

impl Argument for &'static str {
    fn of(value: &Value) -> Self {
        String::leak(decode(value))
    }
}

macro_rules! taken_by_value {
    ($($name:ty),*) => {$(
        impl Argument for $name {
            fn of(value: &Value) -> Self {
                decode(value)
            }
        }
    )*};
}

taken_by_value!(
    bool,
    i32,
    i64,
    u32,
    u64,
    f32,
    f64,
    types::uuid::Uuid,
    types::jiff::civil::Date,
    types::rust_decimal::Decimal
);

fn decode<T: Decode>(value: &Value) -> T {
    let text = value.to_string();
    match from_slice(text.as_bytes()) {
        Ok((decoded, _)) => decoded,
        Err(error) => panic!("{error}: {text}"),
    }
}

pub(crate) fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("what was decoded can be encoded")
}

/// The scripted response of a handler.
#[derive(Debug, Clone, Default)]
pub struct Script {
    /// The name of the response.
    pub answer: &'static str,
    /// The status, if the response leaves it open.
    pub status: u16,
    /// The body, if there is one.
    pub body: Value,
    /// The header fields.
    pub headers: BTreeMap<String, Value>,
}

impl Script {
    fn status<const CLASS: u16>(&self) -> Status<CLASS> {
        Status::new(self.status).expect("a status of the class")
    }

    fn body<T: Decode>(&self) -> T {
        decode(&self.body)
    }

    fn header<T: Decode>(&self, name: &str) -> T {
        decode(&self.headers[name])
    }

    /// Unused if a description requires all header fields of its responses.
    #[allow(clippy::allow_attributes, dead_code, reason = "depends on the glue")]
    fn optional_header<T: Decode>(&self, name: &str) -> Option<T> {
        self.headers.get(name).map(decode)
    }
}

/// A request as a handler received it.
#[derive(Debug)]
pub struct Received {
    /// The operation that was matched.
    pub operation: &'static str,
    /// The method as it was sent.
    pub method: String,
    /// The arguments by location and name; `null` if one is absent.
    pub arguments: BTreeMap<String, Value>,
}

/// Implements every operation: records the request, and responds by the script.
#[derive(Debug, Clone)]
pub struct Scripted {
    script: Arc<Mutex<Script>>,
    /// The media type of a response that only the stub can send, once a handler has requested it.
    refusing: Arc<Mutex<Option<&'static str>>>,
    received: mpsc::UnboundedSender<Received>,
}

impl Scripted {
    /// Returns the implementation, and the receiver of its requests.
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Received>) {
        let (received, requests) = mpsc::unbounded_channel();
        let scripted = Self {
            script: Arc::default(),
            refusing: Arc::default(),
            received,
        };
        (scripted, requests)
    }

    fn refuse_as(&self, media_type: &'static str) {
        let mut refusing = self.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        *refusing = Some(media_type);
    }

    /// Returns the scripted response if only the stub can send it; other refusals are as usual.
    pub fn refusal(&self, rejection: &Rejection) -> Reply {
        let mut refusing = self.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(media_type) = refusing.take() else {
            let problem = rejection.problem();
            let status = problem.kind.status().as_u16();
            return Reply::json(status, "application/problem+json", &problem.to_json());
        };
        let script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = Reply::json(script.status, media_type, &script.body);
        let headers = script.headers.iter();
        headers.fold(reply, |reply, (name, value)| {
            reply.header(String::leak(name.clone()), value)
        })
    }

    /// Sets the response for the following requests.
    pub fn answer_with(&self, script: Script) {
        *self.script.lock().unwrap_or_else(PoisonError::into_inner) = script;
    }

    fn exchange(&self, context: &Context, arguments: Vec<(&str, Value)>) -> Script {
        let arguments = arguments.into_iter();
        let received = Received {
            operation: context.operation.id,
            method: context.method.to_string(),
            arguments: arguments
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        };
        // A test that ignores requests has dropped the receiver.
        let _ = self.received.send(received);
        self.script
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Authenticator for Scripted {
    type Principal = String;

    async fn authenticate(&self, credential: Credential, _: &Context) -> Result<String, Denied> {
        match &credential.proof {
            Proof::Bearer(token) if token.expose() == TOKEN => Ok(credential.scheme.to_owned()),
            Proof::Key(key) if key.expose() == KEY => Ok(credential.scheme.to_owned()),
            _ => Err(Denied::Invalid),
        }
    }
}

/// A generated type behind one signature.
#[derive(Debug)]
pub struct TypeUnderTest {
    /// The name of the schema.
    pub schema: &'static str,
    /// Whether the type checks its own constraints.
    pub checks: bool,
    /// Decodes a value, and returns the result.
    pub read: fn(&Value) -> Result<Reading, DecodeError>,
}

/// The result of decoding a value.
#[derive(Debug)]
pub struct Reading {
    /// The value, encoded again.
    pub encoded: Value,
    /// The violated constraints.
    pub violations: Vec<Violation>,
    /// The pointers of unknown properties.
    pub unknown: Vec<String>,
}

impl TypeUnderTest {
    const fn own<T: Decode + Serialize + Validate>(schema: &'static str) -> Self {
        Self {
            schema,
            checks: true,
            read: |value| {
                let (typed, unknown) = from_slice::<T>(value.to_string().as_bytes())?;
                Ok(Reading {
                    encoded: encode(&typed),
                    violations: typed.validate().err().map_or(Vec::new(), |found| found.0),
                    unknown,
                })
            },
        }
    }

    const fn alias<T: Decode + Serialize>(schema: &'static str) -> Self {
        Self {
            schema,
            checks: false,
            read: |value| {
                let (typed, unknown) = from_slice::<T>(value.to_string().as_bytes())?;
                Ok(Reading {
                    encoded: encode(&typed),
                    violations: Vec::new(),
                    unknown,
                })
            },
        }
    }
}
