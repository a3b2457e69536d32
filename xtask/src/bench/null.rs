//! A server that does no work: it responds from memory, with one thread for each connection, so
//! that only the cost of the client is measured.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use anyhow::{Context as _, Result};

/// The largest request head and body that are read.
const LARGEST_HEAD: u64 = 256 * 1024;
const LARGEST_BODY: u64 = 64 * 1024 * 1024;

/// The parts of a request that select the response.
#[derive(Debug, Default)]
pub struct Asked {
    /// The method.
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// Whether it has an `Authorization` field.
    pub is_authorized: bool,
    length: u64,
}

/// A prepared response.
#[derive(Debug, Default)]
pub struct Canned {
    /// The status line and all header fields, with the empty line.
    pub head: Vec<u8>,
    /// The body.
    pub body: Vec<u8>,
}

impl Canned {
    /// Creates a response, with the field `Content-Length`.
    #[must_use]
    pub fn new(status: u64, fields: &[(&str, &str)], body: &str) -> Self {
        let mut head = format!("HTTP/1.1 {status} Canned\r\n");
        for (name, value) in fields {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        // 204 has no body, and no fields about it (RFC 9110 §8.6).
        if status != 204 {
            let _ = write!(head, "content-length: {}\r\n", body.len());
        }
        head.push_str("\r\n");
        Self {
            head: head.into_bytes(),
            body: body.as_bytes().to_vec(),
        }
    }
}

/// Serves on a free loopback port until this program ends. Returns the address.
///
/// # Errors
/// Returns an error if there is no port.
pub fn serve<F>(answer: F) -> Result<SocketAddr>
where
    F: Fn(&Asked) -> Arc<Canned> + Send + Sync + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
    let address = listener.local_addr().context("cannot listen")?;
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            // A client that disconnects during a request needs no response.
            std::thread::spawn(move || converse(stream, &*answer).ok());
        }
    });
    Ok(address)
}

/// Responds to the requests of a connection, one by one, until it is closed or is not HTTP.
fn converse(stream: TcpStream, answer: &dyn Fn(&Asked) -> Arc<Canned>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    let mut out = Vec::new();
    while let Some(asked) = read(&mut reader)? {
        std::io::copy(
            &mut reader.by_ref().take(asked.length),
            &mut std::io::sink(),
        )?;
        let canned = answer(&asked);
        out.clear();
        out.extend_from_slice(&canned.head);
        if asked.method != "HEAD" {
            out.extend_from_slice(&canned.body);
        }
        writer.write_all(&out)?;
    }
    Ok(())
}

/// Returns the head of the next request; `None` at the end, or where it cannot be parsed.
fn read(reader: &mut BufReader<TcpStream>) -> std::io::Result<Option<Asked>> {
    let mut head = reader.by_ref().take(LARGEST_HEAD);
    let mut line = String::new();
    head.read_line(&mut line)?;
    let mut words = line.split(' ');
    let (Some(method), Some(target), Some(_)) = (words.next(), words.next(), words.next()) else {
        return Ok(None);
    };
    let path = target.split('?').next().unwrap_or_default();
    let mut asked = Asked {
        method: method.to_owned(),
        path: path.to_owned(),
        ..Asked::default()
    };
    loop {
        line.clear();
        head.read_line(&mut line)?;
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                match value.trim().parse() {
                    Ok(length) if length <= LARGEST_BODY => asked.length = length,
                    _ => return Ok(None),
                }
            }
            Some((name, _)) if name.eq_ignore_ascii_case("transfer-encoding") => return Ok(None),
            Some((name, _)) => asked.is_authorized |= name.eq_ignore_ascii_case("authorization"),
            None if line.trim().is_empty() && line.ends_with('\n') => return Ok(Some(asked)),
            None => return Ok(None),
        }
    }
}
