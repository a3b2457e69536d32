//! Starts and stops the service.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::delivery;
use crate::hosts::Hosts;
use crate::observe::{Metrics, Observer, observed};
use crate::options::Options;
use crate::seed;
use crate::serve::{Limits, limited, serve};
use crate::store::Store;
use crate::tokens::{Addresses, TokenHost};

/// How often changes by the clock are applied.
const TICK: Duration = Duration::from_secs(1);

/// How often expired data are deleted.
const SWEEP: Duration = Duration::from_mins(1);

/// A running sandbox.
#[derive(Debug)]
pub struct Sandbox {
    hosts: Hosts,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Sandbox {
    /// Starts the sandbox, which serves requests from now on.
    ///
    /// # Errors
    /// Returns an error if an address is in use, or the database cannot be used.
    pub async fn start(options: &Options) -> anyhow::Result<Self> {
        Self::start_with(options, Limits::default()).await
    }

    /// Starts the sandbox with other limits.
    ///
    /// # Errors
    /// Returns an error if an address is in use, or the database cannot be used.
    pub async fn start_with(options: &Options, limits: Limits) -> anyhow::Result<Self> {
        let listener = listen(options.listen).await?;
        let auth_listener = listen(options.auth_listen).await?;
        let addresses = options.addresses(listener.local_addr()?, auth_listener.local_addr()?);
        let store = Store::open(&options.database).await?;
        Box::pin(seed::seed(&store, options.seed)).await?;
        let sandbox = Self {
            hosts: Hosts {
                options: options.clone(),
                limits,
                addresses: addresses.clone(),
                store: store.clone(),
                tokens: TokenHost::new(store, addresses),
                metrics: Metrics::default(),
            },
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        };
        sandbox.serve(listener, auth_listener)?;
        sandbox.live();
        sandbox.tasks.close();
        Ok(sandbox)
    }

    /// Serves requests.
    fn serve(&self, listener: TcpListener, auth_listener: TcpListener) -> anyhow::Result<()> {
        let Hosts {
            limits, metrics, ..
        } = &self.hosts;
        let hosts = [
            ("resource", listener, self.hosts.resource()),
            ("token", auth_listener, self.hosts.token()?),
        ];
        for (host, listener, (router, operations)) in hosts {
            let observer = Observer::new(host, operations, metrics.clone());
            let router = observed(limited(router, *limits), observer);
            let connections = metrics.connections(host);
            let stop = self.stop.clone();
            self.tasks
                .spawn(serve(listener, router, *limits, connections, stop));
        }
        Ok(())
    }

    /// Starts the background work.
    fn live(&self) {
        let (store, tokens) = (self.hosts.store.clone(), self.hosts.tokens.clone());
        let options = delivery::Options {
            targets: self.hosts.targets(),
            ..delivery::Options::default()
        };
        self.hosts
            .metrics
            .register(|registry| options.stats.register(registry));
        self.tasks
            .spawn(deliver(store.clone(), options, self.stop.clone()));
        let settle = async |store: &Store| store.settle_all().await;
        self.tasks
            .spawn(every(TICK, self.stop.clone(), store, settle));
        let sweep = async |tokens: &TokenHost| tokens.sweep().await;
        self.tasks
            .spawn(every(SWEEP, self.stop.clone(), tokens, sweep));
    }

    /// Returns the addresses by which clients reach it.
    #[must_use]
    pub const fn addresses(&self) -> &Addresses {
        &self.hosts.addresses
    }

    /// Returns its database.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.hosts.store
    }

    /// Returns the variables to export in a shell to use it: [`seed::exports`], and an expired
    /// access token.
    ///
    /// # Errors
    /// Returns an error if the token cannot be signed.
    pub async fn exports(&self) -> anyhow::Result<String> {
        let Hosts {
            options, tokens, ..
        } = &self.hosts;
        let [cast, ..] = &seed::CAST;
        let client = seed::Credentials::of(cast, options.seed).client_id;
        let token = tokens.expired_token(&client, cast.org).await?;
        let lines = seed::exports(self.addresses(), options.seed);
        Ok(format!(
            "{lines}export MARKETPLACE_EXPIRED_TOKEN='{token}'\n"
        ))
    }

    /// Completes running requests and stops.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.wait().await;
        self.hosts.store.close().await;
    }
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address}; is it taken? choose another"))
}

/// Sends events to webhooks.
async fn deliver(store: Store, options: delivery::Options, stop: CancellationToken) {
    if let Err(error) = delivery::run(store, options, stop).await {
        let error = format!("{error:#}");
        tracing::error!(error, "events are no longer delivered");
    }
}

/// Repeats an action until the sandbox is stopped.
async fn every<T, E: std::fmt::Display>(
    pause: Duration,
    stop: CancellationToken,
    subject: T,
    work: impl AsyncFn(&T) -> Result<(), E>,
) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = work(&subject).await {
            tracing::error!(%error, "what happens by itself has failed");
        }
    }
}
