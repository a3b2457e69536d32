//! A minimal HTTP/1.1 client for the sandbox: one request, one response, then the connection is
//! closed.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::programs::Sandbox;

/// The largest response that is read.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Returns the body of the response, which must be a 200.
fn send(base: &str, head: &str, body: &str) -> Result<String> {
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).with_context(|| format!("cannot reach {host}"))?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let length = body.len();
    write!(
        stream,
        "{head}\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.take(LARGEST).read_to_string(&mut answer)?;
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .context("the answer is not HTTP")?;
    ensure!(head.starts_with("HTTP/1.1 200 "), "{head}");
    Ok(body.to_owned())
}

/// Returns an access token of the organization that the sandbox is checked as.
///
/// # Errors
/// Returns an error if the sandbox issues no token.
pub fn token(sandbox: &Sandbox) -> Result<String> {
    // Only the address has characters that a form encodes.
    let resource = sandbox.variable("MARKETPLACE_BASE_URL")?;
    let form = format!(
        "grant_type=client_credentials&client_id={}&client_secret={}&resource={}",
        sandbox.variable("MARKETPLACE_CLIENT_ID")?,
        sandbox.variable("MARKETPLACE_CLIENT_SECRET")?,
        resource.replace(':', "%3A").replace('/', "%2F"),
    );
    let head = "POST /oauth2/token HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded";
    let answer = send(sandbox.variable("MARKETPLACE_AUTH_URL")?, head, &form)?;
    let answer: Value = serde_json::from_str(&answer).context("the token response is not JSON")?;
    let token = answer["access_token"]
        .as_str()
        .context("the token response has no access_token")?;
    Ok(token.to_owned())
}

/// Returns how many requests the sandbox has answered on both hosts, by its own count.
///
/// # Errors
/// Returns an error if it does not report the count.
pub fn answered(sandbox: &Sandbox) -> Result<u64> {
    let base = sandbox.variable("MARKETPLACE_BASE_URL")?;
    let text = send(base, "GET /metrics HTTP/1.1", "")?;
    let lines = text.lines();
    let counts = lines.filter(|line| line.starts_with("sandbox_requests_total"));
    let counts = counts.filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count, which OpenMetrics writes as a decimal"
    )]
    let sum = counts.sum::<f64>() as u64;
    Ok(sum)
}
