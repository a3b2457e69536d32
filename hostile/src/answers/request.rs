//! Requests, as they arrive.

use std::io::{BufRead, Read as _};

/// The longest head, and the longest body, in bytes.
const MOST: u64 = 1 << 20;

/// A received request.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Whether it arrived at the second port.
    pub elsewhere: bool,
    /// The method.
    pub method: String,
    /// The target, as it was sent.
    pub target: String,
    /// The header fields, with names in lower case.
    pub fields: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// Returns the path, without the query.
    #[must_use]
    pub fn path(&self) -> &str {
        self.target.split(['?', '#']).next().unwrap_or_default()
    }

    /// Returns the value of a header field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        let found = fields.find(|(other, _)| other == name)?;
        Some(&found.1)
    }

    /// Reads a request; `None` at the end of the connection, or if it is not HTTP.
    pub(super) fn read(from: &mut impl BufRead) -> Option<Self> {
        let line = line(from)?;
        let mut words = line.split(' ');
        let mut request = Self {
            method: words.next()?.to_owned(),
            target: words.next()?.to_owned(),
            ..Self::default()
        };
        loop {
            let line = self::line(from)?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':')?;
            let field = (name.to_ascii_lowercase(), value.trim().to_owned());
            request.fields.push(field);
        }
        let is_chunked = request.field("transfer-encoding").is_some();
        if is_chunked {
            while let Some(size) = self::line(from) {
                let size = u64::from_str_radix(&size, 16).ok()?;
                from.take(size.min(MOST))
                    .read_to_end(&mut request.body)
                    .ok()?;
                self::line(from)?;
                if size == 0 {
                    break;
                }
            }
        } else if let Some(length) = request.field("content-length") {
            let length: u64 = length.parse().ok()?;
            from.take(length.min(MOST))
                .read_to_end(&mut request.body)
                .ok()?;
        }
        Some(request)
    }
}

/// Reads a line, without its end.
fn line(from: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    from.take(MOST).read_until(b'\n', &mut bytes).ok()?;
    let line = bytes.strip_suffix(b"\n")?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Some(String::from_utf8_lossy(line).into_owned())
}
