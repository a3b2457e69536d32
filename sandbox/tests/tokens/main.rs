//! The token host through its public door.

mod authorize;
mod discovery;
mod endpoint;
mod flow;
mod forgeries;
mod http;
mod introspection;
mod refresh;
mod rotation;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/token_host.rs"]
mod token_host;
