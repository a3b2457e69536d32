//! The load: connections that send the next request as soon as the response arrives.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// A request that is repeated.
#[derive(Debug, Clone)]
pub struct Request {
    method: &'static str,
    path: String,
    token: String,
    body: Option<fn() -> String>,
}

impl Request {
    /// A read.
    pub fn get(path: &str, token: &str) -> Self {
        Self {
            method: "GET",
            path: path.to_owned(),
            token: token.to_owned(),
            body: None,
        }
    }

    /// Returns a submission of usage, each under a different id.
    pub fn post(path: &str, token: &str) -> Self {
        let body = || {
            let id = uuid::Uuid::new_v4();
            format!(r#"{{"id":"{id}","records":[{{"dimension":"api_calls","quantity":"1.5"}}]}}"#)
        };
        Self {
            method: "POST",
            path: path.to_owned(),
            token: token.to_owned(),
            body: Some(body),
        }
    }

    fn to_http(&self, address: &str) -> anyhow::Result<hyper::Request<Full<Bytes>>> {
        let request = hyper::Request::builder()
            .method(self.method)
            .uri(&self.path)
            .header(header::HOST, address)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        Ok(match self.body {
            None => request.body(Full::default())?,
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Full::from(body()))?,
        })
    }

    /// Returns the size of the response's body, in bytes.
    pub async fn answer_size(&self, address: &str) -> anyhow::Result<usize> {
        let mut connection = connect(address).await?;
        Ok(exchange(&mut connection, self.to_http(address)?)
            .await?
            .len())
    }
}

/// The amount of load.
#[derive(Debug)]
pub struct Load {
    /// The number of concurrent connections.
    pub connections: usize,
    /// The duration.
    pub time: Duration,
}

/// The results.
#[derive(Debug)]
pub struct Measured {
    /// Requests per second.
    pub rate: f64,
    /// The median response time.
    pub p50: Duration,
    /// The 99th percentile of the response times.
    pub p99: Duration,
}

impl Load {
    /// Repeats a request.
    pub async fn run(&self, address: &str, request: &Request) -> anyhow::Result<Measured> {
        let started = Instant::now();
        let end = started + self.time;
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..self.connections {
            let (address, request) = (address.to_owned(), request.clone());
            tasks.spawn(async move {
                let mut connection = connect(&address).await?;
                let mut times = Vec::new();
                while Instant::now() < end {
                    let sent = Instant::now();
                    exchange(&mut connection, request.to_http(&address)?).await?;
                    times.push(sent.elapsed());
                }
                anyhow::Ok(times)
            });
        }
        let mut times = Vec::new();
        while let Some(done) = tasks.join_next().await {
            times.extend(done??);
        }
        let elapsed = started.elapsed();
        times.sort_unstable();
        let at = |hundredths: usize| times[(times.len() - 1) * hundredths / 100];
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        let rate = times.len() as f64 / elapsed.as_secs_f64();
        Ok(Measured {
            rate,
            p50: at(50),
            p99: at(99),
        })
    }
}

/// Opens a connection.
pub async fn connect(address: &str) -> anyhow::Result<SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Sends a request and reads the response, which must be a success.
pub async fn exchange(
    connection: &mut SendRequest<Full<Bytes>>,
    request: hyper::Request<Full<Bytes>>,
) -> anyhow::Result<Bytes> {
    connection.ready().await?;
    let answer = connection.send_request(request).await?;
    let status = answer.status();
    let body = answer.into_body().collect().await?.to_bytes();
    anyhow::ensure!(
        status.is_success(),
        "{status}: {}",
        String::from_utf8_lossy(&body)
    );
    Ok(body)
}

/// Posts a form.
pub async fn form(host: &str, path: &str, fields: &[(&str, &str)]) -> anyhow::Result<Bytes> {
    let form = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let request = hyper::Request::builder()
        .method("POST")
        .uri(path)
        .header(header::HOST, host)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Full::from(form))?;
    let mut connection = connect(host)
        .await
        .context("the token host cannot be reached")?;
    exchange(&mut connection, request).await
}

/// Returns one submission of this many records, for measuring memory.
pub fn submission(
    address: &str,
    path: &str,
    token: &str,
    records: usize,
) -> anyhow::Result<hyper::Request<Full<Bytes>>> {
    let record = r#"{"dimension":"api_calls","quantity":"1"}"#;
    let records = vec![record; records].join(",");
    let body = format!(
        r#"{{"id":"{}","records":[{records}]}}"#,
        uuid::Uuid::new_v4()
    );
    let request = hyper::Request::builder()
        .method("POST")
        .uri(path)
        .header(header::HOST, address)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json");
    Ok(request.body(Full::from(body))?)
}
