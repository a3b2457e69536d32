//! Splits the bytes of a stream into items. At most one item is buffered.
#![allow(dead_code, reason = "a description need not have streams")]

use std::time::Duration;

use super::part_stream::PartReader;

/// How the items of a stream are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events (HTML §9.2).
    Events,
    /// JSON texts, one per line.
    Lines,
    /// JSON texts, each after a record separator (RFC 7464).
    Sequence,
    /// Parts between boundaries (RFC 2046 §5.1).
    Parts,
}

/// An item as received.
#[derive(Debug, Default)]
pub struct Frame {
    /// The JSON of the item, or the data of an event, in UTF-8.
    pub content: Vec<u8>,
    /// Whether the stream ended without marking the end of the item, which may thus be cut off.
    pub is_last: bool,
    /// The type of an event.
    pub event: String,
    /// The ID of the last event.
    pub id: String,
    /// The reconnection time that an event sets.
    pub retry: Option<Duration>,
}

/// What is wrong with the bytes of a stream.
#[derive(Debug)]
pub enum Fault {
    /// The bytes do not have the format of the stream.
    Malformed(&'static str),
    /// An item exceeds the size limit.
    TooLarge,
    /// The stream ends in the middle of an item.
    CutOff,
}

/// What a connection of an event stream passes on to the next one.
#[derive(Debug, Clone, Default)]
pub struct EventState {
    /// The ID of the last event, from which the stream resumes.
    pub last_id: String,
    /// The reconnection time that the service requested.
    pub retry: Option<Duration>,
}

/// Splits the stream of one connection into items.
#[derive(Debug)]
pub enum Reader {
    /// Reads events.
    Events(EventReader),
    /// Reads lines.
    Lines(Buffer),
    /// Reads texts after record separators.
    Sequence(SequenceReader),
    /// Reads parts.
    Parts(PartReader),
}

impl Reader {
    /// Creates a reader that continues from the `state` of the last connection. `limit` is the
    /// maximum number of bytes of an item, and `media_type` the one that was received, which has the
    /// boundary of parts.
    #[must_use]
    pub fn new(framing: Framing, limit: usize, media_type: &str, state: EventState) -> Self {
        let buffer = Buffer::new(limit);
        match framing {
            Framing::Events => Self::Events(EventReader::new(buffer, state)),
            Framing::Lines => Self::Lines(buffer),
            Framing::Sequence => Self::Sequence(SequenceReader::new(buffer)),
            Framing::Parts => Self::Parts(PartReader::new(buffer, media_type)),
        }
    }

    /// Returns the state for the next connection.
    #[must_use]
    pub fn state(&self) -> EventState {
        match self {
            Self::Events(reader) => reader.state.clone(),
            Self::Lines(_) | Self::Sequence(_) | Self::Parts(_) => EventState::default(),
        }
    }

    /// Adds a byte and returns the item that it completes, if any.
    ///
    /// # Errors
    /// Returns an error if the bytes do not have the format of the stream, or the item is too large.
    pub fn push(&mut self, byte: u8) -> Result<Option<Frame>, Fault> {
        match self {
            Self::Events(reader) => reader.push(byte),
            Self::Sequence(reader) => reader.push(byte),
            Self::Parts(reader) => reader.push(byte),
            Self::Lines(line) if byte == b'\n' => Ok(line.frame(false)),
            Self::Lines(line) => line.add(byte).map(|()| None),
        }
    }

    /// Returns the item that the end of the stream completes, if any.
    ///
    /// # Errors
    /// Returns an error if the stream ends within an item.
    pub fn end(&mut self) -> Result<Option<Frame>, Fault> {
        match self {
            // An event without a closing blank line is dropped.
            Self::Events(_) => Ok(None),
            Self::Sequence(reader) => reader.end(),
            Self::Parts(reader) => reader.end(),
            // The last line may lack a line break; if it is not JSON, it was cut off.
            Self::Lines(line) => Ok(line.frame(true)),
        }
    }
}

/// Bytes that are buffered up to a limit.
#[derive(Debug)]
pub struct Buffer {
    limit: usize,
    bytes: Vec<u8>,
}

impl Buffer {
    const fn new(limit: usize) -> Self {
        Self {
            limit,
            bytes: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, byte: u8) -> Result<(), Fault> {
        if self.bytes.len() >= self.limit {
            return Err(Fault::TooLarge);
        }
        self.bytes.push(byte);
        Ok(())
    }

    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the buffered bytes as an item, or `None` if they are blank.
    fn frame(&mut self, is_last: bool) -> Option<Frame> {
        let content = self.take();
        (!content.iter().copied().all(is_space)).then(|| Frame {
            content,
            is_last,
            ..Frame::default()
        })
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Splits a stream into events (HTML §9.2.6).
#[derive(Debug)]
pub struct EventReader {
    line: Buffer,
    state: EventState,
    is_opened: bool,
    is_after_return: bool,
    id: String,
    event: String,
    data: Option<String>,
    size: usize,
    retry: Option<Duration>,
}

impl EventReader {
    fn new(line: Buffer, state: EventState) -> Self {
        Self {
            line,
            id: state.last_id.clone(),
            state,
            is_opened: false,
            is_after_return: false,
            event: String::new(),
            data: None,
            size: 0,
            retry: None,
        }
    }

    fn push(&mut self, byte: u8) -> Result<Option<Frame>, Fault> {
        let is_pair = self.is_after_return && byte == b'\n';
        self.is_after_return = byte == b'\r';
        if is_pair {
            return Ok(None);
        }
        if !matches!(byte, b'\r' | b'\n') {
            return self.line.add(byte).map(|()| None);
        }
        let bytes = self.line.take();
        let line = String::from_utf8_lossy(&bytes);
        let is_first = !std::mem::replace(&mut self.is_opened, true);
        let line = match line.strip_prefix('\u{feff}') {
            Some(rest) if is_first => rest,
            _ => &line,
        };
        if line.is_empty() {
            return Ok(self.dispatch());
        }
        self.field(line)?;
        Ok(None)
    }

    fn field(&mut self, line: &str) -> Result<(), Fault> {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => {
                self.size += value.len() + 1;
                if self.size > self.line.limit {
                    return Err(Fault::TooLarge);
                }
                match &mut self.data {
                    Some(data) => {
                        data.push('\n');
                        data.push_str(value);
                    }
                    None => self.data = Some(value.to_owned()),
                }
            }
            "event" => value.clone_into(&mut self.event),
            "id" if !value.contains('\0') => value.clone_into(&mut self.id),
            "retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                // A number with too many digits counts as the longest time.
                let wait = Duration::from_millis(value.parse().unwrap_or(u64::MAX));
                (self.state.retry, self.retry) = (Some(wait), Some(wait));
            }
            _ => {}
        }
        Ok(())
    }

    fn dispatch(&mut self) -> Option<Frame> {
        self.state.last_id.clone_from(&self.id);
        self.size = 0;
        let (event, retry) = (std::mem::take(&mut self.event), self.retry.take());
        let data = self.data.take()?;
        Some(Frame {
            content: data.into_bytes(),
            is_last: false,
            event: if event.is_empty() {
                "message".to_owned()
            } else {
                event
            },
            id: self.id.clone(),
            retry,
        })
    }
}

const RECORD_SEPARATOR: u8 = 0x1e;

/// Splits a stream into JSON texts after record separators (RFC 7464). A text is complete at the
/// end of its line, so that a live stream is never one item behind.
#[derive(Debug)]
pub struct SequenceReader {
    text: Buffer,
    place: Place,
    depth: usize,
    is_escaped: bool,
}

/// The position of a reader within a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    Start,
    Scalar,
    Nested,
    String,
    Whole,
}

impl SequenceReader {
    const fn new(text: Buffer) -> Self {
        Self {
            text,
            place: Place::Before,
            depth: 0,
            is_escaped: false,
        }
    }

    fn push(&mut self, byte: u8) -> Result<Option<Frame>, Fault> {
        let is_end = byte == b'\n' && matches!(self.place, Place::Scalar | Place::Whole);
        let is_next = byte == RECORD_SEPARATOR;
        if !is_next && !is_end {
            self.step(byte)?;
            return self.text.add(byte).map(|()| None);
        }
        // A number or literal could continue unless white space follows.
        let is_cut = is_next && self.place != Place::Whole;
        self.place = if is_next { Place::Start } else { Place::Before };
        self.is_escaped = false;
        match self.text.frame(false) {
            Some(_) if is_cut => Err(Fault::Malformed("an incomplete text")),
            frame => Ok(frame),
        }
    }

    fn end(&mut self) -> Result<Option<Frame>, Fault> {
        match self.text.frame(false) {
            Some(_) if self.place != Place::Whole => Err(Fault::CutOff),
            frame => Ok(frame),
        }
    }

    fn step(&mut self, byte: u8) -> Result<(), Fault> {
        match self.place {
            Place::Before | Place::Whole if !is_space(byte) => {
                return Err(Fault::Malformed("text without a record separator"));
            }
            Place::Start if !is_space(byte) => {
                self.place = Place::Scalar;
                self.depth = 0;
                self.nest(byte);
            }
            Place::Scalar if is_space(byte) => self.place = Place::Whole,
            Place::Nested => self.nest(byte),
            Place::String => self.quote(byte),
            _ => {}
        }
        Ok(())
    }

    fn nest(&mut self, byte: u8) {
        match byte {
            b'"' => self.place = Place::String,
            b'{' | b'[' => {
                self.depth += 1;
                self.place = Place::Nested;
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.leave();
            }
            _ => {}
        }
    }

    fn quote(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = true,
            b'"' => self.leave(),
            _ => {}
        }
    }

    fn leave(&mut self) {
        self.place = if self.depth > 0 {
            Place::Nested
        } else {
            Place::Whole
        };
    }
}
