//! What a run may do, and how much of it.

use std::collections::BTreeMap;
use std::time::Duration;

use url::Url;

use crate::filter::Filter;
use crate::reach::Reach;
use crate::supplied_values::KnownValues;

/// What a run may do, and how much of it.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The address of the API.
    pub base_url: Url,
    /// The address of the token host, where there is one.
    pub auth_url: Option<Url>,
    /// Values of path parameters, by name, such as `orgId`.
    pub parameters: BTreeMap<String, String>,
    /// Values of other parameters, and of places in bodies, that are known to be valid.
    pub known: KnownValues,
    /// Whether requests may change anything.
    pub writes: bool,
    /// Whether operations are sent that act on a collection, on the caller or on the server as a
    /// whole.
    pub allow_actions: bool,
    /// Operations of this kind that are sent regardless.
    pub actions: Vec<Filter>,
    /// What distinguishes the names and ids of this run from those of all others.
    pub run: String,
    /// Whether deviations from assumptions fail the run.
    pub strict: bool,
    /// The seed of random choices.
    pub seed: u64,
    /// How many requests of each random intent an operation gets.
    pub cases: u32,
    /// How many items the plan may create with each operation.
    pub creations: u32,
    /// The maximum number of requests.
    pub max_requests: u64,
    /// The maximum duration of the run.
    pub max_time: Duration,
    /// The maximum time for one response.
    pub timeout: Duration,
    /// How many requests are under way at once.
    pub concurrency: usize,
    /// How many requests are spent on shrinking one finding.
    pub shrinks: u32,
    /// How long to wait for changes that take effect later.
    pub patience: Duration,
    /// How long to wait for an access token to expire, so that it can be sent afterwards; zero to
    /// not wait.
    pub expiry_wait: Duration,
    /// Which checks are run.
    pub selection: Selection,
    /// Which part of the plan is run, from 1, and the number of parts.
    pub shard: Option<(u32, u32)>,
    /// Risky checks that were enabled.
    pub risks: Risks,
    /// Where webhooks are received.
    pub webhook: WebhookReceiver,
    /// How the deployment is reached.
    pub reach: Reach,
}

/// Checks that can harm shared infrastructure, and are off by default.
#[derive(Debug, Clone, Copy, Default)]
pub struct Risks {
    /// Sends many requests at once, to see whether a rate limit applies.
    pub burst: bool,
    /// Sends malformed HTTP over a bare socket.
    pub raw_sockets: bool,
    /// Sends forged tokens.
    pub forgeries: bool,
}

/// Where the run receives webhooks.
#[derive(Debug, Clone, Default)]
pub struct WebhookReceiver {
    /// The address that the deployment sends to; `None` for the receiver's address.
    pub url: Option<Url>,
    /// The address to listen on; `None` for a free loopback port.
    pub listen: Option<std::net::SocketAddr>,
}

/// Which checks are run.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only these ids of checks or requirements; all if empty.
    pub only: Vec<String>,
    /// Not these ids.
    pub skip: Vec<String>,
    /// Only checks of these sections, such as `A9`; all if empty.
    pub sections: Vec<String>,
    /// Only these operations are in the plan; all if empty.
    pub operations: Vec<Filter>,
    /// No request is sent to these operations.
    pub skip_operations: Vec<Filter>,
}

impl Profile {
    /// Returns the default profile of a deployment: careful, unless it is on this machine.
    #[must_use]
    pub fn new(base_url: Url) -> Self {
        let is_loopback = is_loopback(&base_url);
        Self {
            base_url,
            auth_url: None,
            parameters: BTreeMap::new(),
            known: KnownValues::default(),
            writes: is_loopback,
            allow_actions: false,
            actions: Vec::new(),
            run: uuid::Uuid::new_v4().simple().to_string()[..6].to_owned(),
            strict: false,
            seed: 0,
            cases: 8,
            creations: 10,
            max_requests: 200_000,
            max_time: Duration::from_mins(10),
            timeout: Duration::from_secs(if is_loopback { 10 } else { 30 }),
            concurrency: if is_loopback { 16 } else { 4 },
            shrinks: 60,
            patience: Duration::from_secs(if is_loopback { 3 } else { 30 }),
            expiry_wait: Duration::ZERO,
            selection: Selection::default(),
            shard: None,
            risks: Risks {
                burst: is_loopback,
                raw_sockets: is_loopback,
                forgeries: is_loopback,
            },
            webhook: WebhookReceiver::default(),
            reach: Reach::default(),
        }
    }

    /// Returns whether the deployment is on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.base_url)
    }
}

/// Returns whether an address is on this machine.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    }
}
