//! A server whose responses are wrong, and full of hidden characters.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::texts::Texts;

/// A running server. Its threads end with the test.
pub(crate) struct Server {
    pub(crate) base_url: String,
    sent: Arc<AtomicUsize>,
}

impl Server {
    /// Returns how many responses it has sent.
    pub(crate) fn sent(&self) -> usize {
        self.sent.load(Ordering::Relaxed)
    }
}

/// Starts a server on a loopback port.
pub(crate) fn start(texts: Texts) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (texts, counted) = (texts.clone(), Arc::clone(&counted));
            std::thread::spawn(move || serve(stream, &texts, &counted));
        }
    });
    let base_url = format!("http://{address}");
    Server { base_url, sent }
}

/// Answers one request, and closes the connection.
fn serve(mut stream: TcpStream, texts: &Texts, sent: &AtomicUsize) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
    let Some(line) = read(&stream) else { return };
    let is_probe = line.starts_with("GET /items?");
    let answer = if is_probe && sent.load(Ordering::Relaxed) < 3 {
        // The first responses are whole, so that the run goes on.
        complete("200 OK", texts, &body(texts, 0))
    } else {
        hostile(texts)
    };
    sent.fetch_add(1, Ordering::Relaxed);
    let _ = stream.write_all(&answer);
}

/// Reads a request, and returns its first line.
fn read(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? <= 2 {
            break;
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    reader.take(length).read_to_end(&mut Vec::new()).ok()?;
    Some(first)
}

fn hostile(texts: &Texts) -> Vec<u8> {
    const STATUSES: [&str; 9] = [
        "200 OK",
        "200 OK",
        "201 Created",
        "400 Bad Request",
        "401 Unauthorized",
        "404 Not Found",
        "302 Found",
        "429 Too Many Requests",
        "500 Oops",
    ];
    let status = STATUSES[texts.below(STATUSES.len())];
    let kind = texts.below(6);
    match texts.below(12) {
        // Not HTTP at all, or only almost.
        0 => texts.next().into_bytes(),
        1 => format!("HTTP/1.1 {} {}\r\n\r\n", texts.next(), texts.next()).into_bytes(),
        2 => format!("HTTP/1.1 {status}\r\nx-{}: 1\r\n\r\n", texts.next()).into_bytes(),
        3 => format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n",
            texts.next()
        )
        .into_bytes(),
        _ => complete(status, texts, &body(texts, kind)),
    }
}

fn complete(status: &str, texts: &Texts, body: &[u8]) -> Vec<u8> {
    let mut head = format!(
        "HTTP/1.1 {status} {}\r\nconnection: close\r\n",
        field(texts)
    );
    let kind = match texts.below(6) {
        0 => format!("text/plain; charset=\"{}\"", field(texts)),
        1 => field(texts),
        2 => "application/problem+json".to_owned(),
        _ => "application/json".to_owned(),
    };
    let length = body.len().to_string();
    let mut fields = vec![("content-type", kind), ("content-length", length)];
    for name in [
        "location",
        "link",
        "www-authenticate",
        "allow",
        "sunset",
        "deprecation",
        "retry-after",
        "etag",
        "set-cookie",
        "x-rate",
        "x-unknown",
        "cache-control",
        "vary",
    ] {
        if texts.below(2) == 0 {
            fields.push((name, field(texts)));
        }
    }
    for (name, value) in fields {
        head.extend([name, ": ", &value, "\r\n"]);
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

/// Returns a text for the value of a header field, which cannot contain ASCII controls.
fn field(texts: &Texts) -> String {
    let text = texts.next();
    text.replace(|one: char| one.is_ascii_control(), "")
}

fn body(texts: &Texts, kind: usize) -> Vec<u8> {
    let text = || texts.next();
    let item = || json!({"id": text(), text(): text(), text(): 1, "kind": text(), "code": text(), "extra": [text()]});
    match kind {
        0 => json!({"items": [item(), item()], text(): text()})
            .to_string()
            .into_bytes(),
        1 => item().to_string().into_bytes(),
        2 => json!({"type": text(), "title": text(), "status": text(), "detail": text()})
            .to_string()
            .into_bytes(),
        // Characters that JSON does not allow in a string as they are.
        3 => format!("{{\"id\": \"{}\", \"{}\": \"{}\"}}", text(), text(), text()).into_bytes(),
        4 => text().into_bytes(),
        _ => [text().as_bytes(), b"\x9b\xff\xfe", text().as_bytes()].concat(),
    }
}
