//! One attempt to deliver: one request, and never a second one behind a redirect.

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::Url;

use super::claim::Job;
use super::resolve::Guard;
use super::secrets::Secrets;
use super::signature::sign;
use super::targets::Reach;
use super::{Options, Targets, instant, now};

/// How much of an answer is taken off the line. Nothing of it is used.
const MOST_OF_ANSWER: usize = 4096;
/// How long that may take.
const ANSWER_PATIENCE: Duration = Duration::from_secs(1);

const USER_AGENT: &str = concat!("marketplace-webhooks/", env!("CARGO_PKG_VERSION"));

/// Makes attempts.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    targets: Targets,
    timeout: Duration,
    /// One for each reach that names may have.
    clients: [(Reach, Client); 3],
}

impl Sender {
    pub(super) fn new(options: &Options) -> reqwest::Result<Self> {
        let client = |reach| Ok((reach, client(&options.targets, reach)?));
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

    /// Sends an event; the status of the answer, or why there was none.
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
        let mut request = client
            .post(url)
            .header("Content-Type", "application/json")
            .header("X-Service-Signature-256", sign(&secrets.present, body))
            .header("X-Service-Event-Id", &job.event_id)
            .header("X-Service-Timestamp", instant(now()).as_second());
        if let Some(previous) = &secrets.previous {
            request = request.header("X-Service-Signature-256-Previous", sign(previous, body));
        }
        // The address may carry a token of the receiver's, so it does not get into the log.
        let response = request
            .body(job.body.clone())
            .send()
            .await
            .map_err(reqwest::Error::without_url)?;
        let status = response.status().as_u16();
        let _ = tokio::time::timeout(ANSWER_PATIENCE, discard(response)).await;
        Ok(status)
    }
}

/// Every attempt connects anew, so the address is checked anew.
fn client(targets: &Targets, reach: Reach) -> reqwest::Result<Client> {
    Client::builder()
        .user_agent(USER_AGENT)
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        .pool_max_idle_per_host(0)
        .dns_resolver(Arc::new(Guard {
            lookup: targets.lookup.clone(),
            reach,
        }))
        .build()
}

/// A receiver that is cut off in the middle of a short answer would take it for an error.
async fn discard(mut response: Response) {
    let mut taken = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        taken += chunk.len();
        if taken >= MOST_OF_ANSWER {
            break;
        }
    }
}
