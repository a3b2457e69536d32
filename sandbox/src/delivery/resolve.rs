//! Resolves names, and checks their addresses before anything connects to them.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use hyper_util::client::legacy::connect::dns::Name;
use tower::{BoxError, Service};

use super::targets::{Reach, Refusal};

type Find = dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync;

/// How names are resolved; by default, with the operating system.
#[derive(Clone)]
pub struct Lookup(Arc<Find>);

impl Lookup {
    /// Resolves names with a function.
    pub fn by<F, R>(find: F) -> Self
    where
        F: Fn(String) -> R + Send + Sync + 'static,
        R: Future<Output = io::Result<Vec<IpAddr>>> + Send + 'static,
    {
        Self(Arc::new(move |name| Box::pin(find(name))))
    }

    pub(super) async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        (self.0)(name.to_owned()).await
    }
}

impl Default for Lookup {
    fn default() -> Self {
        Self::by(|name| async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

impl std::fmt::Debug for Lookup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lookup")
    }
}

/// The resolver of the HTTP client, which only connects to the addresses that it returns. A name
/// cannot lead elsewhere after the check.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    pub(super) lookup: Lookup,
    pub(super) reach: Reach,
}

impl Service<Name> for Guard {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let (lookup, reach) = (self.lookup.clone(), self.reach);
        Box::pin(async move {
            let found = lookup.addresses(name.as_str()).await?;
            if !found.iter().all(|address| reach.contains(*address)) {
                return Err(Refusal::NotPublic.into());
            }
            let with_port = found.into_iter().map(|address| (address, 0).into());
            Ok(with_port.collect::<Vec<_>>().into_iter())
        })
    }
}
