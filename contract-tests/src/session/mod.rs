//! A run against one deployment: what the plan and the checks ask and send through.

mod again;
mod answer;
mod ask;
mod authorize;
mod bare;
mod create;
mod expired;
mod explore;
mod judge;
mod lacks;
mod ledger;
pub mod mcp;
pub mod paging;
mod part;
mod readable;
mod record;
mod shapes;
mod sunsets;
mod tokens;
mod twin;
mod walk;
pub mod webhooks;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Instant;

use anyhow::Result;
use spec::model::Operation;

pub use self::answer::{Answer, Stop};
pub use self::ask::{Ask, Who};
pub use self::bare::Bare;
pub use self::create::Created;
pub(crate) use self::expired::LEEWAY;
pub use self::ledger::Ledger;
pub use self::paging::{Next, Paging, Told};
pub use self::part::Accepted;
pub use self::record::Recorder;
pub use self::sunsets::Announced;
pub use self::tokens::Token;
pub use self::walk::Page;
use crate::check::Check;
use crate::credentials::{Credentials, Identity};
use crate::description::Description;
use crate::drift::Drift;
use crate::exchange::{Exchange, Failure, Host, Purpose, Request};
use crate::gathered::{FindingKey, Gathered};
use crate::history::History;
use crate::pool::Pool;
use crate::profile::Profile;
use crate::redact::Redactor;
use crate::replay::Replay;
use crate::resources::Resources;
use crate::validate::{Direction, Validator};
use crate::values::Schemas;
use crate::wire::{Transport, TransportOptions};

/// The greatest body that is read of an answer.
const LARGEST_BODY: usize = 32 * 1024 * 1024;

/// A run against one deployment.
#[derive(Debug)]
pub struct Session {
    /// The description that the deployment is judged by.
    pub description: Arc<Description>,
    /// What the run may do.
    pub profile: Profile,
    /// Who it asks as.
    pub credentials: Credentials,
    /// The resources of the description.
    pub resources: Resources,
    /// What is known to exist.
    pub pool: Pool,
    /// What the run has seen.
    pub gathered: Gathered,
    /// Judges answers by their schemas.
    pub answers: Validator,
    /// Judges requests by their schemas.
    pub requests: Validator,
    /// What the deployment shows and the description does not have.
    pub drift: Drift,
    /// Takes secrets out of what is recorded.
    pub redactor: Redactor,
    /// What the run has made.
    pub ledger: Ledger,
    /// The schemas that values are made of.
    pub schemas: Arc<Schemas>,
    /// The checks that are run.
    pub checks: Vec<&'static Check>,
    /// Findings of earlier runs, which this one begins with.
    pub regressions: Vec<Replay>,
    /// Bodies that the deployment has accepted, by operation.
    pub accepted: RwLock<Accepted>,
    mcp: mcp::Cache,
    webhooks: webhooks::Cache,
    /// What earlier runs saw, where that is kept.
    pub history: Option<History>,
    /// The description of an earlier day, where one is at hand.
    pub baseline: Option<Description>,
    transport: Transport,
    tokens: tokens::Tokens,
    expired: expired::Cache,
    started: Instant,
    sent: AtomicU64,
    names: AtomicU64,
    stopped: AtomicBool,
}

impl Session {
    /// Sets a run up; nothing is sent yet.
    ///
    /// # Errors
    /// When the addresses or this machine's certificates cannot be used.
    pub fn new(
        description: Arc<Description>,
        profile: Profile,
        credentials: Credentials,
        checks: Vec<&'static Check>,
    ) -> Result<Self> {
        let transport = Transport::new(&TransportOptions {
            base_url: profile.base_url.clone(),
            auth_url: profile.auth_url.clone(),
            timeout: profile.timeout,
            largest_body: LARGEST_BODY,
        })?;
        let redactor = Redactor::default();
        for identity in &credentials.identities {
            for secret in identity.secrets() {
                redactor.learn(secret.reveal());
            }
            for (name, secret) in identity.pairs() {
                redactor.learn_pair(name, secret.reveal());
            }
        }
        Ok(Self {
            resources: Resources::of(&description),
            answers: Validator::new(&description.api, Direction::Response),
            requests: Validator::new(&description.api, Direction::Request),
            schemas: Arc::new(Schemas::new(&description.api)),
            pool: Pool::default(),
            gathered: Gathered::default(),
            drift: Drift::default(),
            ledger: Ledger::default(),
            regressions: Vec::new(),
            accepted: RwLock::default(),
            mcp: mcp::Cache::default(),
            webhooks: webhooks::Cache::default(),
            history: None,
            baseline: None,
            tokens: tokens::Tokens::default(),
            expired: expired::Cache::default(),
            started: Instant::now(),
            sent: AtomicU64::new(0),
            names: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            transport,
            redactor,
            description,
            profile,
            credentials,
            checks,
        })
    }

    /// The identity that is judged; one without credentials where none was given.
    #[must_use]
    pub fn judged(&self) -> &Identity {
        static NOBODY: std::sync::LazyLock<Identity> = std::sync::LazyLock::new(Identity::default);
        self.credentials.judged().unwrap_or(&NOBODY)
    }

    /// The host that an operation is on.
    #[must_use]
    pub fn host(&self, operation: &Operation) -> Host {
        self.description.host(operation)
    }

    /// The address of a host, without a slash at its end.
    #[must_use]
    pub fn address(&self, host: Host) -> Option<&str> {
        self.transport.address(host)
    }

    /// Whether the run may go on: requests and time are left, and nobody has stopped it.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.sent.load(Ordering::Relaxed) < self.profile.max_requests
            && self.started.elapsed() < self.profile.max_time
            && !self.stopped.load(Ordering::Relaxed)
    }

    /// Ends the run early: nothing more is sent but what ends things.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// How long the run has been going on.
    #[must_use]
    pub fn elapsed(&self) -> std::time::Duration {
        self.started.elapsed()
    }

    /// A name for something that this run makes, by which people recognise it.
    #[must_use]
    pub fn next_name(&self) -> String {
        format!("conformance-{:x}-{}", self.profile.seed, self.next_number())
    }

    /// Sends a request, records it, and lets every check look at it.
    pub async fn send(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.send_and_tell(request, purpose).await.0
    }

    /// As [`Self::send`], and tells which findings are new.
    pub async fn send_and_tell(
        &self,
        request: Request,
        purpose: Purpose,
    ) -> (Arc<Exchange>, Vec<FindingKey>) {
        let exchange = self.exchange_again(request, purpose).await;
        self.gathered.lock().count(&exchange);
        let new = self.judge(&exchange);
        (exchange, new)
    }

    /// Sends a request that nothing is recorded of and no check looks at.
    pub async fn exchange(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        let at = self.started.elapsed();
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        let outcome = if number > self.profile.max_requests || at > self.profile.max_time {
            Err(Failure::OverBudget)
        } else {
            self.transport.send(&request).await
        };
        let elapsed = self.started.elapsed().saturating_sub(at);
        Arc::new(Exchange {
            number,
            purpose,
            request,
            outcome,
            at,
            elapsed,
        })
    }
}
