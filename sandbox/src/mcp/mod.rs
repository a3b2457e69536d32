//! The MCP endpoint, `{auth_url}/mcp`: every operation of the service as a tool.
//!
//! It supports the Streamable HTTP transport of two eras of the [Model Context Protocol]: revision
//! 2026-07-28, whose requests are independent, and the revisions up to 2025-11-25, which begin with
//! `initialize`. It keeps no state between requests, so that any number of instances can share one
//! address: no session ids, no streams, one JSON object in each response.
//!
//! A request passes the [gate](self::gate), which handles HTTP, credentials and scopes, then
//! `rmcp`, which handles the protocol, then the [handler](self::handler), which handles tools. A
//! tool call is sent as the request of its operation to the router of its host, within this
//! process, as `generated/mcp` describes.
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

/// The log directive for `rmcp`: at `info` it logs every request, and at `debug` the contents,
/// which include secrets.
pub const LOG_DIRECTIVE: &str = "rmcp=warn";

/// The routers of the hosts that serve the tools' operations.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// The resource host.
    pub resource: Router,
    /// The token host, without the MCP endpoint itself.
    pub token: Router,
}

/// Returns the route `/mcp` of the token host at `auth_url`, for callers that `tokens`
/// authenticates.
///
/// # Errors
/// Returns an error if `auth_url` is not a URL, or the generated MCP data requires something
/// unsupported.
pub fn router<T: BearerTokens>(auth_url: &str, tokens: T, hosts: Hosts) -> anyhow::Result<Router> {
    let catalog = Catalog::shared()?;
    let neighbours = Neighbours::of(auth_url).context("the address of the token host")?;
    let tools = Tools::new(catalog, hosts);
    let gate = Gate::new(auth_url, tokens, neighbours, tools);
    Ok(Router::new().route("/mcp", any(gate::serve::<T>).with_state(Arc::new(gate))))
}
