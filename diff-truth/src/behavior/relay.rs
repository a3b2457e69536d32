//! A relay between an SDK and a mock. It inserts credentials that the mock accepts, and records
//! which responses have a media type that the SDK did not ask for.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::known::Known;
use super::mock::Mock;

/// The maximum time to wait for a mock or an SDK.
const LONGEST_SILENCE: Duration = Duration::from_secs(20);

/// A running relay. It serves one request on each connection, and ends when it is dropped.
pub struct Relay {
    /// The base address of all calls.
    pub address: String,
    own: SocketAddr,
    work: Arc<Work>,
    listening: Option<JoinHandle<()>>,
}

struct Work {
    /// The authority of the mock.
    mock: String,
    /// The path of the old description's server.
    path: String,
    known: Known,
    unasked: Mutex<BTreeSet<usize>>,
    ended: AtomicBool,
}

impl Relay {
    /// Starts a relay to a mock for an SDK whose server has this path.
    ///
    /// # Errors
    /// When there is no port, or the credentials of the mock cannot be read.
    pub fn start(mock: &Mock, path: &str) -> io::Result<Self> {
        let (authority, _) = split(&mock.base);
        let work = Arc::new(Work {
            mock: authority.to_owned(),
            path: path.trim_end_matches('/').to_owned(),
            known: Known::read(&mock.credentials)?,
            unasked: Mutex::default(),
            ended: AtomicBool::new(false),
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let own = listener.local_addr()?;
        let shared = work.clone();
        let listening = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.ended.load(Ordering::SeqCst) {
                    break;
                }
                let work = shared.clone();
                // If the connection breaks, the SDK reports the failure.
                thread::spawn(move || work.serve(&stream));
            }
        });
        Ok(Self {
            address: format!("http://{own}"),
            own,
            work,
            listening: Some(listening),
        })
    }

    /// Returns the calls whose responses have a media type that the SDK did not ask for (RFC 9110 §12.5.1).
    pub fn unasked(&self) -> BTreeSet<usize> {
        let known = self.work.unasked.lock();
        known.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.work.ended.store(true, Ordering::SeqCst);
        // The listener checks the flag when it accepts a connection.
        drop(TcpStream::connect(self.own));
        if let Some(listening) = self.listening.take() {
            // A thread that panicked has also ended.
            drop(listening.join());
        }
    }
}

/// Returns the authority and the path of a URL.
pub fn split(url: &str) -> (&str, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let at = rest.find('/').unwrap_or(rest.len());
    rest.split_at(at)
}

/// A message of HTTP.
struct Message {
    first: String,
    fields: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Work {
    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(LONGEST_SILENCE))?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut request = Message::read(&mut reader)?;
        request.body = request.sent_body(&mut reader)?;
        let asked = request.field("accept").unwrap_or("*/*").to_owned();
        let call = self.rewrite(&mut request)?;
        let mut to_mock = TcpStream::connect(&self.mock)?;
        to_mock.set_read_timeout(Some(LONGEST_SILENCE))?;
        request.write(&mut to_mock)?;
        let mut reader = BufReader::new(to_mock);
        let mut response = Message::read(&mut reader)?;
        // The mock closes the connection after its response.
        reader.read_to_end(&mut response.body)?;
        if !is_asked_for(&asked, response.field("content-type")) {
            let known = self.unasked.lock();
            known.unwrap_or_else(PoisonError::into_inner).insert(call);
        }
        response.write(&mut &*stream)
    }

    /// Turns a request to `/<language>/<number of the call>/…` into one to the mock; returns the
    /// number.
    fn rewrite(&self, request: &mut Message) -> io::Result<usize> {
        let wrong = || io::Error::other("the request does not come from a driver");
        let mut parts = request.first.splitn(3, ' ');
        let (Some(method), Some(target)) = (parts.next(), parts.next()) else {
            return Err(wrong());
        };
        let mut steps = target.trim_start_matches('/').splitn(3, '/');
        steps.next();
        let call = steps.next().unwrap_or_default();
        // A query may follow the number without a slash.
        let digits = call.find(|c: char| !c.is_ascii_digit());
        let (number, query) = call.split_at(digits.unwrap_or(call.len()));
        let number = number.parse().map_err(|_| wrong())?;
        let rest = steps.next().map(|rest| format!("/{rest}"));
        let target = format!("{}{query}{}", self.path, rest.unwrap_or_default());
        let target = self.known.in_text(&target);
        request.first = format!("{method} {target} HTTP/1.1");
        for (name, value) in &mut request.fields {
            *value = self.known.in_field(name, value);
        }
        request
            .fields
            .retain(|(name, _)| !name.eq_ignore_ascii_case("host"));
        request.fields.push(("Host".to_owned(), self.mock.clone()));
        Ok(number)
    }
}

impl Message {
    /// Reads everything before the body.
    fn read(reader: &mut impl BufRead) -> io::Result<Self> {
        let mut lines = Vec::new();
        loop {
            let line = line(reader)?;
            if line.is_empty() {
                break;
            }
            lines.push(line);
        }
        let mut lines = lines.into_iter();
        let first = lines
            .next()
            .ok_or_else(|| io::Error::other("there is no message"))?;
        let fields = lines.filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_owned(), value.trim().to_owned()))
        });
        Ok(Self {
            first,
            fields: fields.collect(),
            body: Vec::new(),
        })
    }

    fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        let found = fields.find(|(one, _)| one.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Reads the body of a request with its chunk sizes, if it has them (RFC 9112 §6.3).
    fn sent_body(&self, reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        if self.field("transfer-encoding").is_none() {
            let length = self.field("content-length").unwrap_or("0");
            let length = length.parse().map_err(io::Error::other)?;
            reader.take(length).read_to_end(&mut body)?;
            return Ok(body);
        }
        loop {
            let size = line(reader)?;
            let digits = size.split(';').next().unwrap_or_default().trim();
            let length = u64::from_str_radix(digits, 16).map_err(io::Error::other)?;
            body.extend(size.as_bytes());
            body.extend(b"\r\n");
            // A line break follows each chunk.
            reader.take(length + 2).read_to_end(&mut body)?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    fn write(&self, to: &mut impl io::Write) -> io::Result<()> {
        let mut text = self.first.clone().into_bytes();
        text.extend(b"\r\n");
        for (name, value) in &self.fields {
            if !name.eq_ignore_ascii_case("connection") {
                text.extend(format!("{name}: {value}\r\n").bytes());
            }
        }
        text.extend(b"Connection: close\r\n\r\n");
        text.extend(&self.body);
        to.write_all(&text)?;
        to.flush()
    }
}

/// Returns a line without the line break. Bytes that are not UTF-8 are read as Latin-1, as in
/// header fields.
fn line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.read_until(b'\n', &mut bytes)?;
    while bytes
        .last()
        .is_some_and(|last| matches!(last, b'\r' | b'\n'))
    {
        bytes.pop();
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// Returns whether a media type was asked for.
fn is_asked_for(asked: &str, given: Option<&str>) -> bool {
    let essence = |text: &str| {
        let text = text.split(';').next().unwrap_or_default();
        text.trim().to_ascii_lowercase()
    };
    let Some(given) = given.map(essence) else {
        return true;
    };
    let family = given.split('/').next().unwrap_or_default();
    asked
        .split(',')
        .map(essence)
        .any(|one| one == given || one == "*/*" || one == format!("{family}/*"))
}
