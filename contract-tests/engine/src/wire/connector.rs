//! Connections: to the host itself, to the address that was configured for it, or through a proxy.

use std::fmt;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::{Result, ensure};
use hyper::Uri;
use hyper::header::HeaderValue;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

use crate::reach::Reach;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Opens connections.
#[derive(Debug, Clone)]
pub struct Connector {
    tcp: HttpConnector,
    routes: Arc<Routes>,
}

/// Where a connection leads.
enum Route {
    /// To this address.
    Direct(Uri),
    /// To a proxy that passes requests on by plain HTTP (RFC 9112 §3.2.2).
    Forward(Intercept),
    /// Through a proxy (RFC 9110 §9.3.6).
    Tunnel(Intercept),
    /// Through a proxy of SOCKS 5.
    Socks(Intercept),
    /// The environment names an unsupported kind of proxy.
    Unknown(String),
}

/// Decides where connections lead.
pub(super) struct Routes {
    reach: Reach,
    /// The proxy that was configured.
    named: Option<Matcher>,
    /// The proxies that the environment names.
    usual: Matcher,
}

impl fmt::Debug for Routes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Routes").finish_non_exhaustive()
    }
}

impl Routes {
    /// Reads the proxy settings.
    ///
    /// # Errors
    /// Returns an error if the kind of proxy is not supported.
    pub(super) fn new(reach: &Reach) -> Result<Self> {
        if let Some(proxy) = &reach.proxy {
            ensure!(
                matches!(proxy.scheme(), "http" | "socks5" | "socks5h") && proxy.has_host(),
                "the proxy has to be an http or socks5 address"
            );
        }
        let named = reach.proxy.as_ref();
        Ok(Self {
            reach: reach.clone(),
            named: named.map(|url| Matcher::builder().all(url.as_str()).build()),
            usual: Matcher::from_env(),
        })
    }

    fn of(&self, uri: &Uri) -> Route {
        let host = uri.host().unwrap_or_default().to_ascii_lowercase();
        let is_secure = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        if let Some(address) = self.reach.address(&host, port) {
            let address = std::net::SocketAddr::new(address, port);
            let direct = format!("http://{address}").parse();
            return Route::Direct(direct.unwrap_or_else(|_| uri.clone()));
        }
        let proxy = match &self.named {
            Some(named) => named.intercept(uri),
            // As in other clients, the variables do not apply to this machine.
            None if is_local(&host) => None,
            None => self.usual.intercept(uri),
        };
        match proxy {
            None => Route::Direct(uri.clone()),
            Some(proxy) => match proxy.uri().scheme_str() {
                Some("http") if is_secure => Route::Tunnel(proxy),
                Some("http") => Route::Forward(proxy),
                Some("socks5" | "socks5h") => Route::Socks(proxy),
                _ => Route::Unknown(proxy.uri().to_string()),
            },
        }
    }

    /// Returns the `Proxy-Authorization` field for a proxy that forwards requests to an address.
    pub(super) fn authorization(&self, uri: &Uri) -> Option<HeaderValue> {
        match self.of(uri) {
            Route::Forward(proxy) => proxy.basic_auth().cloned(),
            _ => None,
        }
    }

    /// Returns whether connections to an address are direct, without a proxy.
    pub(super) fn is_direct(&self, uri: &Uri) -> bool {
        matches!(self.of(uri), Route::Direct(_))
    }
}

fn is_local(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let address = address.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

impl Connector {
    pub(super) fn new(connect: Duration, routes: Arc<Routes>) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.set_nodelay(true);
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(connect));
        Self { tcp, routes }
    }
}

impl Service<Uri> for Connector {
    type Response = Line;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Line, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.tcp.poll_ready(context).map_err(Into::into)
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let mut tcp = self.tcp.clone();
        let route = self.routes.of(&uri);
        Box::pin(async move {
            let is_forwarded = matches!(route, Route::Forward(_));
            let stream = match route {
                Route::Direct(address) => tcp.call(address).await?,
                Route::Forward(proxy) => tcp.call(proxy.uri().clone()).await?,
                Route::Tunnel(proxy) => {
                    let tunnel = Tunnel::new(proxy.uri().clone(), tcp);
                    let mut tunnel = match proxy.basic_auth() {
                        Some(value) => tunnel.with_auth(value.clone()),
                        None => tunnel,
                    };
                    tunnel.call(uri).await?
                }
                Route::Socks(proxy) => {
                    let socks = SocksV5::new(proxy.uri().clone(), tcp);
                    let mut socks = match proxy.raw_auth() {
                        Some((user, word)) => socks.with_auth(user.to_owned(), word.to_owned()),
                        None => socks,
                    };
                    socks.call(uri).await?
                }
                Route::Unknown(proxy) => {
                    let why = format!("the proxy {proxy} is not an http or socks5 address");
                    return Err(io::Error::other(why).into());
                }
            };
            Ok(Line {
                stream,
                is_forwarded,
            })
        })
    }
}

/// A connection, and whether a forwarding proxy is at its other end.
#[derive(Debug)]
pub struct Line {
    stream: TokioIo<TcpStream>,
    is_forwarded: bool,
}

impl Connection for Line {
    fn connected(&self) -> Connected {
        self.stream.connected().proxy(self.is_forwarded)
    }
}

impl Read for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl Write for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        all: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, all)
    }
}
