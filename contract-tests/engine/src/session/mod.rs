//! A run against one deployment: the plan and the checks build and send requests through it.

mod accepted;
mod authorize;
mod bare;
mod budget;
mod by_products;
mod clean_up;
mod create;
mod exchange_checks;
mod expired;
mod explore;
mod follow;
mod generated_ids;
mod learn_creation;
mod liveness;
mod look_ahead;
pub mod mcp;
mod misplaced;
mod missing_inputs;
mod observe;
mod read_created;
mod readable;
mod record;
mod request_builder;
mod retry;
mod safe;
mod send;
mod setup;
mod shapes;
mod sunsets;
mod token_command;
mod tokens;
mod unclear_creations;
mod unit;
mod walk;
pub mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use spec::model::Operation;
use tokio::sync::{Semaphore, SemaphorePermit};

pub use self::accepted::LedTo;
pub use self::bare::Bare;
pub use self::budget::Spent;
pub use self::create::Created;
pub use self::exchange_checks::{Seen, SelectedCheck};
pub use self::expired::LEEWAY;
pub use self::observe::Observer;
pub use self::record::Recorder;
pub use self::request_builder::{RequestBuilder, Who};
pub use self::setup::Setup;
pub use self::sunsets::Announced;
pub use self::tokens::Token;
use self::unit::Unit;
pub use self::walk::Page;
use crate::credentials::{Credentials, Identity};
use crate::profile::Profile;
use crate::redact::Redactor;
use crate::run_state::RunState;
use crate::trace::Trace;
pub use crate::wire::Waits;
use crate::wire::{Pace, Transport};
use crate::world::World;
pub use conformance_core::answer::Answer;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::Host;
pub use conformance_core::paging::{Next, NextHint, Paging};
pub use conformance_core::stop::Stop;

/// Sends the requests of a run, or of one unit of its plan, and records what they show. Clones are
/// cheap and belong to the same run.
#[derive(Debug, Clone)]
pub struct Session {
    /// The description that the deployment is checked against.
    pub description: Arc<Description>,
    /// What the run may do.
    pub profile: Arc<Profile>,
    /// The identities that it sends requests as.
    pub credentials: Arc<Credentials>,
    /// What exists, and what the run may touch.
    pub world: Arc<World>,
    /// What the run has seen.
    pub state: Arc<RunState>,
    /// Removes secrets from what is recorded.
    pub redactor: Arc<Redactor>,
    shared: Arc<Shared>,
    unit: Unit,
}

/// What sends requests, and what all units of a run have in common.
#[derive(Debug)]
struct Shared {
    checks: Vec<SelectedCheck>,
    observers: Vec<Box<dyn Observer>>,
    trace: Trace,
    transport: Transport,
    pace: Pace,
    /// Permits for large bodies.
    large: Semaphore,
    budget: budget::Budget,
    liveness: liveness::Liveness,
    bare: bare::Sent,
    tokens: tokens::Tokens,
    expired: expired::Cache,
    mcp: mcp::Cache,
    webhooks: webhooks::Cache,
}

impl Session {
    /// Returns the handle that sends the requests of a unit of the plan.
    #[must_use]
    pub fn for_unit(&self, index: usize) -> Self {
        Self {
            unit: Unit::of_plan(index),
            ..self.clone()
        }
    }

    /// Returns the checks of the run.
    #[must_use]
    pub fn checks(&self) -> &[SelectedCheck] {
        &self.shared.checks
    }

    /// Returns the requests that got a response, from which tests are written.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.shared.trace
    }

    /// Returns a number that is unique in this run, and the same in every run with the same seed.
    #[must_use]
    pub fn next_number(&self) -> u64 {
        self.unit.next_number()
    }

    /// Returns a body that an operation has accepted before.
    #[must_use]
    pub fn accepted_body(&self, operation: OperationId) -> Option<Value> {
        self.world.accepted.get(self.unit.index(), operation)
    }

    /// Records the first body that an operation has accepted.
    pub fn accept(&self, operation: OperationId, body: Value) {
        self.world.accepted.add(self.unit.index(), operation, body);
    }

    /// Returns the identity under test, or one without credentials if none was given.
    #[must_use]
    pub fn primary(&self) -> &Identity {
        static NOBODY: std::sync::LazyLock<Identity> = std::sync::LazyLock::new(Identity::default);
        self.credentials.primary().unwrap_or(&NOBODY)
    }

    /// Returns the host of an operation.
    #[must_use]
    pub fn host(&self, operation: &Operation) -> Host {
        self.description.host(operation)
    }

    /// Returns the address of a host, without a slash at its end.
    #[must_use]
    pub fn address(&self, host: Host) -> Option<&str> {
        self.shared.transport.address(host)
    }

    /// Returns whether the run may go on: it has requests and time left, was not stopped, and the
    /// deployment responds.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.shared.budget.is_left() && !self.is_gone()
    }

    /// Waits until a large body may be built, and returns the permit for it. It bounds how much
    /// memory large bodies take at the same time.
    pub async fn permit_large(&self) -> Option<SemaphorePermit<'_>> {
        self.shared.large.acquire().await.ok()
    }

    /// Returns what the run has spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.shared.budget.spent()
    }

    /// Returns how many requests each of the remaining parts of the plan may send: at least one. The
    /// rate at which time allows requests is measured since the plan began.
    #[must_use]
    pub fn share(&self, parts: usize, begun: Spent) -> usize {
        let share = self.shared.budget.requests_left(begun) / (parts.max(1) as u64);
        usize::try_from(share).unwrap_or(usize::MAX).max(1)
    }

    /// Makes the requests and the time available that were reserved for the last checks.
    pub fn spend_reserve(&self) {
        self.shared.budget.spend_reserve();
    }

    /// Ends the run early: only requests that clean up are sent from now on.
    pub fn stop(&self) {
        self.shared.budget.stop();
    }

    /// Returns the time since the run began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.shared.budget.elapsed()
    }

    /// Returns how long the run has waited because of rate limits.
    #[must_use]
    pub fn waits(&self) -> Waits {
        self.shared.pace.waits()
    }
}
