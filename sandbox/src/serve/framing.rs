//! Finds the ends of requests on a connection (RFC 9112 §6), by the strictest interpretation.

/// The received bytes have two interpretations.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ambiguous;

/// The parsing state of a connection.
#[derive(Debug, Default)]
pub(super) struct Framing {
    part: Part,
    /// The current line, without its end. Only the beginning of a long line is kept, because no
    /// relevant line is longer.
    line: Vec<u8>,
    head: Head,
}

/// The longest line that is examined.
const LONGEST: usize = 256;

#[derive(Debug, Default)]
enum Part {
    /// The lines of the head.
    #[default]
    Head,
    /// The remaining bytes of the body.
    Length(u64),
    /// The line with the size of a chunk.
    Size,
    /// The remaining bytes of a chunk.
    Chunk(u64),
    /// The end of the line after a chunk.
    AfterChunk,
    /// The lines after the last chunk.
    Trailers,
}

/// The state of the current head.
#[derive(Debug, Default)]
struct Head {
    lines: usize,
    is_old: bool,
    hosts: usize,
    length: Option<u64>,
    is_chunked: bool,
}

impl Framing {
    /// Processes the next byte.
    pub(super) fn push(&mut self, byte: u8) -> Result<(), Ambiguous> {
        match &mut self.part {
            Part::Length(left) | Part::Chunk(left) => {
                *left -= 1;
                if *left == 0 {
                    self.part = match self.part {
                        Part::Chunk(_) => Part::AfterChunk,
                        _ => Part::Head,
                    };
                }
                Ok(())
            }
            _ => self.text(byte),
        }
    }

    /// Processes a byte of a line, which ends with CRLF and has neither of the two elsewhere (RFC
    /// 9112 §2.2).
    fn text(&mut self, byte: u8) -> Result<(), Ambiguous> {
        let after_return = self.line.last() == Some(&b'\r');
        match byte {
            b'\n' if after_return => {
                self.line.pop();
                let line = std::mem::take(&mut self.line);
                let ended = self.line(&line);
                self.line = line;
                self.line.clear();
                ended
            }
            b'\n' => Err(Ambiguous),
            _ if after_return => Err(Ambiguous),
            b'\r' => {
                self.line.push(byte);
                Ok(())
            }
            _ => {
                if self.line.len() < LONGEST {
                    self.line.push(byte);
                }
                Ok(())
            }
        }
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Ambiguous> {
        match self.part {
            Part::Head if line.is_empty() && self.head.lines == 0 => Ok(()),
            Part::Head if line.is_empty() => {
                self.part = std::mem::take(&mut self.head).body()?;
                Ok(())
            }
            Part::Head => self.head.line(line),
            Part::Size => {
                self.part = match size(line)? {
                    0 => Part::Trailers,
                    size => Part::Chunk(size),
                };
                Ok(())
            }
            Part::AfterChunk if line.is_empty() => {
                self.part = Part::Size;
                Ok(())
            }
            Part::Trailers => {
                if line.is_empty() {
                    self.part = Part::Head;
                }
                Ok(())
            }
            _ => Err(Ambiguous),
        }
    }
}

impl Head {
    fn line(&mut self, line: &[u8]) -> Result<(), Ambiguous> {
        self.lines += 1;
        if self.lines == 1 {
            // The end of a line that is too long is not kept.
            self.is_old = line.ends_with(b" HTTP/1.0");
            return Ok(());
        }
        // A line that continues the previous one (RFC 9112 §5.2).
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            return Err(Ambiguous);
        }
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = line.split_at(colon.unwrap_or(line.len()));
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        match name.to_ascii_lowercase().as_slice() {
            b"host" => self.hosts += 1,
            b"content-length" if self.length.is_none() => self.length = Some(length(value)?),
            // No other coding is supported, and none may be repeated.
            b"transfer-encoding" if !self.is_chunked && value.eq_ignore_ascii_case(b"chunked") => {
                self.is_chunked = true;
            }
            // A repeated length, even if both agree.
            b"content-length" | b"transfer-encoding" => return Err(Ambiguous),
            _ => {}
        }
        Ok(())
    }

    /// Returns what follows the head.
    fn body(self) -> Result<Part, Ambiguous> {
        // RFC 9112 §3.2.
        if self.hosts > 1 || (self.hosts == 0 && !self.is_old) {
            return Err(Ambiguous);
        }
        match (self.is_chunked, self.length) {
            (true, Some(_)) => Err(Ambiguous),
            (true, None) if self.is_old => Err(Ambiguous),
            (true, None) => Ok(Part::Size),
            (false, None | Some(0)) => Ok(Part::Head),
            (false, Some(length)) => Ok(Part::Length(length)),
        }
    }
}

fn length(text: &[u8]) -> Result<u64, Ambiguous> {
    let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(text).ok().filter(|_| is_number);
    text.and_then(|text| text.parse().ok()).ok_or(Ambiguous)
}

/// Returns the size of a chunk; chunk extensions are ignored (RFC 9112 §7.1.1).
fn size(line: &[u8]) -> Result<u64, Ambiguous> {
    let end = line.iter().position(|byte| *byte == b';');
    let digits = line[..end.unwrap_or(line.len())].trim_ascii_end();
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    let text = std::str::from_utf8(digits).ok().filter(|_| is_number);
    text.and_then(|text| u64::from_str_radix(text, 16).ok())
        .ok_or(Ambiguous)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &str) -> Result<(), Ambiguous> {
        let mut framing = Framing::default();
        bytes.bytes().try_for_each(|byte| framing.push(byte))
    }

    #[test]
    fn plain_requests_pass_one_after_the_other() {
        let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na\nb";
        let chunks = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\
                      2;x=y\r\n\n\n\r\n0\r\nTrailer: t\r\n\r\n";
        assert_eq!(
            read(&[get, post, chunks, get, "\r\n", get].concat()),
            Ok(())
        );
        assert_eq!(read("GET / HTTP/1.0\r\n\r\n"), Ok(()));
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_refused() {
        let cases = [
            ("a lone LF", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
            ("a lone CR", "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n"),
            (
                "a folded line",
                "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n",
            ),
            ("no host", "GET / HTTP/1.1\r\n\r\n"),
            ("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        ];
        for (what, bytes) in cases {
            assert_eq!(read(bytes), Err(Ambiguous), "{what}");
        }
        let framings = [
            "Content-Length: 3\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 3",
            "Content-Length: 3\r\nContent-Length: 3",
            "Content-Length: 3, 3",
            "Content-Length: +3",
            "Content-Length: 99999999999999999999999",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        ];
        for framing in framings {
            let bytes = format!("POST / HTTP/1.1\r\nHost: a\r\n{framing}\r\n\r\n");
            assert_eq!(read(&bytes), Err(Ambiguous), "{framing}");
        }
        let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        for chunk in ["2\n", "0x2\r\n", "\r\n", "2\r\nabc"] {
            let bytes = format!("{chunked}{chunk}\r\n");
            assert_eq!(read(&bytes), Err(Ambiguous), "{chunk:?}");
        }
    }
}
