//! The text of a user's file, parsed, with the offsets of its parts.

use std::fmt;

use proc_macro2::Span;
use syn::spanned::Spanned;

use crate::Place;
use crate::balance::unbalanced;

/// A file that is not Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The place where parsing stopped.
    pub place: Place,
    /// What was expected at this place.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, message } = self;
        write!(f, "{place}: {message}")
    }
}

impl std::error::Error for ParseError {}

/// A parsed file.
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    pub(crate) file: syn::File,
    /// Where the parsed part begins: after a byte order mark and a `#!` line.
    start: usize,
}

impl<'t> Source<'t> {
    pub(crate) fn parse(text: &'t str) -> Result<Self, ParseError> {
        let start = prefix(text);
        match syn::parse_str(&text[start..]) {
            Ok(file) => Ok(Self { text, file, start }),
            Err(error) => {
                let range = error.span().byte_range();
                // Errors at the end of the file, and those of the tokenizer, have no span.
                let unbalanced = || unbalanced(&text[start..]);
                let (at, message) = match range.is_empty().then(unbalanced) {
                    Some(Some((at, message))) => (start + at, message),
                    Some(None) => (text.len(), error.to_string()),
                    None => (start + range.start, error.to_string()),
                };
                Err(ParseError {
                    place: Place::of(text, at),
                    message,
                })
            }
        }
    }

    /// Returns the offset of the first byte of a span.
    pub(crate) fn offset(&self, span: Span) -> usize {
        self.start + span.byte_range().start
    }

    /// Returns the offset of the first byte of a part, including attributes and documentation.
    pub(crate) fn offset_of(&self, part: &impl Spanned) -> usize {
        self.offset(part.span())
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        Place::of(self.text, self.offset(span))
    }
}

/// Returns the length of the start of a file that is not a token: a byte order mark, and a `#!`
/// line that is not an attribute.
fn prefix(text: &str) -> usize {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let rest = &text[start..];
    let is_shebang = rest
        .strip_prefix("#!")
        .is_some_and(|after| !after.trim_start().starts_with('['));
    if is_shebang {
        start + rest.find('\n').unwrap_or(rest.len())
    } else {
        start
    }
}
