//! The tokens of Rust.

/// A token and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'s> {
    pub(super) kind: Kind,
    pub(super) text: &'s str,
    /// The position of the first byte. There are many tokens, and no text has 4 GiB.
    start: u32,
}

/// The kinds of tokens that the reader distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, a number or a lifetime.
    Word,
    /// A string, a byte string or a character.
    Literal,
    /// One of `(`, `[` and `{`.
    Open,
    /// One of `)`, `]` and `}`.
    Close,
    /// An operator or a separator.
    Sign,
    /// A comment, which takes the rest of the line.
    Comment,
}

impl Token<'_> {
    /// Returns the position of the first byte.
    pub(super) const fn start(&self) -> usize {
        self.start as usize
    }

    /// Returns the position after the last byte.
    pub(super) const fn end(&self) -> usize {
        self.start() + self.text.len()
    }
}

/// Operators of several characters. A `>` is always alone, since it may end generics.
const SIGNS: &[&str] = &[
    "..=", "<<=", "::", "->", "=>", "==", "!=", "<=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "|=", "&=", "^=", "..",
];

/// Returns the tokens of a text, or the position of one that has no end.
pub(super) fn tokens(source: &str) -> Result<Vec<Token<'_>>, usize> {
    let mut lexer = Lexer { source, at: 0 };
    // Growing would copy all that are there. Room that is not used costs nothing.
    let mut tokens = Vec::with_capacity(source.len() / 4);
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
}

impl<'s> Lexer<'s> {
    fn next(&mut self) -> Result<Option<Token<'s>>, usize> {
        self.skip_spaces();
        let rest = &self.source[self.at..];
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let (kind, length) = match first {
            '/' if rest.starts_with("//") => {
                let line = rest.find('\n').unwrap_or(rest.len());
                (Kind::Comment, rest[..line].trim_end().len())
            }
            '(' | '[' | '{' => (Kind::Open, 1),
            ')' | ']' | '}' => (Kind::Close, 1),
            '"' => (Kind::Literal, string_length(rest).ok_or(self.at)?),
            'b' if rest.starts_with("b\"") => {
                let length = string_length(&rest[1..]).ok_or(self.at)?;
                (Kind::Literal, length + 1)
            }
            '\'' => match character_length(rest) {
                Some(length) => (Kind::Literal, length),
                None => (Kind::Word, 1 + word_length(&rest[1..])),
            },
            _ if is_word(first) => (Kind::Word, number_or_word_length(rest)),
            _ => {
                let several = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let length = several.map_or(first.len_utf8(), |sign| sign.len());
                (Kind::Sign, length)
            }
        };
        let token = Token {
            kind,
            text: &rest[..length],
            start: u32::try_from(self.at).map_err(|_| self.at)?,
        };
        self.at += length;
        Ok(Some(token))
    }

    fn skip_spaces(&mut self) {
        let rest = &self.source[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
}

fn is_word(sign: char) -> bool {
    sign == '_' || sign.is_alphanumeric()
}

fn word_length(text: &str) -> usize {
    text.find(|sign| !is_word(sign)).unwrap_or(text.len())
}

/// Returns the length of a word, of a raw identifier (`r#type`), or of a number with its fraction.
fn number_or_word_length(text: &str) -> usize {
    let word = word_length(text);
    let rest = &text[word..];
    if &text[..word] == "r" && rest.starts_with('#') {
        return word + 1 + word_length(&rest[1..]);
    }
    let is_number = text.starts_with(|sign: char| sign.is_ascii_digit());
    let fraction = rest.strip_prefix('.').filter(|_| is_number);
    match fraction.map(word_length) {
        Some(digits) if digits > 0 && rest[1..].starts_with(|sign: char| sign.is_ascii_digit()) => {
            word + 1 + digits
        }
        _ => word,
    }
}

/// Returns the length of the string literal that a text starts with.
fn string_length(text: &str) -> Option<usize> {
    let mut escaped = true;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(index + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of the character literal that a text starts with; `None` for a lifetime.
fn character_length(text: &str) -> Option<usize> {
    let mut signs = text.char_indices().skip(1);
    match signs.next()? {
        (_, '\\') => {
            let rest = text.get(3..)?;
            rest.find('\'').map(|end| end + 4)
        }
        _ => {
            let (at, next) = signs.next()?;
            (next == '\'').then_some(at + 1)
        }
    }
}
