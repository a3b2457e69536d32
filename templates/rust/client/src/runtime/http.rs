//! The transport that is used by default.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::{Request, Url, redirect};

use super::server::is_loopback;
use super::{Transport, TransportFuture};

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
                concat!(
                    env!("CARGO_PKG_NAME"),
                    "/",
                    env!("CARGO_PKG_VERSION"),
                    " rust ({}; {})"
                ),
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

/// Sends requests with `reqwest`.
#[derive(Debug)]
pub(super) struct Http {
    client: reqwest::Client,
    direct: OnceLock<reqwest::Client>,
    settings: Settings,
}

impl Http {
    pub(super) fn new(
        settings: Settings,
        given: Option<reqwest::Client>,
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
        })
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
}

impl Transport for Http {
    fn send(&self, request: Request, _: &'static str) -> TransportFuture<'_> {
        Box::pin(async move {
            let client = self.client_for(request.url())?;
            Ok(client.execute(request).await?)
        })
    }
}
