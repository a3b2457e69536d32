//! Sends bytes over a bare connection: what an HTTP client does not send or hides.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::Url;

use super::{Session, Stop};
use crate::event::Event;
use crate::reach::Reach;
use conformance_core::exchange::{Exchange, Failure, Host, Purpose, Request, Response};
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;

/// The maximum number of bytes of a response that are read.
const LARGEST: usize = 256 * 1024;

/// How long a connection must stay quiet after a response to count as kept open.
const QUIET: Duration = Duration::from_millis(700);

/// The result of sending bytes over a bare connection.
#[derive(Debug, Clone)]
pub struct Bare {
    /// The received bytes, up to a limit.
    pub bytes: Vec<u8>,
    /// Whether the server has closed the connection.
    pub closed: bool,
    /// The first response, as an exchange that serves as evidence.
    pub exchange: Arc<Exchange>,
}

impl Bare {
    /// Returns the status of the first response, if there is one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.exchange.status()
    }

    /// Returns what follows the header section of the first response.
    #[must_use]
    pub fn after_head(&self) -> &[u8] {
        let end = self.bytes.windows(4).position(|four| four == b"\r\n\r\n");
        end.map_or(&[], |at| &self.bytes[at + 4..])
    }
}

/// The bytes that were sent over bare connections and where to, by the number of the exchange.
#[derive(Debug, Default)]
pub(super) struct Sent(Mutex<BTreeMap<u64, (String, Vec<u8>)>>);

impl Sent {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, (String, Vec<u8>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Returns a POSIX shell command that sends the bytes of an exchange again, if they went over a
    /// bare connection.
    pub(super) fn bare_command(&self, number: u64) -> Option<String> {
        let sent = self.shared.bare.lock();
        let (to, bytes) = sent.get(&number)?;
        let clean = match std::str::from_utf8(bytes) {
            Ok(text) => self.redactor.text(text).into_bytes(),
            Err(_) => bytes.clone(),
        };
        Some(format!("printf '{}' | nc {to}", printed(&clean)))
    }

    /// Sends bytes to a host of the deployment over a separate connection without TLS, and reads
    /// until the server closes the connection or stays quiet. `request` describes the bytes for the
    /// report.
    ///
    /// # Errors
    /// Returns an error if the host is not reached by plain HTTP, or the run's budget is used up.
    pub async fn bare(&self, request: Request, bytes: &[u8]) -> Result<Bare, Stop> {
        let url = match request.host {
            Host::Resource => Some(&self.profile.base_url),
            Host::Token => self.profile.auth_url.as_ref(),
        };
        let Some(url) = url.filter(|url| url.scheme() == "http") else {
            return Err(Stop::Skip(
                "bare connections are made without TLS only".to_owned(),
            ));
        };
        if !self.shared.transport.is_direct(url) {
            return Err(Stop::Skip(
                "bare connections are made without a proxy only".to_owned(),
            ));
        }
        let port = url.port_or_known_default().unwrap_or(80);
        self.bare_at(url, port, request, bytes).await
    }

    /// Sends bytes as [`Self::bare`] does, to another port of a host of the deployment.
    ///
    /// # Errors
    /// Returns an error if the run's budget is used up.
    pub async fn bare_at(
        &self,
        url: &Url,
        port: u16,
        request: Request,
        bytes: &[u8],
    ) -> Result<Bare, Stop> {
        let mut number = 0;
        loop {
            let bare = self.bare_once(url, port, request.clone(), bytes).await?;
            let Some(pause) = self.pause(&bare.exchange, number) else {
                return Ok(bare);
            };
            tokio::time::sleep(pause).await;
            number += 1;
        }
    }

    async fn bare_once(
        &self,
        url: &Url,
        port: u16,
        mut request: Request,
        bytes: &[u8],
    ) -> Result<Bare, Stop> {
        // The decision about the request covers the bytes only if they begin like it.
        let start = format!("{} {} ", request.method, request.target);
        if !bytes.starts_with(start.as_bytes()) {
            return Err(Stop::Skip(format!("the bytes do not begin with `{start}`")));
        }
        let has = |name: &str| has_field(bytes, name);
        let missing: Vec<_> = self.profile.reach.missing(has).collect();
        let bytes = &with_fields(bytes, &missing);
        request.headers.extend(missing);
        self.shared.pace.turn().await;
        let at = self.elapsed();
        let number = match self.admit(&request) {
            Ok(number) => number,
            Err(Failure::Withheld(why)) => return Err(why.into()),
            Err(_) => return Err(MissingInput::Budget.into()),
        };
        let host = url.host_str().unwrap_or_default();
        // The brackets of an IPv6 address are URL syntax.
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let to = format!("{host} {port}");
        self.shared.bare.lock().insert(number, (to, bytes.clone()));
        let talk = talk(&self.profile.reach, host, port, bytes);
        let talked = tokio::time::timeout(self.profile.timeout, talk).await;
        let (outcome, bytes, closed) = match talked {
            Err(_) => (Err(Failure::TimedOut), Vec::new(), false),
            Ok(Err(error)) => (
                Err(Failure::Unreachable(error.to_string())),
                Vec::new(),
                true,
            ),
            Ok(Ok((bytes, closed))) => (
                response(&bytes).ok_or_else(|| Failure::Broken("no answer of HTTP".to_owned())),
                bytes,
                closed,
            ),
        };
        let purpose = Purpose {
            operation: None,
            intent: Intent::Probe,
            defect: None,
            identity: None,
        };
        let exchange = self
            .conclude((request, purpose), at, (number, outcome))
            .await;
        self.emit(&Event::Exchanged(Arc::clone(&exchange)));
        Ok(Bare {
            bytes,
            closed,
            exchange,
        })
    }

    /// Returns the `Host` field of requests to a host.
    #[must_use]
    pub fn authority(&self, host: Host) -> Option<String> {
        let url = match host {
            Host::Resource => Some(&self.profile.base_url),
            Host::Token => self.profile.auth_url.as_ref(),
        }?;
        let name = url.host_str()?;
        Some(match url.port() {
            Some(port) => format!("{name}:{port}"),
            None => name.to_owned(),
        })
    }
}

/// Escapes bytes for `printf` of a POSIX shell, within single quotes.
fn printed(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in bytes {
        match byte {
            b'\r' => text.push_str("\\r"),
            b'\n' => text.push_str("\\n"),
            b'\\' => text.push_str("\\\\"),
            b'%' => text.push_str("%%"),
            b' '..=b'~' if *byte != b'\'' => text.push(char::from(*byte)),
            // Writing to a `String` cannot fail.
            _ => _ = write!(text, "\\{byte:03o}"),
        }
    }
    text
}

/// Returns whether the header section at the start of bytes has a field.
fn has_field(bytes: &[u8], name: &str) -> bool {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let head = String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned();
    let mut lines = head.split("\r\n").skip(1);
    lines.any(|line| {
        let field = line.split_once(':').map(|(field, _)| field.trim());
        field.is_some_and(|field| field.eq_ignore_ascii_case(name))
    })
}

/// Inserts header fields after the first line.
fn with_fields(bytes: &[u8], fields: &[(String, String)]) -> Vec<u8> {
    let first = bytes.windows(2).position(|two| two == b"\r\n");
    let (first, rest) = bytes.split_at(first.map_or(bytes.len(), |at| at + 2));
    let fields = fields
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"));
    [first, fields.collect::<String>().as_bytes(), rest].concat()
}

/// Sends bytes, and returns what comes back and whether the connection was closed.
async fn talk(
    reach: &Reach,
    host: &str,
    port: u16,
    bytes: &[u8],
) -> std::io::Result<(Vec<u8>, bool)> {
    let mut stream = match reach.address(host, port) {
        Some(address) => TcpStream::connect((address, port)).await?,
        None => TcpStream::connect((host, port)).await?,
    };
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let mut chunk = [0; 8192];
    loop {
        let read = stream.read(&mut chunk);
        // Before the first byte, the caller's time limit applies.
        let read = if answer.is_empty() {
            read.await
        } else {
            match tokio::time::timeout(QUIET, read).await {
                Ok(read) => read,
                Err(_) => return Ok((answer, false)),
            }
        };
        match read {
            Ok(0) | Err(_) => return Ok((answer, true)),
            Ok(count) => answer.extend_from_slice(&chunk[..count]),
        }
        if answer.len() > LARGEST {
            return Ok((answer, false));
        }
    }
}

/// Parses the first response; its body is everything after the header section.
fn response(bytes: &[u8]) -> Option<Response> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/1.")?.get(2..5)?;
    let status = status.parse().ok()?;
    let mut headers = HeaderMap::new();
    for line in lines {
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let name = HeaderName::from_bytes(name.as_bytes());
        let value = HeaderValue::from_bytes(value.trim().as_bytes());
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    let body = Bytes::copy_from_slice(&bytes[end + 4..]);
    Some(Response::new(status, headers, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_prints_the_bytes_again() {
        let all: Vec<u8> = (1..=255)
            .chain(*b"GET /%7e?a='b' HTTP/1.1\r\n\r\n")
            .collect();
        let command = format!("printf '{}'", printed(&all));
        let shell = std::process::Command::new("sh")
            .args(["-c", &command])
            .output();
        assert_eq!(shell.expect("a shell").stdout, all);
    }

    #[test]
    fn fields_are_added_behind_the_first_line() {
        let bytes = b"GET / HTTP/1.1\r\nHost: a\r\n\r\nx: y";
        assert!(has_field(bytes, "host"));
        assert!(!has_field(bytes, "x"));
        let more = with_fields(bytes, &[("x".to_owned(), "1".to_owned())]);
        assert_eq!(more, b"GET / HTTP/1.1\r\nx: 1\r\nHost: a\r\n\r\nx: y");
    }
}
