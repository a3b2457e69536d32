//! One segment of a path template, such as `{x}`, `{x}.json` or `{from}-{to}`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A segment with variables. Two segments are equal if their literals are.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    prefix: String,
    /// The literal after each variable.
    after: Vec<String>,
}

/// A piece of a template.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'t> {
    Literal(&'t str),
    Variable(&'t str),
}

/// Splits a segment at its variables; a brace without its partner is literal text.
fn pieces(mut segment: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some((before, name, after)) = first_variable(segment) {
        pieces.push(Piece::Literal(before));
        pieces.push(Piece::Variable(name));
        segment = after;
    }
    pieces.push(Piece::Literal(segment));
    pieces
}

fn first_variable(segment: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = segment.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Returns the names of all variables of a template, in order.
pub(super) fn variables(template: &'static str) -> Vec<&'static str> {
    template
        .split('/')
        .flat_map(pieces)
        .filter_map(|piece| match piece {
            Piece::Variable(name) => Some(name),
            Piece::Literal(_) => None,
        })
        .collect()
}

impl Pattern {
    /// Returns the pattern of a segment; `None` if it has no variables.
    pub(super) fn of(segment: &str) -> Option<Self> {
        let mut literals = pieces(segment).into_iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(normal(text).into_owned()),
            Piece::Variable(_) => None,
        });
        let prefix = literals.next()?;
        let after: Vec<_> = literals.collect();
        (!after.is_empty()).then_some(Self { prefix, after })
    }

    /// Returns the rank by which patterns are tried: more literal text first, then fewer variables.
    pub(super) fn rank(&self) -> (std::cmp::Reverse<usize>, usize) {
        let literal = self.prefix.len() + self.after.iter().map(String::len).sum::<usize>();
        (std::cmp::Reverse(literal), self.after.len())
    }

    /// Extracts the values of the variables from a normalized segment; each has at least one
    /// character. All but the last are as short as possible, which finds a match if there is one.
    pub(super) fn capture<'s>(&self, segment: &'s str) -> Option<Vec<&'s str>> {
        let (suffix, separators) = self.after.split_last()?;
        let mut text = segment
            .strip_prefix(&*self.prefix)?
            .strip_suffix(&**suffix)?;
        let mut values = Vec::with_capacity(self.after.len());
        for separator in separators {
            let (value, rest) = split_after_one(text, separator)?;
            values.push(value);
            text = rest;
        }
        values.push(text);
        (!text.is_empty()).then_some(values)
    }
}

/// Splits at the first `separator` that has a character before it.
fn split_after_one<'s>(text: &'s str, separator: &str) -> Option<(&'s str, &'s str)> {
    let one = first_character(text)?;
    let end = one + text[one..].find(separator)?;
    Some((&text[..end], &text[end + separator.len()..]))
}

/// Returns the length of the first character, which may be percent-encoded.
fn first_character(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let encoded = first == '%' && text.is_char_boundary(3);
    Some(if encoded { 3 } else { first.len_utf8() })
}

/// Normalizes the percent-encoding of a path (RFC 3986 §6.2.2): only characters that require it are
/// encoded, with upper-case digits. Templates and requests can then be compared, and values are
/// encoded exactly once.
pub(super) fn normal(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte != b'%' && is_plain(byte)) {
        return Cow::Borrowed(text);
    }
    let mut normal = String::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = take_byte(rest) {
        let literal = match byte {
            Byte::Plain(byte) => is_plain(byte).then_some(byte),
            Byte::Encoded(byte) => is_unreserved(byte).then_some(byte),
        };
        match literal {
            Some(byte) => normal.push(char::from(byte)),
            None => _ = write!(normal, "%{:02X}", byte.get()),
        }
        rest = after;
    }
    Cow::Owned(normal)
}

enum Byte {
    Plain(u8),
    Encoded(u8),
}

impl Byte {
    const fn get(&self) -> u8 {
        match self {
            Self::Plain(byte) | Self::Encoded(byte) => *byte,
        }
    }
}

fn take_byte(text: &[u8]) -> Option<(Byte, &[u8])> {
    let hex = |digit: u8| char::from(digit).to_digit(16);
    if let [b'%', high, low, rest @ ..] = text
        && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        && let Ok(byte) = u8::try_from(high * 16 + low)
    {
        return Some((Byte::Encoded(byte), rest));
    }
    let (first, rest) = text.split_first()?;
    Some((Byte::Plain(*first), rest))
}

/// A stray `%` is left unchanged, so that decoding the variable rejects it.
const fn is_plain(byte: u8) -> bool {
    byte == b'/' || byte == b'%' || byte.is_ascii_graphic()
}

/// Returns whether a character is unreserved (RFC 3986 §2.3).
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}
