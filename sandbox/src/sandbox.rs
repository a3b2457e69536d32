//! The whole service, started and stopped.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use server::runtime::Config;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::delivery::{self, Targets};
use crate::options::Options;
use crate::resource::Resource;
use crate::serve::{Limits, serve};
use crate::store::Store;
use crate::tokens::{self, Addresses, TokenHost};
use crate::{controls, seed};

/// How often is looked for what the clock has changed.
const TICK: Duration = Duration::from_secs(1);

/// How often what has expired is removed.
const SWEEP: Duration = Duration::from_secs(60);

/// The protection space of challenges (RFC 9110 §11.5).
const REALM: &str = "marketplace";

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
        let addresses = options.addresses(listener.local_addr()?, auth_listener.local_addr()?);
        let store = Store::open(&options.database).await?;
        Box::pin(seed::seed(&store, options.seed)).await?;

        let host = TokenHost::new(store.clone(), addresses.clone());
        let resource_host = resource_host(options, &store, &host, &addresses);
        let token_host = host.clone().router(Config::default().realm(REALM));

        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let limits = Limits::default();
        tasks.spawn(serve(listener, resource_host, limits, stop.clone()));
        tasks.spawn(serve(auth_listener, token_host, limits, stop.clone()));
        tasks.spawn(deliver(store.clone(), targets(options), stop.clone()));
        tasks.spawn(every(TICK, stop.clone(), store.clone(), async |store| {
            store.settle_all().await
        }));
        tasks.spawn(every(SWEEP, stop.clone(), host, async |host| {
            host.sweep().await
        }));
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

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address}; is it taken? choose another"))
}

fn resource_host(
    options: &Options,
    store: &Store,
    host: &TokenHost,
    addresses: &Addresses,
) -> Router {
    let config = Config::default()
        .realm(REALM)
        .resource_metadata(tokens::protected_resource_url(&addresses.base_url));
    let resource = Resource::new(store.clone(), host.access_tokens())
        .webhook_targets(targets(options))
        .router(config)
        .merge(metadata(addresses));
    if options.is_local() {
        resource.merge(controls::router(store.clone()))
    } else {
        resource
    }
}

/// The metadata of the resource host as a protected resource (RFC 9728), to which its challenges
/// point.
fn metadata(addresses: &Addresses) -> Router {
    let document = tokens::protected_resource(addresses, &addresses.base_url);
    let answer = move || async move { document.map(Json).ok_or(StatusCode::NOT_FOUND) };
    Router::new().route("/.well-known/oauth-protected-resource", get(answer))
}

fn targets(options: &Options) -> Targets {
    if options.allow_loopback_webhooks {
        Targets::with_loopback()
    } else {
        Targets::default()
    }
}

/// Sends events to webhooks.
async fn deliver(store: Store, targets: Targets, stop: CancellationToken) {
    let options = delivery::Options {
        targets,
        ..delivery::Options::default()
    };
    if let Err(error) = delivery::run(store, options, stop).await {
        tracing::error!(
            error = format!("{error:#}"),
            "events are no longer delivered"
        );
    }
}

/// Does something again and again, until the sandbox is stopped.
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
