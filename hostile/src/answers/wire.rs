//! Answers as bytes.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use flate2::write::{GzEncoder, ZlibEncoder};
use flate2::{Compress, Compression, FlushCompress};

use super::{Answer, End, Piece};

/// How much is sent at most for one answer, in bytes, and for how long. A call can have ten answers
/// one after the other: the connections of a stream that resumes after each second item.
const MOST_BYTES: usize = 96 << 20;
const MOST_TIME: Duration = Duration::from_secs(3);

/// How long a connection is silent at most.
pub(super) const SILENCE: Duration = Duration::from_millis(2500);

/// The texts that stand for others.
pub(super) type Names<'a> = [(&'a str, &'a str)];

/// A connection that an answer is written to.
pub(super) struct Wire<'a> {
    stream: &'a TcpStream,
    names: &'a Names<'a>,
    start: Instant,
    sent: usize,
}

impl<'a> Wire<'a> {
    pub(super) fn new(stream: &'a TcpStream, names: &'a Names<'a>) -> Self {
        Self {
            stream,
            names,
            start: Instant::now(),
            sent: 0,
        }
    }

    /// Sends an answer up to its end. An error means that the client has seen enough.
    pub(super) fn send(&mut self, answer: &Answer) -> io::Result<()> {
        let mut head = Vec::new();
        for line in &answer.head {
            for character in self.named(line).chars() {
                let mut utf8 = [0; 4];
                match u8::try_from(character) {
                    Ok(byte) => head.push(byte),
                    Err(_) => head.extend(character.encode_utf8(&mut utf8).bytes()),
                }
            }
            head.extend(b"\r\n");
        }
        if !answer.head.is_empty() {
            head.extend(b"\r\n");
        }
        self.write_all(&head)?;
        for piece in &answer.body {
            self.piece(piece)?;
        }
        if answer.end == End::Endless {
            return self.endless(answer);
        }
        self.flush()
    }

    /// Repeats the last piece until an error or the time ends it.
    fn endless(&mut self, answer: &Answer) -> io::Result<()> {
        // A piece need not write anything.
        while self.start.elapsed() < MOST_TIME {
            match answer.body.last() {
                Some(piece) => self.piece(piece)?,
                None => self.write_all(b" ")?,
            }
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    fn piece(&mut self, piece: &Piece) -> io::Result<()> {
        match piece {
            Piece::Wait(milliseconds) => {
                std::thread::sleep(Duration::from_millis(*milliseconds).min(SILENCE));
                Ok(())
            }
            Piece::Repeat(text, times) => {
                // In larger parts, which cost less.
                let text = self.named(text);
                let many = (65_536 / text.len().max(1)).clamp(1, (*times).max(1));
                let part = text.repeat(many);
                for _ in 0..times / many {
                    self.write_all(part.as_bytes())?;
                }
                self.write_all(text.repeat(times % many).as_bytes())
            }
            Piece::Chunks(pieces) => {
                for piece in pieces {
                    if matches!(piece, Piece::Wait(_)) {
                        self.piece(piece)?;
                        continue;
                    }
                    let bytes = bytes(std::slice::from_ref(piece), self.names);
                    if !bytes.is_empty() {
                        write!(self, "{:x}\r\n", bytes.len())?;
                        self.write_all(&bytes)?;
                        self.write_all(b"\r\n")?;
                    }
                }
                Ok(())
            }
            other => self.write_all(&bytes(std::slice::from_ref(other), self.names)),
        }
    }

    fn named(&self, text: &str) -> String {
        named(text, self.names)
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.sent > MOST_BYTES || self.start.elapsed() > MOST_TIME {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.sent += bytes.len();
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

fn named(text: &str, names: &Names<'_>) -> String {
    let mut text = text.to_owned();
    for (name, value) in names {
        if text.contains(name) {
            text = text.replace(name, value);
        }
    }
    text
}

/// Returns pieces as bytes, without their waits.
pub(super) fn bytes(pieces: &[Piece], names: &Names<'_>) -> Vec<u8> {
    let mut all = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => all.extend(named(text, names).bytes()),
            Piece::Bytes(bytes) => all.extend(bytes),
            Piece::Repeat(text, times) => all.extend(named(text, names).repeat(*times).bytes()),
            Piece::Chunks(pieces) => all.extend(bytes(pieces, names)),
            Piece::Gzip(pieces) => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
                let _ = encoder.write_all(&bytes(pieces, names));
                all.extend(encoder.finish().unwrap_or_default());
            }
            Piece::Deflate(pieces) => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
                let _ = encoder.write_all(&bytes(pieces, names));
                all.extend(encoder.finish().unwrap_or_default());
            }
            Piece::Bomb(mib) => all.extend(bomb(*mib)),
            Piece::Wait(_) => {}
        }
    }
    all
}

/// Returns a number of MiB of spaces, compressed. The blocks of a compressed text that begin anew
/// can be repeated, so only one of them is compressed.
fn bomb(mib: usize) -> Vec<u8> {
    let spaces = vec![b' '; 1 << 20];
    let mut block = Vec::with_capacity(4096);
    let mut compress = Compress::new(Compression::default(), false);
    let _ = compress.compress_vec(&spaces, &mut block, FlushCompress::Full);
    // RFC 1952 §2.3: no name, no time, any system. The checksum at the end is missing.
    let mut all = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    for _ in 0..mib {
        all.extend(&block);
    }
    all
}
