//! The HTTP client.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use hyper::body::{Body, Incoming};
use hyper::header::PROXY_AUTHORIZATION;
use hyper::{Request, Response, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::connector::{Connector, Routes};
use super::tls;
use crate::reach::Reach;

/// The maximum number of idle connections to one host that are kept.
const KEPT: usize = 64;

/// A client that sends bodies of one kind.
#[derive(Debug, Clone)]
pub struct HttpClient<B> {
    client: Client<HttpsConnector<Connector>, B>,
    routes: Arc<Routes>,
}

impl<B> HttpClient<B>
where
    B: Body + Send + Unpin + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// Creates a client that keeps connections for later requests. `connect` is the time limit for
    /// connecting.
    ///
    /// # Errors
    /// Returns an error if this machine's certificates, or what `reach` names, cannot be used.
    pub fn new(connect: Duration, reach: &Reach) -> Result<Self> {
        Self::keeping(KEPT, connect, reach)
    }

    /// Creates a client as [`Self::new`] does that opens a connection for each request.
    ///
    /// # Errors
    /// Returns an error if this machine's certificates, or what `reach` names, cannot be used.
    pub fn without_pool(connect: Duration, reach: &Reach) -> Result<Self> {
        Self::keeping(0, connect, reach)
    }

    fn keeping(idle: usize, connect: Duration, reach: &Reach) -> Result<Self> {
        let routes = Arc::new(Routes::new(reach)?);
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls::config(reach)?)
            .https_or_http()
            .enable_http1()
            .enable_http2()
            .wrap_connector(Connector::new(connect, Arc::clone(&routes)));
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(2))
            .pool_max_idle_per_host(idle)
            .http1_title_case_headers(false)
            .build(connector);
        Ok(Self { client, routes })
    }

    /// Sends a request.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn request(&self, mut request: Request<B>) -> Result<Response<Incoming>, Error> {
        if let Some(value) = self.routes.authorization(request.uri()) {
            request.headers_mut().insert(PROXY_AUTHORIZATION, value);
        }
        self.client.request(request).await
    }

    /// Returns whether connections to an address are direct, without a proxy.
    pub fn is_direct(&self, uri: &Uri) -> bool {
        self.routes.is_direct(uri)
    }
}
