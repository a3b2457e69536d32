//! Finds out whether a client tolerates what a deployment may add at any time.
//!
//! The client runs as a command, behind proxies for both hosts that add to responses, one kind of
//! addition after the other: `conformance tolerance -- COMMAND`.

mod command;
mod gate;
mod headers;
mod hosts;
pub mod needs;
mod proxy;
mod route;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::net::TcpListener;
use url::Url;

pub use self::command::Ended;
pub use self::proxy::LastExchange;
use self::proxy::Proxy;
use conformance_core::addition::Addition;
use conformance_core::description::Description;
use conformance_core::exchange::Host;
use conformance_engine::reach::Reach;

/// The options of `tolerance`.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address of the API.
    pub base_url: Url,
    /// The address of the token host.
    pub auth_url: Option<Url>,
    /// The client: a program and its arguments.
    pub command: Vec<OsString>,
    /// More variables that are set to the address of the API's proxy.
    pub variables: Vec<String>,
    /// How long the client may run each time.
    pub timeout: Duration,
    /// Whether the client may change anything, if the deployment is not on this machine.
    pub writes: bool,
    /// Whether it may act on a collection, on the caller or on the server as a whole.
    pub allow_actions: bool,
    /// Whether it may change what it has not created in this run.
    pub trusts_client: bool,
    /// Values of path parameters that it may create items below.
    pub parameters: BTreeMap<String, String>,
    /// How the deployment is reached.
    pub reach: Reach,
}

/// The result of one run of the client.
#[derive(Debug)]
pub struct Trial {
    /// What was added.
    pub addition: Addition,
    /// How the client ended.
    pub ended: Ended,
    /// How many responses it got.
    pub answers: u64,
    /// How many of them were changed.
    pub changed: u64,
    /// How many requests could not be passed on.
    pub unreachable: u64,
    /// Requests that were not passed on, and the reasons.
    pub withheld: Vec<String>,
    /// The last exchange, without secrets.
    pub last: Option<LastExchange>,
}

/// Runs the client without additions and, if it succeeds, once with each kind.
///
/// # Errors
/// Returns an error if the proxies or the client cannot be started.
pub async fn run(description: Arc<Description>, options: &Options) -> Result<Vec<Trial>> {
    let proxies = Proxies::start(description, options).await?;
    let mut trials = Vec::new();
    for addition in [Addition::Nothing].into_iter().chain(Addition::EACH) {
        proxies.proxy.begin(addition);
        let trial = proxies.run(options).await?;
        let goes_on = addition != Addition::Nothing || trial.ended.is_success();
        trials.push(trial);
        if !goes_on {
            break;
        }
    }
    Ok(trials)
}

/// The proxies of a deployment. Dropping this stops them.
struct Proxies {
    proxy: Arc<Proxy>,
    addresses: Vec<(Host, String)>,
    _tasks: tokio::task::JoinSet<()>,
}

impl Proxies {
    async fn start(description: Arc<Description>, options: &Options) -> Result<Self> {
        let proxy = Arc::new(Proxy::new(description, options)?);
        let mut tasks = tokio::task::JoinSet::new();
        let mut addresses = Vec::new();
        let hosts = [Host::Resource, Host::Token];
        let hosts = hosts.into_iter().filter(|host| proxy.has(*host));
        for host in hosts {
            let listener = TcpListener::bind("127.0.0.1:0").await;
            let listener = listener.context("cannot listen on this machine")?;
            let address = format!("http://{}", listener.local_addr()?);
            proxy.stands_at(host, &address);
            addresses.push((host, address));
            tasks.spawn(Arc::clone(&proxy).serve(host, listener));
        }
        Ok(Self {
            proxy,
            addresses,
            _tasks: tasks,
        })
    }

    /// Runs the client once.
    async fn run(&self, options: &Options) -> Result<Trial> {
        let ended = command::run(options, &self.addresses).await?;
        Ok(self.proxy.finish(ended))
    }
}
