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
mod setup;
mod shapes;
mod sunsets;
mod token_command;
mod tokens;
mod unclear_creations;
mod unit;
mod walk;
pub mod webhooks;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use spec::model::Operation;

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
use crate::event::{Event, FindingKey};
use crate::profile::Profile;
use crate::redact::Redactor;
use crate::run_state::RunState;
use crate::trace::Trace;
pub use crate::wire::Waits;
use crate::wire::{Pace, Transport};
use crate::world::World;
pub use conformance_core::answer::Answer;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Exchange, Failure, Host, Purpose, Request};
use conformance_core::intent::Intent;
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

    /// Sends a request, records it, and passes the exchange to every check.
    pub async fn send(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.send_for_findings(request, purpose).await.0
    }

    /// Sends a request as [`Self::send`] does, and also returns which findings are new.
    pub async fn send_for_findings(
        &self,
        request: Request,
        purpose: Purpose,
    ) -> (Arc<Exchange>, Vec<FindingKey>) {
        self.look_at(self.exchange_again(request, purpose).await)
    }

    /// Sends a request as [`Self::send`] does, without retries.
    pub async fn send_once(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.look_at(self.exchange_once(request, purpose).await).0
    }

    /// Records an exchange, and passes it to every check.
    fn look_at(&self, exchange: Arc<Exchange>) -> (Arc<Exchange>, Vec<FindingKey>) {
        if !exchange.is_sent() {
            return (exchange, Vec::new());
        }
        self.emit(&Event::Exchanged(Arc::clone(&exchange)));
        let new = self.check_exchange(&exchange);
        (exchange, new)
    }

    /// Sends a request that is neither recorded nor checked. Nothing is sent that the guard
    /// withholds or the budget does not cover. A request that is refused for its rate is retried
    /// after the time that the deployment demands.
    pub async fn exchange(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        let mut number = 0;
        loop {
            let exchange = self.exchange_once(request.clone(), purpose.clone()).await;
            let Some(pause) = self.pause(&exchange, number) else {
                return exchange;
            };
            tokio::time::sleep(pause).await;
            number += 1;
        }
    }

    /// Sends a request as [`Self::exchange`] does, without retries.
    pub async fn exchange_once(&self, mut request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.complete(&mut request);
        self.look_below(&request).await;
        self.shared.pace.turn().await;
        let at = self.elapsed();
        let (number, outcome) = match self.admit(&request) {
            Ok(number) => (number, self.shared.transport.send(&request).await),
            Err(failure) => (0, Err(failure)),
        };
        let exchange = Exchange {
            number,
            purpose,
            request,
            outcome,
            at,
            elapsed: self.elapsed().saturating_sub(at),
        };
        self.settle(&exchange).await;
        let exchange = Arc::new(exchange);
        self.shared.trace.keep(&exchange);
        exchange
    }

    /// Returns how long to wait before retrying a request that was refused for its rate.
    fn pause(&self, exchange: &Exchange, number: u32) -> Option<Duration> {
        let pause =
            self.shared
                .pace
                .pause(exchange.response(), number, self.shared.budget.time_left())?;
        self.may_go_on().then_some(pause)
    }

    /// Adds the header fields that every request has.
    fn complete(&self, request: &mut Request) {
        let missing = self
            .profile
            .reach
            .missing(|name| request.header(name).is_some());
        let missing: Vec<_> = missing.collect();
        request.headers.extend(missing);
    }

    /// Returns how long the run has waited because of rate limits.
    #[must_use]
    pub fn waits(&self) -> Waits {
        self.shared.pace.waits()
    }

    /// Reads what is below an item that a request deletes, if the guard needs it.
    ///
    /// Boxed because reading sends a request.
    fn look_below<'s>(
        &'s self,
        request: &'s Request,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 's>> {
        Box::pin(async move {
            for (list, entry) in self.world.guard.lists_below(request) {
                let builder = self.prepare(list).intent(Intent::Sequence);
                let builder = if entry.identity.is_empty() {
                    builder
                } else {
                    builder.as_identity(&entry.identity)
                };
                let request = builder.bind(&entry.bindings).filled().request().await;
                if let Ok((request, purpose)) = request {
                    self.exchange(request, purpose).await;
                }
            }
        })
    }

    /// Returns the number of a request that may be sent. Nothing is sent without one.
    fn admit(&self, request: &Request) -> Result<u64, Failure> {
        if self.is_gone() {
            return Err(Failure::OverBudget);
        }
        self.world
            .guard
            .permit(request)
            .map_err(Failure::Withheld)?;
        let number = self.shared.budget.next().ok_or(Failure::OverBudget)?;
        self.world.guard.begin(number, request);
        Ok(number)
    }

    /// Records what an exchange shows: which items exist, and that the deployment responds.
    async fn settle(&self, exchange: &Exchange) {
        if exchange.is_sent() {
            self.world.guard.absorb(exchange);
            self.follow(exchange);
            self.prove(Some(exchange.number)).await;
            self.look_ahead(exchange).await;
            self.note_liveness(exchange).await;
        }
        self.world.guard.finish(exchange.number);
    }
}
