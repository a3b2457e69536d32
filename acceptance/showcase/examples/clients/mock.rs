//! Passes requests on to the mock.

use anyhow::{Context as _, Result};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// The mock.
pub struct Mock {
    /// Its host and port.
    authority: String,
    /// The path that all operations are below.
    prefix: String,
}

impl Mock {
    /// Returns the mock at an address.
    pub fn at(address: &str) -> Result<Self> {
        let rest = address
            .strip_prefix("http://")
            .context("the mock has no address")?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = path.trim_end_matches('/');
        Ok(Self {
            authority: authority.to_owned(),
            prefix: if prefix.is_empty() {
                String::new()
            } else {
                format!("/{prefix}")
            },
        })
    }

    /// Returns a target without the path that all operations are below.
    pub fn below<'t>(&self, target: &'t str) -> &'t str {
        target.strip_prefix(&self.prefix).unwrap_or(target)
    }

    /// Sends a request as it was received, and returns the response.
    pub async fn send(&self, mut request: Request) -> Result<Response<Body>> {
        let target = request
            .uri()
            .path_and_query()
            .map_or("/", |target| target.as_str());
        *request.uri_mut() = format!("{}{target}", self.prefix).parse()?;
        let host = HeaderValue::from_str(&self.authority)?;
        request.headers_mut().insert(header::HOST, host);
        let stream = TcpStream::connect(&self.authority).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let response = sender.send_request(request).await?;
        Ok(response.map(Body::new))
    }
}
