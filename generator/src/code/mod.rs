//! Pieces of the code of an SDK. Text from a description can only become a piece through the
//! functions of its language, which escape it for the place where it is inserted: the templates
//! refuse plain strings.

use std::collections::BTreeSet;
use std::fmt;

/// A piece of code, which templates insert with the filter `code`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Code {
    text: String,
    /// The imports that the piece needs: names that the language gives a meaning.
    needs: BTreeSet<&'static str>,
}

impl Code {
    /// Wraps text that is already code: an escaped literal, or an identifier from a scope. Only the
    /// `code.rs` of a language calls it.
    pub(crate) fn escaped(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            needs: BTreeSet::new(),
        }
    }

    /// Wraps code from the generator's source.
    pub(crate) fn fixed(text: &'static str) -> Self {
        Self::escaped(text)
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds an import that the code needs.
    pub(crate) fn needing(mut self, import: &'static str) -> Self {
        self.needs.insert(import);
        self
    }

    /// Returns whether a file with this piece must import something.
    pub(crate) fn needs(&self, import: &'static str) -> bool {
        self.needs.contains(import)
    }

    /// Joins pieces with a separator.
    pub(crate) fn list(pieces: impl IntoIterator<Item = Self>, separator: &'static str) -> Self {
        let mut whole = Self::default();
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                whole.text.push_str(separator);
            }
            whole.text.push_str(&piece.text);
            whole.needs.extend(piece.needs);
        }
        whole
    }

    /// Joins the parts of [`code!`].
    pub(crate) fn concat(parts: &[Part<'_>]) -> Self {
        let mut whole = Self::default();
        for part in parts {
            match part {
                Part::Fixed(text) => whole.text.push_str(text),
                Part::Code(code) => {
                    whole.text.push_str(&code.text);
                    whole.needs.extend(&code.needs);
                }
            }
        }
        whole
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl askama::FastWritable for Code {
    fn write_into(&self, dest: &mut dyn fmt::Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(dest.write_str(&self.text)?)
    }
}

/// A part of a longer piece.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'c> {
    /// Text from the generator's source.
    Fixed(&'static str),
    /// A piece.
    Code(&'c Code),
}

impl From<&'static str> for Part<'_> {
    fn from(text: &'static str) -> Self {
        Self::Fixed(text)
    }
}

impl<'c> From<&'c Code> for Part<'c> {
    fn from(code: &'c Code) -> Self {
        Self::Code(code)
    }
}

/// Joins literals and references to pieces.
macro_rules! code {
    ($($part:expr),* $(,)?) => {
        $crate::code::Code::concat(&[$(
            $crate::code::Part::from($part)
        ),*])
    };
}

/// The filter that templates call.
#[expect(
    clippy::inline_always,
    clippy::unnecessary_wraps,
    reason = "the signature that askama asks for, and what it makes of it"
)]
pub(crate) mod filters {
    use askama::Values;
    use askama::filters::Safe;

    use super::Code;

    /// Inserts a piece of code into a template, and refuses anything else.
    #[askama::filter_fn]
    pub(crate) fn code<'c>(piece: &'c Code, _: &dyn Values) -> askama::Result<Safe<&'c Code>> {
        Ok(Safe(piece))
    }
}
