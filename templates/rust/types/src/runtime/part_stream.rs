//! Streams of parts (RFC 2046 §5.1).
#![allow(dead_code, reason = "a description need not have streams")]

use std::hash::{BuildHasher as _, RandomState};

use serde::Serialize;
use serde::ser::Error as _;
use serde_json::Value;

use super::frames::{Buffer, Fault, Frame};
use super::multipart_parser::boundary;
use super::{Base64, Decode as _, DecodeError, Decoder};

/// The maximum total size of a part's header fields, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// What each part of a stream contains: the media type with which parts are sent, and how an item
/// is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartForm(pub &'static str, pub PartContent);

/// How the content of a part is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartContent {
    /// As JSON.
    Json,
    /// A string, as it is.
    Text,
    /// Bytes, as they are; a string in base64 until then.
    Bytes,
}

impl PartForm {
    /// Returns the JSON of an item.
    ///
    /// # Errors
    /// Returns an error if the content is not JSON or text, as it must be.
    pub fn read(self, content: Vec<u8>) -> Result<Value, DecodeError> {
        let Self(_, form) = self;
        match form {
            PartContent::Json => serde_json::from_slice(&content)
                .map_err(|error| DecodeError::new("", "JSON", format!("invalid text: {error}"))),
            PartContent::Text => match String::from_utf8(content) {
                Ok(text) => Ok(Value::String(text)),
                Err(_) => Err(DecodeError::new("", "UTF-8 text", "other bytes")),
            },
            PartContent::Bytes => serde_json::to_value(Base64::from(content))
                .map_err(|error| DecodeError::new("", "bytes", error.to_string())),
        }
    }

    fn content<T: Serialize>(self, item: &T) -> Result<Vec<u8>, serde_json::Error> {
        let Self(_, form) = self;
        if form == PartContent::Json {
            return serde_json::to_vec(item);
        }
        let Value::String(text) = serde_json::to_value(item)? else {
            return Err(serde_json::Error::custom("an item is not text"));
        };
        if form == PartContent::Text {
            return Ok(text.into_bytes());
        }
        let bytes = Base64::decode(Value::String(text), &mut Decoder::new());
        let bytes = bytes.map_err(serde_json::Error::custom)?;
        Ok(bytes.0.into())
    }
}

/// Encodes the parts of a stream. Every item ends with the boundary of the next one, so that
/// receivers do not have to wait for that to know that it is complete.
#[derive(Debug, Clone)]
pub struct PartWriter {
    form: PartForm,
    boundary: String,
}

impl PartWriter {
    /// Chooses a boundary, which cannot be predicted, so that no item contains it.
    #[must_use]
    pub fn new(form: PartForm) -> Self {
        let random = || RandomState::new().hash_one(form.0);
        let boundary = format!("parts-{:016x}{:016x}", random(), random());
        Self { form, boundary }
    }

    /// Returns the media type to send for a declared one.
    #[must_use]
    pub fn media_type(&self, declared: &str) -> String {
        format!("{declared}; boundary={}", self.boundary)
    }

    /// Returns what precedes the first item.
    #[must_use]
    pub fn start(&self) -> Vec<u8> {
        format!("--{}", self.boundary).into_bytes()
    }

    /// Returns an encoded item.
    ///
    /// # Errors
    /// Returns an error if the item cannot be encoded.
    pub fn item<T: Serialize>(&self, item: &T) -> Result<Vec<u8>, serde_json::Error> {
        let media_type = self.form.0.replace(char::is_control, "");
        let mut part = format!("\r\nContent-Type: {media_type}\r\n\r\n").into_bytes();
        part.extend(self.form.content(item)?);
        part.extend(format!("\r\n--{}", self.boundary).into_bytes());
        Ok(part)
    }

    /// Returns what follows the last item.
    #[must_use]
    pub fn end(&self) -> Vec<u8> {
        b"--\r\n".to_vec()
    }
}

/// Splits a stream into the contents of its parts.
#[derive(Debug)]
pub struct PartReader {
    content: Buffer,
    /// A line break and the boundary; `None` if the media type has none.
    delimiter: Option<Vec<u8>>,
    place: Place,
    /// How many bytes of the delimiter were read last.
    matched: usize,
    /// Whether the line break of the delimiter is that of the line before.
    is_shared: bool,
    /// The rest of the line of a boundary.
    line: Vec<u8>,
    /// The size of the header fields so far, and that of the current one.
    head: (usize, usize),
}

/// The position of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Preamble,
    Boundary,
    Head,
    Content,
    End,
}

impl PartReader {
    pub(super) fn new(content: Buffer, media_type: &str) -> Self {
        Self {
            content,
            delimiter: boundary(media_type).map(|text| format!("\r\n--{text}").into_bytes()),
            place: Place::Preamble,
            matched: 2,
            is_shared: true,
            line: Vec::new(),
            head: (0, 0),
        }
    }

    pub(super) fn push(&mut self, byte: u8) -> Result<Option<Frame>, Fault> {
        match self.place {
            Place::Preamble | Place::Content => return self.content(byte),
            Place::Boundary => self.boundary(byte)?,
            Place::Head => self.header(byte)?,
            Place::End => {}
        }
        Ok(None)
    }

    pub(super) fn end(&self) -> Result<Option<Frame>, Fault> {
        if self.place == Place::End {
            Ok(None)
        } else {
            Err(Fault::CutOff)
        }
    }

    /// Reads a byte of the preamble or of the content of a part.
    fn content(&mut self, byte: u8) -> Result<Option<Frame>, Fault> {
        let Some(delimiter) = &self.delimiter else {
            return Err(Fault::Malformed("a multipart stream without a boundary"));
        };
        let is_item = self.place == Place::Content;
        if delimiter.get(self.matched) == Some(&byte) {
            self.matched += 1;
            if self.matched < delimiter.len() {
                return Ok(None);
            }
            self.place = Place::Boundary;
            self.line.clear();
            let content = self.content.take();
            return Ok(is_item.then(|| Frame {
                content,
                ..Frame::default()
            }));
        }
        let start = if self.is_shared { 2 } else { 0 };
        let read = delimiter.get(start..self.matched).unwrap_or_default();
        if is_item {
            for byte in read {
                self.content.add(*byte)?;
            }
        }
        self.is_shared = false;
        // Only the first byte of a delimiter is a carriage return.
        self.matched = usize::from(byte == b'\r');
        if is_item && self.matched == 0 {
            self.content.add(byte)?;
        }
        Ok(None)
    }

    /// Reads a byte behind a boundary: dashes after the last one, and otherwise only spaces.
    fn boundary(&mut self, byte: u8) -> Result<(), Fault> {
        let malformed = Err(Fault::Malformed("text after a boundary"));
        if byte != b'\n' {
            self.line.push(byte);
            if self.line == b"--" {
                self.place = Place::End;
            }
            return if self.line.len() > LONGEST_HEAD {
                malformed
            } else {
                Ok(())
            };
        }
        if !self.line.trim_ascii().is_empty() {
            return malformed;
        }
        self.place = Place::Head;
        self.head = (0, 0);
        Ok(())
    }

    /// Reads a byte of the header fields, which a blank line ends.
    fn header(&mut self, byte: u8) -> Result<(), Fault> {
        let (size, column) = &mut self.head;
        *size += 1;
        match byte {
            _ if *size > LONGEST_HEAD => {
                return Err(Fault::Malformed("a part whose head is too large"));
            }
            b'\n' if *column == 0 => {
                // A part without content shares its line break with the boundary.
                self.place = Place::Content;
                self.matched = 2;
                self.is_shared = true;
            }
            b'\n' => *column = 0,
            b'\r' => {}
            _ => *column += 1,
        }
        Ok(())
    }
}
