//! Passes requests on to a true deployment.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use super::super::{Answer, End, Piece, Request, wire};

/// How long an answer may take, and the pause after which a stream is passed on as far as it is known.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(300);

/// The largest answer, in bytes.
const LARGEST: usize = 16 << 20;

/// Fields that concern one connection (RFC 9110 §7.6.1), or the framing of a body.
const HOPS: [&str; 5] = [
    "connection",
    "content-length",
    "transfer-encoding",
    "expect",
    "upgrade",
];

/// Sends a request, and returns its answer.
pub(super) fn ask(address: SocketAddr, request: &Request) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = format!("{} {} HTTP/1.1\r\n", request.method, request.target);
    for (name, value) in &request.fields {
        if !HOPS.contains(&name.as_str()) {
            head.extend([name, ": ", value, "\r\n"]);
        }
    }
    let has_length = request.field("content-length").is_some();
    if has_length || !request.body.is_empty() {
        let length = request.body.len().to_string();
        head.extend(["content-length: ", &length, "\r\n"]);
    }
    head.push_str("connection: close\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(&request.body)?;
    Ok(answer(&read(&mut stream)?))
}

fn read(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let (mut all, mut buffer) = (Vec::new(), vec![0; 65_536]);
    while all.len() < LARGEST {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                all.extend(&buffer[..count]);
                let start = String::from_utf8_lossy(&all[..all.len().min(4096)]);
                if start.to_ascii_lowercase().contains("text/event-stream") {
                    stream.set_read_timeout(Some(PAUSE))?;
                }
            }
            // What has arrived is passed on.
            Err(_) if !all.is_empty() => break,
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// Returns an answer from its bytes.
fn answer(bytes: &[u8]) -> Answer {
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let at = at.unwrap_or(bytes.len());
    let head: String = bytes[..at].iter().map(|byte| char::from(*byte)).collect();
    let mut body = bytes.get(at + 4..).unwrap_or_default().to_vec();
    let lower = head.to_ascii_lowercase();
    if lower.contains("transfer-encoding: chunked") {
        body = dechunked(&body);
    }
    let is_hop = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        HOPS.contains(&name.to_ascii_lowercase().as_str())
    };
    let lines = head.split("\r\n").filter(|line| !is_hop(line));
    let mut head: Vec<String> = lines.map(str::to_owned).collect();
    let has_none = lower.contains(" 204 ") || lower.contains(" 304 ");
    if !has_none {
        head.push(format!("Content-Length: {}", body.len()));
    }
    let body = match String::from_utf8(body) {
        Ok(text) => Piece::Text(text),
        Err(error) => Piece::Bytes(error.into_bytes()),
    };
    Answer {
        head,
        body: vec![body],
        end: End::Keep,
    }
}

/// Returns the content of chunks (RFC 9112 §7.1).
fn dechunked(mut chunks: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(at) = chunks.windows(2).position(|two| two == b"\r\n") {
        let size = String::from_utf8_lossy(&chunks[..at]);
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = chunks.get(at + 2..at + 2 + size).filter(|_| size > 0) else {
            break;
        };
        all.extend(chunk);
        chunks = chunks.get(at + 4 + size..).unwrap_or_default();
    }
    all
}

/// Returns the access token of an answer.
pub(super) fn token(answer: &Answer) -> Option<String> {
    let body = wire::bytes(&answer.body, &[]);
    if body.len() > 65_536 {
        return None;
    }
    let body: Value = serde_json::from_slice(&body).ok()?;
    Some(body.get("access_token")?.as_str()?.to_owned())
}
