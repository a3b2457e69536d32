//! Scans the text of a query: characters, strings and integers (RFC 9535 §2.3.1, §2.1).

use std::str::Chars;

/// The largest integer that is exact in JSON (§2.1).
const LARGEST: i64 = (1 << 53) - 1;

/// An error in the text of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::overlay) struct Wrong {
    /// The number of characters before it.
    pub(in crate::overlay) at: usize,
    pub(in crate::overlay) what: &'static str,
}

/// A text, and the position in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan<'t> {
    whole: &'t str,
    rest: &'t str,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            whole: text,
            rest: text,
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn wrong(&self, what: &'static str) -> Wrong {
        let read = &self.whole[..self.whole.len() - self.rest.len()];
        Wrong {
            at: read.chars().count(),
            what,
        }
    }

    pub(super) fn blank(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Skips a text if it comes next. Returns whether it did.
    pub(super) fn takes(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    pub(super) fn needs(&mut self, text: &str, what: &'static str) -> Result<(), Wrong> {
        if self.takes(text) {
            Ok(())
        } else {
            Err(self.wrong(what))
        }
    }

    /// Returns the characters up to the first one that does not belong.
    pub(super) fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Parses an integer, if one begins here.
    pub(super) fn integer(&mut self) -> Result<Option<i64>, Wrong> {
        let before = *self;
        let is_negative = self.takes("-");
        let digits = self.word(|c| c.is_ascii_digit());
        if digits.is_empty() && !is_negative {
            return Ok(None);
        }
        let is_plain =
            digits == "0" && !is_negative || !digits.is_empty() && !digits.starts_with('0');
        if !is_plain {
            return Err(before.wrong("an integer has no zeros before it, and is not `-0`"));
        }
        let size = digits.parse().ok().filter(|size| *size <= LARGEST);
        let size: i64 = size.ok_or_else(|| before.wrong("the integer is beyond 2^53 - 1"))?;
        Ok(Some(if is_negative { -size } else { size }))
    }

    /// Parses a string in either kind of quotes, if one begins here.
    pub(super) fn string(&mut self) -> Result<Option<String>, Wrong> {
        let Some(quote) = self.peek().filter(|c| matches!(c, '\'' | '"')) else {
            return Ok(None);
        };
        let start = *self;
        let mut text = String::new();
        let mut characters = self.rest[1..].chars();
        loop {
            let before = characters.as_str();
            let character = match characters.next() {
                None => return Err(start.wrong("the string has no end")),
                Some(c) if c == quote => break,
                Some('\\') => escaped(&mut characters, quote),
                Some(c) => Some(c).filter(|c| *c >= ' '),
            };
            let Some(character) = character else {
                self.rest = before;
                return Err(self.wrong("a string cannot contain this character or escape"));
            };
            text.push(character);
        }
        self.rest = characters.as_str();
        Ok(Some(text))
    }
}

fn escaped(characters: &mut Chars<'_>, quote: char) -> Option<char> {
    match characters.next()? {
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => code_point(characters),
        other => Some(other).filter(|c| *c == quote || matches!(c, '/' | '\\')),
    }
}

fn code_point(characters: &mut Chars<'_>) -> Option<char> {
    let first = unit(characters)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    // A character beyond U+FFFF is written as two escapes.
    characters.next().filter(|c| *c == '\\')?;
    characters.next().filter(|c| *c == 'u')?;
    let second = unit(characters)?.checked_sub(0xdc00)?;
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second).filter(|_| second < 0x400)
}

fn unit(characters: &mut Chars<'_>) -> Option<u32> {
    let mut unit = 0;
    for _ in 0..4 {
        unit = unit * 16 + characters.next()?.to_digit(16)?;
    }
    Some(unit)
}
