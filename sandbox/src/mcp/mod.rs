//! The MCP endpoint, `{auth_url}/mcp`: every operation of the service as a tool.
//!
//! It speaks the Streamable HTTP transport of two eras of the [Model Context Protocol]: revision
//! 2026-07-28, in which each request stands alone, and the revisions up to 2025-11-25, which begin
//! with `initialize`. For both it keeps nothing between requests, so any number of instances can
//! appear behind one address: no session ids, no streams, one JSON object for a response.
//!
//! A request passes the [gate](self::gate), which knows HTTP, credentials and scopes, then `rmcp`,
//! which knows the protocol, then the [handler](self::handler), which knows tools. A tool is called
//! by sending the request of its operation to the router of the host that serves it, inside this
//! process: `generated/mcp` says how.
//!
//! [Model Context Protocol]: https://modelcontextprotocol.io/specification/2026-07-28

mod answer;
mod binding;
mod caller;
mod catalog;
mod gate;
mod handler;
mod message;
mod negotiate;
mod origin;
mod refusal;
mod request;
mod tokens;

use std::sync::Arc;

use anyhow::Context as _;
use axum::Router;
use axum::routing::any;

use self::catalog::Catalog;
use self::gate::Gate;
use self::handler::Tools;
use self::origin::Neighbours;
pub use self::tokens::BearerTokens;

/// What a filter of the log should say of `rmcp`: it tells every request at `info`, and at `debug`
/// what was asked and answered, in which there are secrets.
pub const LOG_DIRECTIVE: &str = "rmcp=warn";

/// The routers of the hosts whose operations the tools are.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// The resource host.
    pub resource: Router,
    /// The token host, without the MCP endpoint itself.
    pub token: Router,
}

/// The route `/mcp` of the token host at `auth_url`, for callers that `tokens` authenticates.
///
/// # Errors
/// When `auth_url` is not a URL, or the generated MCP data needs more than is supported here.
pub fn router<T: BearerTokens>(auth_url: &str, tokens: T, hosts: Hosts) -> anyhow::Result<Router> {
    let catalog = Catalog::shared()?;
    let neighbours = Neighbours::of(auth_url).context("the address of the token host")?;
    let tools = Tools::new(catalog, hosts);
    let gate = Gate::new(auth_url, tokens, neighbours, tools);
    Ok(Router::new().route("/mcp", any(gate::serve::<T>).with_state(Arc::new(gate))))
}
