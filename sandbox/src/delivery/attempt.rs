//! One attempt to deliver an event: one request, without following redirects.

use std::io;
use std::time::Duration;

use axum::body::Body;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::crypto::ring::default_provider;
use url::Url;

use super::claim::Job;
use super::resolve::Guard;
use super::secrets::Secrets;
use super::signature::sign;
use super::targets::Reach;
use super::{Options, Targets, instant, now};

/// The maximum number of bytes of a response that are read and discarded.
const MOST_OF_ANSWER: usize = 4096;
/// How long that may take.
const ANSWER_PATIENCE: Duration = Duration::from_secs(1);

const USER_AGENT: &str = concat!("marketplace-webhooks/", env!("CARGO_PKG_VERSION"));

type Client = legacy::Client<HttpsConnector<HttpConnector<Guard>>, Body>;

/// Makes attempts.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    targets: Targets,
    timeout: Duration,
    /// One client for each reach that names may have.
    clients: [(Reach, Client); 3],
}

impl Sender {
    pub(super) fn new(options: &Options) -> io::Result<Self> {
        let client = |reach| client(&options.targets, reach).map(|client| (reach, client));
        Ok(Self {
            targets: options.targets.clone(),
            timeout: options.timeout,
            clients: [
                client(Reach::Public)?,
                client(Reach::PublicOrLoopback)?,
                client(Reach::Loopback)?,
            ],
        })
    }

    /// Sends an event. Returns the status of the response, or why there is no response.
    pub(super) async fn send(&self, job: &Job, secrets: &Secrets) -> anyhow::Result<u16> {
        match tokio::time::timeout(self.timeout, self.request(job, secrets)).await {
            Ok(answered) => answered,
            Err(_) => anyhow::bail!("no answer within {:?}", self.timeout),
        }
    }

    async fn request(&self, job: &Job, secrets: &Secrets) -> anyhow::Result<u16> {
        let url: Url = job.url.parse()?;
        let reach = self.targets.check_form(&url)?;
        let client = self
            .clients
            .iter()
            .find(|(of, _)| *of == reach)
            .map(|(_, client)| client);
        let Some(client) = client else {
            anyhow::bail!("there is no client for {reach:?}")
        };
        let body = job.body.as_bytes();
        let mut request = Request::post(url.as_str())
            .header("User-Agent", USER_AGENT)
            .header("Content-Type", "application/json")
            .header("X-Service-Signature-256", sign(&secrets.present, body))
            .header("X-Service-Event-Id", &job.event_id)
            .header("X-Service-Timestamp", instant(now()).as_second());
        if let Some(previous) = &secrets.previous {
            request = request.header("X-Service-Signature-256-Previous", sign(previous, body));
        }
        let request = request.body(Body::from(job.body.clone()))?;
        let response = client.request(request).await?;
        let status = response.status().as_u16();
        let _ = tokio::time::timeout(ANSWER_PATIENCE, discard(response)).await;
        Ok(status)
    }
}

/// Returns a client. Every attempt opens a new connection, so that the address is checked again.
fn client(targets: &Targets, reach: Reach) -> io::Result<Client> {
    let mut tcp = HttpConnector::new_with_resolver(Guard {
        lookup: targets.lookup.clone(),
        reach,
    });
    tcp.enforce_http(false);
    let connector = HttpsConnectorBuilder::new()
        .with_provider_and_platform_verifier(default_provider())?
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp);
    let client = legacy::Client::builder(TokioExecutor::new())
        .pool_max_idle_per_host(0)
        .build(connector);
    Ok(client)
}

/// Reads the start of a response, because a receiver that is cut off in a short response would
/// report an error.
async fn discard(mut response: Response<Incoming>) {
    let mut taken = 0;
    while let Some(Ok(frame)) = response.frame().await {
        taken += frame.data_ref().map_or(0, bytes::Bytes::len);
        if taken >= MOST_OF_ANSWER {
            break;
        }
    }
}
