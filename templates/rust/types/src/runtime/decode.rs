//! Decodes JSON into typed values.

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};
use serde_json::Value;

use super::{DecodeError, Guard};

/// A type that can be decoded from JSON.
///
/// Unknown properties are not an error; they are reported to the [`Decoder`].
pub trait Decode: Sized {
    /// Decodes `value`, whose location is that of `decoder`.
    ///
    /// # Errors
    /// Returns an error if the value does not have the shape that the description declares for this
    /// type.
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError>;
}

/// The location in the document while decoding, and the properties that the description does not
/// define.
#[derive(Debug, Default)]
pub struct Decoder {
    path: Vec<Segment>,
    unknown: Vec<String>,
    /// The total length of all recorded pointers in bytes, including those of failed attempts.
    noted: usize,
    /// The number of nested attempts in progress.
    attempts: usize,
    /// How much the attempts within the outermost one may still read.
    budget: usize,
}

/// The maximum total length of recorded pointers in bytes; one more pointer may exceed it.
const MOST_NOTED: usize = 1 << 20;

/// How many times the attempts within an attempt may read the value again. Without a limit, nested
/// unions would take exponential time.
const MOST_REREADING: usize = 256;

/// One step of a path.
#[derive(Debug)]
pub(super) enum Segment {
    Member(String),
    Known(&'static str),
    Index(usize),
}

impl Decoder {
    /// Creates a decoder at the root of a document.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the JSON Pointers (RFC 6901) of the properties that the description does not define.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }

    /// Returns the JSON Pointers (RFC 6901) of the properties that the description does not define.
    #[must_use]
    pub fn into_unknown(self) -> Vec<String> {
        self.unknown
    }

    /// Returns the JSON Pointer (RFC 6901) of the value being decoded.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in &self.path {
            pointer.push('/');
            match segment {
                Segment::Known(name) => push_escaped(&mut pointer, name),
                Segment::Member(name) => push_escaped(&mut pointer, name),
                Segment::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    /// Returns an error at the value being decoded.
    pub fn error(&self, expected: impl Into<String>, found: &Value) -> DecodeError {
        DecodeError::new(self.error_pointer(), expected, describe(found))
    }

    /// Returns the pointer for an error, or nothing within an attempt, whose errors are never
    /// shown.
    fn error_pointer(&self) -> String {
        if self.attempts > 0 {
            String::new()
        } else {
            self.pointer()
        }
    }

    pub(super) fn missing(&self, name: &str) -> DecodeError {
        DecodeError::new(
            self.error_pointer(),
            format!("the required property `{name}`"),
            "none",
        )
    }

    pub(super) fn note_unknown(&mut self, name: &str) {
        if self.noted > MOST_NOTED {
            return;
        }
        let mut pointer = self.pointer();
        pointer.push('/');
        push_escaped(&mut pointer, name);
        self.noted += pointer.len();
        self.unknown.push(pointer);
    }

    pub(super) fn member<T: Decode>(
        &mut self,
        name: &'static str,
        value: Value,
    ) -> Result<T, DecodeError> {
        self.within(Segment::Known(name), value)
    }

    pub(super) fn within<T: Decode>(
        &mut self,
        segment: Segment,
        value: Value,
    ) -> Result<T, DecodeError> {
        self.path.push(segment);
        let decoded = T::decode(value, self);
        self.path.pop();
        decoded
    }

    /// Deducts the cost of decoding `value` once more; returns whether the budget covers it.
    fn afford(&mut self, value: &Value) -> bool {
        if self.attempts == 0 {
            self.budget = weight(value).saturating_mul(MOST_REREADING);
            return true;
        }
        let affordable = self.budget.checked_sub(weight(value));
        self.budget = affordable.unwrap_or(0);
        affordable.is_some()
    }

    /// Tries to decode a value as one member of a union; a failed attempt has no effect.
    #[allow(dead_code, reason = "a description need not have unions")]
    pub(crate) fn attempt<T: Decode>(&mut self, guard: &Guard, value: &Value) -> Option<T> {
        if !guard.admits(value) || !self.afford(value) {
            return None;
        }
        let (depth, noted) = (self.path.len(), self.unknown.len());
        self.attempts += 1;
        let decoded = T::decode(value.clone(), self).ok();
        self.attempts -= 1;
        if decoded.is_none() {
            self.path.truncate(depth);
            self.unknown.truncate(noted);
        }
        decoded
    }
}

/// Returns the cost of decoding a value.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len(),
        Value::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Object(members) => {
            let members = members.iter();
            1 + members
                .map(|(name, value)| name.len() + weight(value))
                .sum::<usize>()
        }
        _ => 1,
    }
}

/// Adds a name to a JSON Pointer (RFC 6901 §3).
pub(super) fn push_escaped(pointer: &mut String, name: &str) {
    for character in name.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Describes a value briefly, quoting only short ones.
fn describe(value: &Value) -> String {
    const LONGEST: usize = 40;
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("the boolean {value}"),
        Value::Number(value) => format!("the number {value}"),
        Value::String(value) if value.chars().nth(LONGEST).is_none() => {
            format!("the string {value:?}")
        }
        Value::String(_) => "a longer string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Decodes a document, ignoring unknown properties.
///
/// # Errors
/// Returns an error if the value does not have the shape that the description declares for `T`.
pub fn decode<T: Decode>(value: Value) -> Result<T, DecodeError> {
    T::decode(value, &mut Decoder::new())
}

/// Decodes a document from text, and returns the pointers of unknown properties.
///
/// # Errors
/// Returns an error if the text is not JSON, or does not have the shape that the description
/// declares for `T`.
pub fn from_slice<T: Decode>(text: &[u8]) -> Result<(T, Vec<String>), DecodeError> {
    let value = serde_json::from_slice(text)
        .map_err(|error| DecodeError::new("", "JSON", format!("invalid text: {error}")))?;
    from_value(value)
}

/// Decodes JSON, and returns the pointers of unknown properties.
///
/// # Errors
/// Returns an error if the value does not have the shape that the description declares for `T`.
pub fn from_value<T: Decode>(value: Value) -> Result<(T, Vec<String>), DecodeError> {
    let mut decoder = Decoder::new();
    let document = T::decode(value, &mut decoder)?;
    Ok((document, decoder.into_unknown()))
}

/// Decodes through `serde`, for the `Deserialize` implementation of every generated type.
pub(crate) fn deserialize<'de, T: Decode, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    decode(Value::deserialize(deserializer)?).map_err(D::Error::custom)
}
