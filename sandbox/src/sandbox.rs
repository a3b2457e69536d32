//! The whole service, started and stopped.

use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::middleware::from_fn;
use server::runtime::Config;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::controls::guard::only_local;
use crate::observe::{self, Metrics, Observer, Operations, observed};
use crate::options::{Addresses, Options};
use crate::resource::Resource;
use crate::seed;
use crate::serve::{Limits, limited, serve};
use crate::store::Store;
use crate::tokens::AccessTokens;
use crate::{console, controls, docs, pages};

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
        Self::start_with(options, Limits::default()).await
    }

    /// The same, with other limits than the usual ones.
    ///
    /// # Errors
    /// When an address is taken, or the database cannot be used.
    pub async fn start_with(options: &Options, limits: Limits) -> anyhow::Result<Self> {
        let listener = listen(options.listen).await?;
        let auth_listener = listen(options.auth_listen).await?;
        let addresses = Addresses::of(options, listener.local_addr()?, auth_listener.local_addr()?);
        let store = Store::open(&options.database).await?;
        Box::pin(seed::seed(&store, options.seed)).await?;

        let metrics = Metrics::default();
        let config = Config::default()
            .realm("marketplace")
            .max_body_bytes(limits.body_bytes);
        let (resource, operations) =
            Resource::new(store.clone(), AccessTokens::new(store.clone())).router(config);
        let resource = resource.merge(besides(options, &addresses, &store, &metrics));
        let auth = Router::new().merge(observe::health(store.clone()));

        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let hosts = [
            ("resource", listener, resource, operations),
            ("token", auth_listener, auth, Operations::default()),
        ];
        for (host, listener, router, operations) in hosts {
            let observer = Observer::new(host, operations, metrics.clone());
            let router = observed(limited(router, limits), observer);
            let connections = metrics.connections(host);
            tasks.spawn(serve(listener, router, limits, connections, stop.clone()));
        }
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

/// What the resource host has besides the API.
fn besides(options: &Options, addresses: &Addresses, store: &Store, metrics: &Metrics) -> Router {
    let mut router = docs::router(addresses)
        .merge(pages::common())
        .merge(observe::health(store.clone()));
    let counts = observe::metrics(metrics.clone());
    router = if options.metrics_public {
        router.merge(counts)
    } else {
        router.merge(counts.layer(from_fn(only_local)))
    };
    if options.is_local() {
        router = router
            .merge(controls::router(store.clone()))
            .merge(console::router(addresses, options.seed));
    }
    router
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
