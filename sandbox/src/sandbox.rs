//! The whole service, started and stopped.

use std::time::Duration;

use anyhow::Context as _;
use server::runtime::Config;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::controls;
use crate::delivery::{self, Targets};
use crate::options::{Addresses, Options};
use crate::resource::Resource;
use crate::seed;
use crate::serve::{Limits, serve};
use crate::store::Store;
use crate::tokens::AccessTokens;

/// How often is looked for what the clock has changed, and for what has expired.
const TICK: Duration = Duration::from_secs(1);

/// A sandbox at work.
#[derive(Debug)]
pub struct Sandbox {
    addresses: Addresses,
    store: Store,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Sandbox {
    /// Starts it; requests are answered from now on.
    ///
    /// # Errors
    /// When an address is taken, or the database cannot be used.
    pub async fn start(options: &Options) -> anyhow::Result<Self> {
        let listener = listen(options.listen).await?;
        let auth_listener = listen(options.auth_listen).await?;
        let addresses = Addresses::of(options, listener.local_addr()?, auth_listener.local_addr()?);
        let store = Store::open(&options.database).await?;
        Box::pin(seed::seed(&store, options.seed)).await?;

        let tokens = AccessTokens::new(store.clone());
        let config = Config::default().realm("marketplace");
        let targets = if options.allow_loopback_webhooks {
            Targets::with_loopback()
        } else {
            Targets::default()
        };
        let mut resource = Resource::new(store.clone(), tokens)
            .webhook_targets(targets.clone())
            .router(config);
        if options.is_local() {
            resource = resource.merge(controls::router(store.clone()));
        }

        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let limits = Limits::default();
        tasks.spawn(serve(listener, resource, limits, stop.clone()));
        tasks.spawn(serve(
            auth_listener,
            axum::Router::new(),
            limits,
            stop.clone(),
        ));
        let deliveries = delivery::Options {
            targets,
            ..delivery::Options::default()
        };
        tasks.spawn(deliver(store.clone(), deliveries, stop.clone()));
        tasks.spawn(tick(store.clone(), stop.clone()));
        tasks.close();
        Ok(Self {
            addresses,
            store,
            stop,
            tasks,
        })
    }

    /// The addresses by which clients know it.
    #[must_use]
    pub const fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// Its database.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Answers the requests under way and stops.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.wait().await;
        self.store.close().await;
    }
}

async fn listen(address: std::net::SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address}; is it taken? choose another"))
}

/// Sends events to webhooks.
async fn deliver(store: Store, options: delivery::Options, stop: CancellationToken) {
    if let Err(error) = delivery::run(store, options, stop).await {
        tracing::error!(
            error = format!("{error:#}"),
            "events are no longer delivered"
        );
    }
}

/// Makes happen what is due, also while nobody asks.
async fn tick(store: Store, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = store.settle_all().await {
            tracing::error!(%error, "what is due could not be done");
        }
    }
}
