//! Serves the generated stubs on this machine.

use server::runtime::Config;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::glue::{Received, Scripted, TOKEN};

/// A service of all operations; it stops with its test.
#[derive(Debug)]
pub struct Service {
    /// The address, without a slash at its end.
    pub url: String,
    /// The implementation, whose responses can be set.
    pub scripted: Scripted,
    /// The requests that reached a handler.
    pub received: mpsc::UnboundedReceiver<Received>,
    serving: JoinHandle<()>,
}

impl Service {
    /// Serves all operations on a free port.
    ///
    /// # Panics
    ///
    /// Panics if no loopback port is free.
    pub async fn start() -> Self {
        let (scripted, received) = Scripted::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let refusing = scripted.clone();
        let config =
            Config::default().on_rejection(move |rejection, _| refusing.refusal(rejection));
        let router = server::routes(scripted.clone()).into_router(config);
        let serving = tokio::spawn(async {
            axum::serve(listener, router).await.expect("served");
        });
        let url = format!("http://{address}");
        Self {
            url,
            scripted,
            received,
            serving,
        }
    }

    /// Returns a generated client of the service.
    ///
    /// # Panics
    ///
    /// Panics if the client refuses its settings.
    pub fn client(&self) -> client::Client {
        client::Client::builder()
            .base_url(&self.url)
            .auth_url(&self.url)
            .credentials("OAuth2", TOKEN)
            .retry(client::RetryPolicy::none())
            .build()
            .expect("a client")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
