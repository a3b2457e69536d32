//! The resource host: every operation below `/org/{orgId}`.

mod agreements;
mod api_clients;
mod authenticate;
mod buyers;
mod disbursements;
mod entitlements;
mod events;
mod offers;
mod organization;
mod period;
mod products;
mod quotas;
mod referrals;
mod refusals;
mod reports;
mod usage;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use server::runtime::{Config, Routes};
use types::OrgId;

use crate::delivery::Targets;
use crate::failure::Failure;
use crate::observe::Operations;
use crate::principal::Principal;
use crate::store::{Recent, Store, Work};
use crate::tokens::AccessTokens;

#[cfg(test)]
pub(crate) use self::period::USUAL_DAYS;
pub(crate) use self::refusals::reply as refusal;

/// The operations of the resource host.
#[derive(Debug, Clone)]
pub struct Resource {
    store: Store,
    tokens: AccessTokens,
    targets: Targets,
    /// The owners of recently used API keys.
    keys: Recent<Option<Principal>>,
}

impl Resource {
    /// Creates the host, with a database and the verification of access tokens.
    #[must_use]
    pub fn new(store: Store, tokens: AccessTokens) -> Self {
        Self {
            keys: Recent::of(&store),
            store,
            tokens,
            targets: Targets::default(),
        }
    }

    /// Sets the allowed addresses of webhooks; by default, public ones.
    #[must_use]
    pub fn webhook_targets(self, targets: Targets) -> Self {
        Self { targets, ..self }
    }

    /// Returns the router and the list of all its operations.
    pub fn router(self, config: Config) -> (Router, Operations) {
        let routes = self.routes();
        let operations = routes.operations().collect();
        (
            routes.into_router(config.on_rejection(refusals::reply)),
            operations,
        )
    }

    fn routes(self) -> Routes {
        let api = Arc::new(self);
        server::organization::routes(&api)
            .merge(server::products::routes(&api))
            .merge(server::offers::routes(&api))
            .merge(server::agreements::routes(&api))
            .merge(server::entitlements::routes(&api))
            .merge(server::usage::routes(&api))
            .merge(server::reports::routes(&api))
            .merge(server::buyers::routes(&api))
            .merge(server::referrals::routes(&api))
            .merge(server::disbursements::routes(&api))
            .merge(server::events::routes(&api))
            .merge(server::webhooks::routes(&api))
            .merge(server::api_clients::routes(&api))
            .merge(server::quotas::routes(&api))
    }

    /// Begins to read the caller's organization.
    async fn read(&self, org: &OrgId) -> Result<Work, Failure> {
        self.store.read(&org.0).await?.ok_or(Failure::NotFound)
    }

    /// Begins to read the caller's organization with several statements that must be consistent.
    async fn snapshot(&self, org: &OrgId) -> Result<Work, Failure> {
        self.store.snapshot(&org.0).await?.ok_or(Failure::NotFound)
    }

    /// Begins to change the caller's organization.
    async fn change(&self, org: &OrgId) -> Result<Work, Failure> {
        self.store.change(&org.0).await?.ok_or(Failure::NotFound)
    }
}

/// Returns the address of a resource of an organization, relative to the resource host.
fn location(org: &OrgId, segments: &[&str]) -> String {
    format!("/org/{}/{}", org.0, segments.join("/"))
}
