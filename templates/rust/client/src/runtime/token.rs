//! Access tokens by the OAuth 2.0 client credentials grant (RFC 6749 §4.4).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use serde_json::Value;
use tokio::sync::Mutex;

use super::error::Failure;
use super::message::{MessageWriter, Messages};
use super::prepare::Prepared;
use super::request::Content;
use super::send::exchange;
use super::server::Servers;
use super::{
    BuildError, Client, ClientCredentials, CredentialsError, Secret, TOKEN_ENDPOINT as ENDPOINT,
};

/// Where the response has its error message (RFC 6749 §5.2).
const MESSAGES: Messages = Messages {
    named: &[],
    texts: &["/error", "/error_description"],
    lists: &[],
};

/// The source of tokens, with the token in use.
#[derive(Debug)]
pub(super) struct TokenSource {
    url: Url,
    form: Secret,
    /// The client secret, which no error may show.
    client_secret: Secret,
    margin: Duration,
    state: Mutex<State>,
    failures: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    token: Option<Token>,
    failure: Option<CredentialsError>,
}

#[derive(Debug, Clone)]
struct Token {
    secret: Secret,
    refresh: Option<Instant>,
}

impl TokenSource {
    pub(super) fn new(
        credentials: &ClientCredentials,
        declared: Option<&str>,
        servers: &Servers,
    ) -> Result<Self, BuildError> {
        let url = credentials.token_url.as_deref().or(declared);
        Ok(Self {
            url: servers.resolve(url.ok_or(BuildError::NoTokenUrl)?)?,
            form: credentials.form(servers)?,
            client_secret: credentials.secret.clone(),
            margin: credentials.margin,
            state: Mutex::default(),
            failures: AtomicU64::new(0),
        })
    }

    /// Returns the token in use, or a new one if that is about to expire or is the `refused` one.
    ///
    /// The lock is held while a token is requested, so that there is at most one token request at a
    /// time. Callers that wait share its result, including a failure.
    pub(super) async fn token(
        &self,
        client: &Client,
        refused: Option<&Secret>,
    ) -> Result<Secret, CredentialsError> {
        let failures = self.failures.load(Ordering::Acquire);
        let mut state = self.state.lock().await;
        state
            .token
            .take_if(|token| token.is_over(client) || Some(&token.secret) == refused);
        if let Some(token) = &state.token {
            return Ok(token.secret.clone());
        }
        if let Some(failure) = &state.failure
            && self.failures.load(Ordering::Acquire) != failures
        {
            return Err(failure.clone());
        }
        match self.fetch(client).await {
            Ok(token) => Ok(state.token.insert(token).secret.clone()),
            Err(failure) => {
                self.failures.fetch_add(1, Ordering::Release);
                Err(state.failure.insert(failure).clone())
            }
        }
    }

    async fn fetch(&self, client: &Client) -> Result<Token, CredentialsError> {
        let asked = client.0.clock.now();
        let request = self.request(client);
        let raw = exchange(client, &request, &mut [])
            .await
            .map_err(unreachable)?;
        let answer: Option<Value> = serde_json::from_slice(raw.bytes()).ok();
        if raw.status() != 200 {
            let code = answer.as_ref().and_then(|answer| text(answer, "error"));
            let writer = MessageWriter {
                operation: ENDPOINT,
                messages: &MESSAGES,
                secrets: std::slice::from_ref(&self.client_secret),
            };
            let message = writer.write(&raw, true).replacen(": the service", "", 1);
            return Err(CredentialsError::Refused { code, message, raw });
        }
        let (secret, life) = read(&answer.unwrap_or_default())
            .map_err(|reason| CredentialsError::Malformed { reason, raw })?;
        let refresh =
            life.and_then(|life| asked.checked_add(life.saturating_sub(self.margin.min(life / 2))));
        Ok(Token { secret, refresh })
    }

    fn request(&self, client: &Client) -> Prepared {
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        let json = HeaderValue::from_static("application/json");
        Prepared {
            operation: ENDPOINT,
            method: Method::POST,
            path_template: self.url.path().to_owned().into(),
            url: self.url.clone(),
            headers: HeaderMap::from_iter([(CONTENT_TYPE, form), (ACCEPT, json)]),
            body: Some(Content::Whole(Bytes::copy_from_slice(
                self.form.expose().as_bytes(),
            ))),
            timeout: client.0.timeout,
            call_timeout: None,
            retry: client.0.retry.clone(),
            // Issuing one more token does no harm.
            idempotent: true,
            streamed: None,
            streams: &[],
            opens: false,
        }
    }
}

impl Token {
    fn is_over(&self, client: &Client) -> bool {
        self.refresh
            .is_some_and(|refresh| client.0.clock.now() >= refresh)
    }
}

fn unreachable(failure: Failure) -> CredentialsError {
    match failure {
        Failure::Credentials(error) => error,
        failure => CredentialsError::Unreachable(Arc::new(failure.of::<()>(ENDPOINT))),
    }
}

/// Returns the token and its lifetime from a response (RFC 6749 §5.1).
fn read(answer: &Value) -> Result<(Secret, Option<Duration>), &'static str> {
    let token = text(answer, "access_token").filter(|token| !token.is_empty());
    let token = token.ok_or("it has no `access_token`")?;
    match text(answer, "token_type") {
        Some(kind) if kind.eq_ignore_ascii_case("bearer") => {}
        _ => return Err("its `token_type` is not `bearer`"),
    }
    let life = answer.get("expires_in").and_then(seconds);
    Ok((token.into(), life))
}

/// Returns a number of seconds, which some servers write as a string.
fn seconds(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().or_else(|| value.as_str()?.parse().ok())?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn text(answer: &Value, name: &str) -> Option<String> {
    Some(answer.get(name)?.as_str()?.to_owned())
}
