//! Sends requests over the network. Redirects are not followed, and TLS is always verified.

use std::time::Duration;

use anyhow::{Result, bail};
use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Uri};
use url::Url;

use super::client::HttpClient;
use crate::reach::Reach;
use conformance_core::exchange::{Failure, Host, Request, Response};

/// How often a request without a response is sent.
const TRIES: u32 = 3;

/// How long an endless event stream is read.
const STREAM: Duration = Duration::from_secs(1);

/// The settings of a transport.
#[derive(Debug, Clone)]
pub struct TransportOptions {
    /// The address of the API.
    pub base_url: Url,
    /// The address of the token host.
    pub auth_url: Option<Url>,
    /// How long a response may take, up to its last byte.
    pub timeout: Duration,
    /// How many bytes of a body are read.
    pub largest_body: usize,
    /// How the deployment is reached.
    pub reach: Reach,
}

type Client = HttpClient<Full<Bytes>>;

/// A client of both hosts of one deployment.
#[derive(Debug, Clone)]
pub struct Transport {
    client: Client,
    /// Opens a connection for each request.
    fresh: Client,
    base: String,
    auth: Option<String>,
    timeout: Duration,
    largest_body: usize,
}

impl Transport {
    /// Creates a client.
    ///
    /// # Errors
    /// Returns an error if an address is not http or https, or the machine's certificates cannot be
    /// used.
    pub fn new(options: &TransportOptions) -> Result<Self> {
        let auth = options.auth_url.as_ref().map(prefix).transpose()?;
        Ok(Self {
            client: HttpClient::new(options.timeout, &options.reach)?,
            fresh: HttpClient::without_pool(options.timeout, &options.reach)?,
            base: prefix(&options.base_url)?,
            auth,
            timeout: options.timeout,
            largest_body: options.largest_body,
        })
    }

    /// Returns the address of a host, without a slash at its end.
    #[must_use]
    pub fn address(&self, host: Host) -> Option<&str> {
        match host {
            Host::Resource => Some(&self.base),
            Host::Token => self.auth.as_deref(),
        }
    }

    /// Returns whether connections to an address are direct, without a proxy.
    #[must_use]
    pub fn is_direct(&self, url: &Url) -> bool {
        let uri: Result<Uri, _> = url.as_str().parse();
        uri.is_ok_and(|uri| self.client.is_direct(&uri))
    }

    /// Sends a request and reads the complete response.
    ///
    /// # Errors
    /// Returns an error if there is no complete response.
    pub async fn send(&self, request: &Request) -> Result<Response, Failure> {
        self.send_by(&self.client, request).await
    }

    /// Sends a request as [`Self::send`] does, on a new connection.
    ///
    /// # Errors
    /// Returns an error if there is no complete response.
    pub async fn send_afresh(&self, request: &Request) -> Result<Response, Failure> {
        self.send_by(&self.fresh, request).await
    }

    async fn send_by(&self, client: &Client, request: &Request) -> Result<Response, Failure> {
        match tokio::time::timeout(self.timeout, self.exchange(client, request)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Failure::TimedOut),
        }
    }

    async fn exchange(&self, first: &Client, request: &Request) -> Result<Response, Failure> {
        let mut left = TRIES;
        let mut closed = None;
        let answer = loop {
            left -= 1;
            // Several kept connections may have been closed, so a repetition opens another.
            let client = if closed.is_none() { first } else { &self.fresh };
            match client.request(self.request(request)?).await {
                Ok(answer) => break answer,
                Err(error) if error.is_connect() => {
                    return Err(
                        closed.map_or_else(|| Failure::Unreachable(causes(&error)), Failure::Lost)
                    );
                }
                // A kept connection may be closed at any time, which is not a fault (RFC 9112
                // §9.3.1); a server that closes every connection also closes the next one. Before a
                // request is retried that may have been carried out, the session records it.
                Err(error) if left > 0 && request.is_idempotent() => {
                    closed.get_or_insert_with(|| causes(&error));
                }
                Err(error) => return Err(Failure::Broken(causes(&error))),
            }
        };
        let (head, body) = answer.into_parts();
        let mut bytes = BytesMut::new();
        let reading = self.read(body, &mut bytes);
        if is_open(request, &head.headers) {
            if let Ok(read) = tokio::time::timeout(STREAM, reading).await {
                read?;
            }
        } else {
            reading.await?;
        }
        Ok(Response::new(
            head.status.as_u16(),
            head.headers,
            bytes.freeze(),
        ))
    }

    async fn read(&self, mut body: Incoming, bytes: &mut BytesMut) -> Result<(), Failure> {
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| Failure::Broken(causes(&error)))?;
            if let Some(data) = frame.data_ref() {
                if bytes.len() + data.len() > self.largest_body {
                    return Err(Failure::TooLarge);
                }
                bytes.extend_from_slice(data);
            }
        }
        Ok(())
    }

    fn request(&self, request: &Request) -> Result<hyper::Request<Full<Bytes>>, Failure> {
        let unsendable = |what: &str| Failure::Broken(format!("the {what} cannot be sent"));
        let address = self.address(request.host).ok_or_else(|| {
            Failure::Unreachable("the address of the token host is not known".to_owned())
        })?;
        let uri: Uri = format!("{address}{}", request.target)
            .parse()
            .map_err(|_| unsendable("target"))?;
        let method =
            Method::from_bytes(request.method.as_bytes()).map_err(|_| unsendable("method"))?;
        let mut sent = hyper::Request::new(Full::new(request.body.clone().unwrap_or_default()));
        *sent.method_mut() = method;
        *sent.uri_mut() = uri;
        let headers: &mut HeaderMap = sent.headers_mut();
        for (name, value) in &request.headers {
            let name = HeaderName::from_bytes(name.as_bytes());
            let value = HeaderValue::from_bytes(value.as_bytes());
            let (Ok(name), Ok(value)) = (name, value) else {
                return Err(unsendable("header field"));
            };
            headers.append(name, value);
        }
        if request.is_large() {
            // No other request may use this connection.
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(sent)
    }
}

/// Returns whether a response is a stream that stays open for later events (one that was opened by
/// GET), and does not end with the response to a message.
fn is_open(request: &Request, headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|one| one.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next());
    let is_events = |one: &str| one.trim().eq_ignore_ascii_case("text/event-stream");
    request.method == "GET" && essence.is_some_and(is_events)
}

/// Returns an address as text without a slash at its end.
///
/// # Errors
/// Returns an error if it is not an http or https address, or has a user name, a password, a query
/// or a fragment.
pub fn prefix(url: &Url) -> Result<String> {
    // The message must not show a password.
    if !url.username().is_empty() || url.password().is_some() {
        bail!("the address has a user name or a password: --credentials takes these");
    }
    if !matches!(url.scheme(), "http" | "https") {
        bail!("{url} is not an http or https address");
    }
    if url.query().is_some() || url.fragment().is_some() {
        bail!("{url} has more than a host and a path");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Formats an error with its causes.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::prefix;

    #[test]
    fn addresses_have_a_host_and_a_path() {
        let prefix = |text: &str| prefix(&Url::parse(text).expect("an address"));
        let plain = prefix("http://localhost:8080/api/").expect("a plain address");
        assert_eq!(plain, "http://localhost:8080/api");
        for text in [
            "ftp://localhost/",
            "http://localhost/?a=b",
            "http://localhost/#a",
        ] {
            assert!(prefix(text).is_err(), "{text}");
        }
        for text in ["http://me@localhost/", "http://:secret@localhost/"] {
            let error = prefix(text).expect_err(text).to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
