//! A server that does no work: it answers from memory, a thread to each connection. What a client
//! of it takes is the client's own.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use anyhow::{Context as _, Result};

/// The greatest head of a request, and the greatest body, that are read.
const LARGEST_HEAD: u64 = 256 * 1024;
const LARGEST_BODY: u64 = 64 * 1024 * 1024;

/// As much of a request as a response is chosen by.
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

/// A response that is ready to be sent.
#[derive(Debug, Default)]
pub struct Canned {
    /// The status line and all fields, the empty line included.
    pub head: Vec<u8>,
    /// The content.
    pub body: Vec<u8>,
}

impl Canned {
    /// Returns a response; the field `Content-Length` is put in here.
    #[must_use]
    pub fn new(status: u64, fields: &[(&str, &str)], body: &str) -> Self {
        let mut head = format!("HTTP/1.1 {status} Canned\r\n");
        for (name, value) in fields {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        // 204 has no content, and says nothing about it (RFC 9110 §8.6).
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

/// Serves on a free port of loopback until this program ends; its address.
///
/// # Errors
/// When there is no port.
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
            // A client that leaves in the midst of a request needs no response.
            std::thread::spawn(move || converse(stream, &*answer).ok());
        }
    });
    Ok(address)
}

/// Answers the requests of a connection, one by one, until it ends or is not an HTTP.
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
