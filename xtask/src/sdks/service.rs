//! The service that is called.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result};

/// The most requests that are answered, so that a program that repeats them without end ends.
const MOST: usize = 10;

const UNAVAILABLE: &str = "HTTP/1.1 503 Service Unavailable\r\nx-request-id: req-1\r\n\
                           content-length: 0\r\nconnection: close\r\n\r\n";

const PROBLEM: &str =
    r#"{"title":"There is no such plant","status":404,"detail":"The bed was dug up."}"#;

/// A service on the loopback interface: unavailable at first, and then without the plant.
pub(super) struct Service {
    address: String,
    trace: Arc<Mutex<Vec<String>>>,
}

impl Service {
    pub(super) fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").context("no free port")?;
        let address = format!("http://{}", listener.local_addr().context("an address")?);
        let trace = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&trace);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().take(MOST).enumerate() {
                // A request that breaks off shows in what the program says.
                let _ = stream.and_then(|stream| answer(&stream, number, &seen));
            }
        });
        Ok(Self { address, trace })
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns what has arrived of the trace, a line for each request.
    pub(super) fn trace(&self) -> Vec<String> {
        self.trace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Answers one request. It is kept with its trace first: the program may end as soon as it has the
/// answer.
fn answer(mut stream: &TcpStream, number: usize, seen: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    let mut trace = String::new();
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if line.to_ascii_lowercase().starts_with("traceparent:") {
            trace = line.to_ascii_lowercase();
        }
    }
    let target = request.trim_end_matches(" HTTP/1.1");
    seen.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(format!("{target}  {trace}"));
    if number == 0 {
        stream.write_all(UNAVAILABLE.as_bytes())
    } else {
        let length = PROBLEM.len();
        write!(
            stream,
            "HTTP/1.1 404 Not Found\r\nx-request-id: req-2\r\ncontent-type: \
             application/problem+json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n\
             {PROBLEM}"
        )
    }
}
