//! The whole service, started and stopped.

use std::time::Duration;

use anyhow::Context as _;
use server::runtime::Config;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::controls;
use crate::mcp::{self, Hosts};
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
        seed::seed(&store, options.seed).await?;

        let tokens = AccessTokens::new(store.clone());
        let config = Config::default().realm("marketplace");
        let mut resource = Resource::new(store.clone(), tokens.clone()).router(config);
        let token_host = axum::Router::new();
        let hosts = Hosts {
            resource: resource.clone(),
            token: token_host.clone(),
        };
        let token_host = token_host.merge(mcp::router(&addresses.auth_url, tokens, hosts)?);
        if options.is_local() {
            resource = resource.merge(controls::router(store.clone()));
        }

        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let limits = Limits::default();
        tasks.spawn(serve(listener, resource, limits, stop.clone()));
        tasks.spawn(serve(auth_listener, token_host, limits, stop.clone()));
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
