//! The inputs of a run.

use std::sync::Arc;

use anyhow::Result;
use tokio::sync::Semaphore;

use super::unit::Unit;
use super::{Observer, SelectedCheck, Session, Shared};
use super::{bare, budget, expired, liveness, mcp, tokens, webhooks};
use crate::accepted_bodies::AcceptedBodies;
use crate::credentials::Credentials;
use crate::drift::Drift;
use crate::guard::Guard;
use crate::history::History;
use crate::pool::Pool;
use crate::profile::Profile;
use crate::redact::Redactor;
use crate::run_state::RunState;
use crate::trace::Trace;
use crate::wire::{Pace, Transport, TransportOptions};
use crate::world::World;
use conformance_core::description::Description;
use conformance_core::resources::Resources;
use conformance_core::validate::{Direction, Validator};
use conformance_core::values::Schemas;

/// The maximum number of bytes of a response's body that are read.
const LARGEST_BODY: usize = 32 * 1024 * 1024;

/// How many large bodies exist at the same time.
const LARGE_AT_ONCE: usize = 2;

/// The inputs of a run. Nothing is sent before [`Setup::start`].
#[derive(Debug)]
pub struct Setup {
    /// The description that the deployment is checked against.
    pub description: Arc<Description>,
    /// What the run may do.
    pub profile: Profile,
    /// The identities that it sends requests as.
    pub credentials: Credentials,
    /// The checks that are run.
    pub checks: Vec<SelectedCheck>,
    /// What earlier runs saw, if a history is kept.
    pub history: Option<History>,
    /// The description of an earlier day, if there is one.
    pub baseline: Option<Description>,
    /// Watch the run.
    pub observers: Vec<Box<dyn Observer>>,
    /// Keeps the requests that got a response, if tests are written from the findings.
    pub trace: Trace,
}

impl Setup {
    /// Returns the inputs of a run without history.
    #[must_use]
    pub fn new(
        description: Arc<Description>,
        profile: Profile,
        credentials: Credentials,
        checks: Vec<SelectedCheck>,
    ) -> Self {
        Self {
            description,
            profile,
            credentials,
            checks,
            history: None,
            baseline: None,
            observers: Vec::new(),
            trace: Trace::default(),
        }
    }

    /// Returns the handle of a run. The time of the run begins; nothing is sent yet.
    ///
    /// # Errors
    /// Returns an error if the addresses or this machine's certificates cannot be used.
    pub fn start(self) -> Result<Session> {
        let Self {
            description,
            mut profile,
            credentials,
            checks,
            history,
            baseline,
            observers,
            trace,
        } = self;
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
        let redactor = redactor(&profile, &credentials);
        let resources = Arc::new(Resources::of(&description));
        let requests = Arc::new(Validator::new(&description.api, Direction::Request));
        let world = World {
            guard: Guard::new(&description, &resources, &requests, &profile, &credentials)
                .proving(),
            answers: Validator::new(&description.api, Direction::Response),
            schemas: Arc::new(Schemas::new(&description.api)),
            pool: Pool::default(),
            accepted: AcceptedBodies::default(),
            drift: Drift::default(),
            history,
            baseline,
            resources,
            requests,
        };
        let shared = Shared {
            checks,
            observers,
            trace,
            transport,
            pace: Pace::new(profile.reach.rate),
            large: Semaphore::new(LARGE_AT_ONCE),
            budget: budget::Budget::new(&profile),
            liveness: liveness::Liveness::default(),
            bare: bare::Sent::default(),
            tokens: tokens::Tokens::default(),
            expired: expired::Cache::default(),
            mcp: mcp::Cache::default(),
            webhooks: webhooks::Cache::default(),
        };
        Ok(Session {
            description,
            profile: Arc::new(profile),
            credentials: Arc::new(credentials),
            world: Arc::new(world),
            state: Arc::new(RunState::default()),
            redactor: Arc::new(redactor),
            shared: Arc::new(shared),
            unit: Unit::default(),
        })
    }
}

/// Returns a redactor that knows every secret of the inputs.
fn redactor(profile: &Profile, credentials: &Credentials) -> Redactor {
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
    redactor
}
