//! Requests and responses as bytes on a connection.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request as received over the wire.
#[derive(Debug, Clone)]
pub struct Received {
    pub method: String,
    pub target: String,
    pub headers: Vec<(String, String)>,
    /// The body as text; invalid UTF-8 is replaced.
    pub body: String,
    pub bytes: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    fn parse(head: &str, body: &[u8]) -> Self {
        let mut lines = head.split("\r\n");
        let mut first = lines.next().unwrap().split(' ');
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_owned(), value.trim().to_owned()))
        };
        Self {
            method: first.next().unwrap().to_owned(),
            target: first.next().unwrap().to_owned(),
            headers: lines.filter_map(header).collect(),
            body: String::from_utf8_lossy(body).into_owned(),
            bytes: body.to_vec(),
        }
    }
}

/// The reply of the service to a request.
#[derive(Debug, Clone)]
pub enum Reply {
    Answer {
        status: u16,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    },
    /// No response is ever sent.
    Silence,
    /// The connection is closed without a response.
    Hangup,
}

/// Chooses the replies.
pub type Handler = dyn Fn(&Received) -> Reply + Send + Sync;

/// Reads one request from a connection, and replies to it.
pub async fn serve(mut stream: TcpStream, handler: Arc<Handler>, seen: Arc<Mutex<Vec<Received>>>) {
    let Some(request) = read(&mut stream).await else {
        return;
    };
    let reply = handler(&request);
    seen.lock().unwrap().push(request);
    match reply {
        Reply::Answer {
            status,
            headers,
            body,
        } => {
            let _ = stream.write_all(&wire(status, &headers, &body)).await;
            let _ = stream.shutdown().await;
        }
        Reply::Silence => std::future::pending().await,
        Reply::Hangup => {}
    }
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]);
            let request = Received::parse(&head, &bytes[end + 4..]);
            let length = request
                .header("content-length")
                .map_or(0, |size| size.parse().unwrap());
            if request.bytes.len() >= length {
                return Some(request);
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}

fn wire(status: u16, headers: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Said\r\nconnection: close\r\n");
    if status != 204 {
        let _ = write!(head, "content-length: {}\r\n", body.len());
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", body].concat()
}
