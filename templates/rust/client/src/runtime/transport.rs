//! Connections to the services.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::OnceLock;
use std::task::Poll;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Request, Response, Url, redirect};

use super::error::Failure;
use super::server::is_loopback;
use super::source::Sent;
use super::{RawResponse, StreamError};

/// The settings of connections.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) connect_timeout: Duration,
    pub(super) user_agent: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            user_agent: format!(
                concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"), " rust ({}; {})"),
                std::env::consts::OS,
                std::env::consts::ARCH,
            ),
        }
    }
}

impl Settings {
    /// Redirects are not followed, so that a request only ever goes to the service it is meant for.
    fn builder(&self) -> reqwest::ClientBuilder {
        reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .connect_timeout(self.connect_timeout)
            .user_agent(self.user_agent.as_str())
    }
}

#[derive(Debug)]
pub(super) struct Transport {
    client: reqwest::Client,
    direct: OnceLock<reqwest::Client>,
    settings: Settings,
    limit: usize,
}

impl Transport {
    pub(super) fn new(
        settings: Settings,
        given: Option<reqwest::Client>,
        limit: usize,
    ) -> Result<Self, reqwest::Error> {
        let own = given.is_none();
        let client = given.map_or_else(|| settings.builder().build(), Ok)?;
        let direct = if own {
            OnceLock::new()
        } else {
            OnceLock::from(client.clone())
        };
        Ok(Self {
            client,
            direct,
            settings,
            limit,
        })
    }

    /// Sends a request once and reads the response.
    pub(super) async fn exchange(&self, request: Request) -> Result<RawResponse, Failure> {
        let client = self.client_for(request.url())?;
        let mut response = client.execute(request).await?;
        let bytes = self.read(&mut response).await?;
        let headers = std::mem::take(response.headers_mut());
        Ok(RawResponse::new(response.status().as_u16(), headers, bytes))
    }

    /// Sends a request once. A response that is a stream is returned before its body is read. The
    /// time limit applies from when a streamed body is `sent` until a streamed response begins.
    pub(super) async fn open(
        &self,
        mut request: Request,
        sent: Option<Sent>,
        is_stream: impl Fn(u16, Option<&str>) -> bool,
    ) -> Result<RawResponse, Failure> {
        let time = request.timeout_mut().take();
        let exchange = async {
            let client = self.client_for(request.url())?;
            let mut response = client.execute(request).await?;
            let media = response.headers().get(CONTENT_TYPE);
            let media = media.and_then(|value| value.to_str().ok());
            if is_stream(response.status().as_u16(), media) {
                return Ok(RawResponse::open(response));
            }
            let bytes = self.read(&mut response).await?;
            let headers = std::mem::take(response.headers_mut());
            Ok(RawResponse::new(response.status().as_u16(), headers, bytes))
        };
        let late = async {
            if let Some(sent) = sent {
                sent.wait().await;
            }
            match time {
                Some(time) => tokio::time::sleep(time).await,
                None => std::future::pending().await,
            }
        };
        let (mut exchange, mut late) = (pin!(exchange), pin!(late));
        poll_fn(|context| match exchange.as_mut().poll(context) {
            Poll::Pending => {
                let late = late.as_mut().poll(context);
                late.map(|()| Err(Failure::Stream(StreamError::Late)))
            }
            ready => ready,
        })
        .await
    }

    /// Returns the maximum size of a response, or of an item of a stream, in bytes.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Bypasses the proxy for loopback addresses, which a proxy cannot reach.
    fn client_for(&self, url: &Url) -> Result<&reqwest::Client, reqwest::Error> {
        if !is_loopback(url) {
            return Ok(&self.client);
        }
        if let Some(direct) = self.direct.get() {
            return Ok(direct);
        }
        let direct = self.settings.builder().no_proxy().build()?;
        Ok(self.direct.get_or_init(|| direct))
    }

    async fn read(&self, response: &mut Response) -> Result<Bytes, Failure> {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = response.chunk().await? {
            if bytes.len() + chunk.len() > self.limit {
                return Err(Failure::TooLarge { limit: self.limit });
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    }
}
