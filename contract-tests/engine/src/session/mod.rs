//! A run against one deployment: the plan and the checks build and send requests through it.

mod accepted;
mod authorize;
mod bare;
mod budget;
mod by_products;
mod clean_up;
mod create;
mod expired;
mod explore;
mod follow;
mod generated_ids;
mod judge;
mod learn_creation;
mod liveness;
mod look_ahead;
pub mod mcp;
mod misplaced;
mod missing_inputs;
mod plan_parts;
mod read_created;
mod readable;
mod record;
mod request_builder;
mod retry;
mod safe;
mod shapes;
mod sunsets;
mod token_command;
mod tokens;
mod unclear_creations;
mod walk;
pub mod webhooks;

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use anyhow::Result;
use spec::model::Operation;

pub use self::accepted::LedTo;
pub use self::bare::Bare;
pub use self::budget::Spent;
pub use self::create::Created;
pub use self::expired::LEEWAY;
pub use self::judge::{Judge, Seen};
pub use self::plan_parts::Accepted;
pub use self::record::Recorder;
pub use self::request_builder::{RequestBuilder, Who};
pub use self::sunsets::Announced;
pub use self::tokens::Token;
pub use self::walk::Page;
use crate::credentials::{Credentials, Identity};
use crate::drift::Drift;
use crate::guard::Guard;
use crate::history::History;
use crate::pool::Pool;
use crate::profile::Profile;
use crate::redact::Redactor;
use crate::run_state::{FindingKey, RunState};
use crate::trace::Trace;
pub use crate::wire::Waits;
use crate::wire::{Pace, Transport, TransportOptions};
pub use conformance_core::answer::Answer;
use conformance_core::description::Description;
use conformance_core::exchange::{Exchange, Failure, Host, Purpose, Request};
use conformance_core::intent::Intent;
pub use conformance_core::paging::{Next, NextHint, Paging};
use conformance_core::resources::Resources;
pub use conformance_core::stop::Stop;
use conformance_core::validate::{Direction, Validator};
use conformance_core::values::Schemas;

/// The maximum number of bytes of a response's body that are read.
const LARGEST_BODY: usize = 32 * 1024 * 1024;

/// A run against one deployment.
#[derive(Debug)]
pub struct Session {
    /// The description that the deployment is checked against.
    pub description: Arc<Description>,
    /// What the run may do.
    pub profile: Profile,
    /// The identities that it sends requests as.
    pub credentials: Credentials,
    /// The resources of the description.
    pub resources: Arc<Resources>,
    /// Decides what may be sent, and keeps what the run has created.
    pub guard: Guard,
    /// The items that are known to exist.
    pub pool: Pool,
    /// What the run has seen.
    pub state: RunState,
    /// Validates responses against their schemas.
    pub answers: Validator,
    /// Validates requests against their schemas.
    pub requests: Arc<Validator>,
    /// Differences between the deployment and the description.
    pub drift: Drift,
    /// Removes secrets from what is recorded.
    pub redactor: Redactor,
    /// The schemas from which values are generated.
    pub schemas: Arc<Schemas>,
    /// The checks that are run.
    pub judges: Vec<Judge>,
    /// The requests that got a response, if tests are written from the findings.
    pub trace: Trace,
    /// Bodies that the deployment has accepted, by operation.
    pub accepted: RwLock<Accepted>,
    mcp: mcp::Cache,
    webhooks: webhooks::Cache,
    /// What earlier runs saw, if a history is kept.
    pub history: Option<History>,
    /// The description of an earlier day, if there is one.
    pub baseline: Option<Description>,
    transport: Transport,
    pace: Pace,
    bare: bare::Sent,
    tokens: tokens::Tokens,
    expired: expired::Cache,
    budget: budget::Budget,
    liveness: liveness::Liveness,
    names: AtomicU64,
}

impl Session {
    /// Sets up a run without sending anything.
    ///
    /// # Errors
    /// Returns an error if the addresses or this machine's certificates cannot be used.
    pub fn new(
        description: Arc<Description>,
        mut profile: Profile,
        credentials: Credentials,
        judges: Vec<Judge>,
    ) -> Result<Self> {
        if profile.auth_url.is_none() {
            profile.auth_url = description.own_token_host(&profile.base_url);
        }
        let transport = Transport::new(&TransportOptions {
            base_url: profile.base_url.clone(),
            auth_url: profile.auth_url.clone(),
            timeout: profile.timeout,
            largest_body: LARGEST_BODY,
            reach: profile.reach.clone(),
        })?;
        let redactor = Redactor::default();
        for header in profile.reach.headers.iter().filter(|one| one.is_secret) {
            redactor.learn(header.value.reveal());
        }
        for identity in &credentials.identities {
            for secret in identity.secrets() {
                redactor.learn(secret.reveal());
            }
            for (name, secret) in identity.pairs() {
                redactor.learn_pair(name, secret.reveal());
            }
        }
        let resources = Arc::new(Resources::of(&description));
        let requests = Arc::new(Validator::new(&description.api, Direction::Request));
        Ok(Self {
            guard: Guard::new(&description, &resources, &requests, &profile, &credentials)
                .proving(),
            answers: Validator::new(&description.api, Direction::Response),
            schemas: Arc::new(Schemas::new(&description.api)),
            pool: Pool::default(),
            state: RunState::default(),
            drift: Drift::default(),
            trace: Trace::default(),
            accepted: RwLock::default(),
            mcp: mcp::Cache::default(),
            webhooks: webhooks::Cache::default(),
            history: None,
            baseline: None,
            tokens: tokens::Tokens::default(),
            expired: expired::Cache::default(),
            budget: budget::Budget::new(&profile),
            liveness: liveness::Liveness::default(),
            names: AtomicU64::new(0),
            pace: Pace::new(profile.reach.rate),
            bare: bare::Sent::default(),
            resources,
            requests,
            transport,
            redactor,
            description,
            profile,
            credentials,
            judges,
        })
    }

    /// Returns the identity under test, or one without credentials if none was given.
    #[must_use]
    pub fn judged(&self) -> &Identity {
        static NOBODY: std::sync::LazyLock<Identity> = std::sync::LazyLock::new(Identity::default);
        self.credentials.judged().unwrap_or(&NOBODY)
    }

    /// Returns the host of an operation.
    #[must_use]
    pub fn host(&self, operation: &Operation) -> Host {
        self.description.host(operation)
    }

    /// Returns the address of a host, without a slash at its end.
    #[must_use]
    pub fn address(&self, host: Host) -> Option<&str> {
        self.transport.address(host)
    }

    /// Returns whether the run may go on: it has requests and time left, was not stopped, and the
    /// deployment responds.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.budget.is_left() && !self.is_gone()
    }

    /// Returns what the run has spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.budget.spent()
    }

    /// Returns how many requests each of the remaining parts of the plan may send: at least one. The
    /// rate at which time allows requests is measured since the plan began.
    #[must_use]
    pub fn share(&self, parts: usize, begun: Spent) -> usize {
        let share = self.budget.requests_left(begun) / (parts.max(1) as u64);
        usize::try_from(share).unwrap_or(usize::MAX).max(1)
    }

    /// Ends the run early: only requests that clean up are sent from now on.
    pub fn stop(&self) {
        self.budget.stop();
    }

    /// Returns the time since the run began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
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
        self.state.lock().count(&exchange);
        let new = self.judge(&exchange);
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
        self.pace.turn().await;
        let at = self.elapsed();
        let (number, outcome) = match self.admit(&request) {
            Ok(number) => (number, self.transport.send(&request).await),
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
        self.trace.keep(&exchange);
        exchange
    }

    /// Returns how long to wait before retrying a request that was refused for its rate.
    fn pause(&self, exchange: &Exchange, number: u32) -> Option<Duration> {
        let pause = self
            .pace
            .pause(exchange.response(), number, self.budget.time_left())?;
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
        self.pace.waits()
    }

    /// Reads what is below an item that a request deletes, if the guard needs it.
    ///
    /// Boxed because reading sends a request.
    fn look_below<'s>(
        &'s self,
        request: &'s Request,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 's>> {
        Box::pin(async move {
            for (list, entry) in self.guard.lists_below(request) {
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
        self.guard.permit(request).map_err(Failure::Withheld)?;
        let number = self.budget.next().ok_or(Failure::OverBudget)?;
        self.guard.begin(number, request);
        Ok(number)
    }

    /// Records what an exchange shows: which items exist, and that the deployment responds.
    async fn settle(&self, exchange: &Exchange) {
        if exchange.is_sent() {
            self.guard.absorb(exchange);
            self.follow(exchange);
            self.prove(Some(exchange.number)).await;
            self.look_ahead(exchange).await;
            self.note_liveness(exchange).await;
        }
        self.guard.finish(exchange.number);
    }
}
