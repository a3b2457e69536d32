//! Code that all operations share: routing, authentication, decoding requests, and encoding
//! responses.
//!
//! An operation consists of a [`Request`] that decodes its arguments, a response that converts to a
//! [`Reply`], and an entry in the table of [`Routes`].

mod authenticator;
mod body;
mod call;
mod challenge;
mod chunks;
mod config;
mod context;
mod credential;
mod dispatch;
mod event;
mod finish;
mod guard;
mod input;
mod json;
mod matcher;
mod media_type;
mod present;
mod problem;
mod received;
mod refuse;
mod rejection;
mod reply;
mod route;
mod segment;
mod status;
mod stream;

pub use self::authenticator::{Authenticator, Denied};
pub use self::chunks::ReceivedBytes;
pub use self::config::Config;
pub use self::context::{Caller, Context};
pub use self::credential::{Carrier, Credential, Proof, Scheme, Secret};
pub use self::event::ServerSentEvent;
pub use self::input::{Argument, Input, Request};
pub use self::problem::{FieldError, Kind, Place, Problem};
pub use self::received::ReceivedItems;
#[allow(unused_imports, reason = "a description need not declare failures")]
pub(crate) use self::refuse::refuse;
pub use self::refuse::{Refuse, RefuseAny};
pub use self::rejection::Rejection;
pub use self::reply::{Answer, Reply};
pub use self::route::{Handler, Pending, Route, Routes, open, optional, secured};
pub use self::status::{AnyStatus, ClientError, Redirection, ServerError, Status, Success};
pub use self::stream::{ItemStream, StreamError};
pub use types::runtime::{Bounds, Digits, Format, Pattern, Validator};
#[allow(unused_imports, reason = "a description need not have streams")]
pub(crate) use types::runtime::{PartContent, PartForm};
