//! The token host through its public interface.

mod api_clients;
mod authorize;
mod discovery;
mod endpoint;
mod flow;
mod forgeries;
mod introspection;
mod reasons;
mod refresh;
mod rotation;
