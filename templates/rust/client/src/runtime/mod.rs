//! Code that every operation shares: addresses, credentials, sending, retries, responses and pages.

mod answer;
mod api;
mod attempt;
mod build_error;
mod changes;
mod client;
mod client_credentials;
mod clock;
mod credentials;
mod credentials_error;
mod deadline;
mod decode;
mod environment;
mod error;
mod exchange;
mod files;
mod globals;
mod http;
mod idempotency;
mod keyring;
mod log;
mod macros;
mod media;
mod message;
mod middleware;
mod observer;
mod open;
mod options;
mod pages;
mod paging;
mod prepare;
mod raw;
mod request;
mod request_error;
mod retry;
mod secret;
mod send;
mod server;
mod source;
mod stream;
mod stream_error;
#[cfg(feature = "opentelemetry")]
mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
mod token;
mod transport;
mod untyped;
mod walk;
#[cfg(feature = "webhooks")]
pub mod webhook;

pub use reqwest;

pub(crate) use self::answer::Answer;
pub use self::api::{Api, SchemeKind, SecurityScheme};
pub use self::attempt::Attempt;
pub use self::build_error::BuildError;
pub use self::changes::Changes;
pub use self::client::{Client, ClientBuilder};
pub use self::client_credentials::ClientCredentials;
pub use self::clock::{Clock, Sleep, SystemClock};
pub use self::credentials::{Credentials, TokenFuture, TokenProvider};
pub use self::credentials_error::CredentialsError;
#[allow(unused_imports, reason = "a description need not have operations")]
pub(crate) use self::decode::{answer, understood};
pub use self::environment::{Environment, EnvironmentCredential};
pub use self::error::Error;
pub use self::globals::Global;
pub use self::log::{LogAttempts, LogLevel, UnknownLevel};
#[allow(unused_imports, reason = "a description need not have operations")]
pub(crate) use self::macros::{call, files};
pub use self::message::Messages;
pub use self::middleware::{
    AttemptError, AttemptErrorKind, AttemptFuture, AttemptResponse, Middleware, Next,
};
pub use self::observer::{Deprecated, Observer, Retried};
pub use self::open::{ByteStream, Opening};
pub use self::options::RequestOptions;
pub use self::pages::Items;
#[allow(unused_imports, reason = "a description need not have lists")]
pub(crate) use self::pages::Page;
#[allow(unused_imports, reason = "a description need not have lists")]
pub(crate) use self::paging::Paging;
pub use self::raw::{RawResponse, Response};
#[allow(unused_imports, reason = "a description need not have operations")]
pub(crate) use self::request::Request;
pub use self::request_error::RequestError;
pub use self::retry::RetryPolicy;
pub use self::secret::Secret;
pub use self::send::{Sending, SendingWithResponse};
pub use self::server::ServerError;
pub use self::source::{ItemSource, SourceError};
pub use self::stream::{ItemStream, ServerSentEvent};
pub use self::stream_error::StreamError;
#[cfg(feature = "opentelemetry")]
pub use self::telemetry::Telemetry;
pub use self::transport::{
    TOKEN_ENDPOINT, Transport, TransportError, TransportErrorKind, TransportFuture,
};
pub use self::untyped::UntypedRequest;
#[allow(unused_imports, reason = "a description need not have streams")]
pub(crate) use crate::types::runtime::{PartContent, PartForm};
