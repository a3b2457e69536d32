//! Routes, by host.

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn;
use axum::routing::get;
use axum::{Json, Router};
use server::runtime::Config;

use crate::controls::guard::only_local;
use crate::delivery::Targets;
use crate::mcp;
use crate::observe::{self, Metrics, Operations};
use crate::options::Options;
use crate::resource::Resource;
use crate::serve::Limits;
use crate::store::Store;
use crate::tokens::{self, Addresses, TokenHost};
use crate::{console, controls, docs, pages};

/// The protection space of challenges (RFC 9110 §11.5).
const REALM: &str = "marketplace";

/// The parts of both hosts.
#[derive(Debug)]
pub struct Hosts {
    /// The options.
    pub options: Options,
    /// The limits of requests.
    pub limits: Limits,
    /// The addresses of both hosts.
    pub addresses: Addresses,
    /// The database.
    pub store: Store,
    /// The operations of the token host.
    pub tokens: TokenHost,
    /// The counters.
    pub metrics: Metrics,
}

impl Hosts {
    /// Returns the allowed addresses of webhooks.
    pub fn targets(&self) -> Targets {
        if self.options.allow_loopback_webhooks {
            Targets::with_loopback()
        } else {
            Targets::default()
        }
    }

    /// Returns the resource host: the API, its reference, and on loopback the console.
    pub fn resource(&self) -> (Router, Operations) {
        let (api, operations) = self.api();
        (api.merge(self.besides()), operations)
    }

    /// Returns the token host: OAuth, and MCP, whose tools are the operations of both hosts.
    ///
    /// # Errors
    /// Returns an error if the tools do not match the description.
    pub fn token(&self) -> anyhow::Result<(Router, Operations)> {
        let (token, operations) = self.tokens.clone().router(self.config());
        let tools = mcp::Hosts {
            resource: self.api().0,
            token: token.clone(),
        };
        let tokens = self.tokens.access_tokens();
        let mcp = mcp::router(&self.addresses.auth_url, tokens, tools)?;
        let router = token.merge(mcp).merge(observe::health(self.store.clone()));
        Ok((router, operations.and(&types::operations::SEND_MCP_MESSAGE)))
    }

    fn api(&self) -> (Router, Operations) {
        let metadata = tokens::protected_resource_url(&self.addresses.base_url);
        Resource::new(self.store.clone(), self.tokens.access_tokens())
            .webhook_targets(self.targets())
            .router(self.config().resource_metadata(metadata))
    }

    fn config(&self) -> Config {
        Config::default()
            .realm(REALM)
            .max_body_bytes(self.limits.body_bytes)
    }

    /// Returns what the resource host has in addition to the API.
    fn besides(&self) -> Router {
        let router = docs::router(&self.addresses)
            .merge(pages::common())
            .merge(observe::health(self.store.clone()))
            .merge(self.counts())
            .merge(metadata(&self.addresses));
        if !self.options.is_local() {
            return router;
        }
        router
            .merge(
                controls::router(self.store.clone(), self.tokens.clone())
                    .layer(DefaultBodyLimit::max(self.limits.body_bytes)),
            )
            .merge(console::router(&self.addresses, self.options.seed))
    }

    fn counts(&self) -> Router {
        let counts = observe::metrics(self.metrics.clone());
        if self.options.metrics_public {
            counts
        } else {
            counts.layer(from_fn(only_local))
        }
    }
}

/// Returns the metadata of the resource host as a protected resource (RFC 9728), which its
/// challenges link to.
fn metadata(addresses: &Addresses) -> Router {
    let document = tokens::protected_resource(addresses, &addresses.base_url);
    let answer = move || async move { document.map(Json).ok_or(StatusCode::NOT_FOUND) };
    Router::new().route("/.well-known/oauth-protected-resource", get(answer))
}
