//! Pieces of the code of an SDK. A string of a description gets into one by the functions of its
//! language that escape it for the place where it lands, or it gets nowhere: the templates refuse
//! plain strings.

use std::fmt;

/// A piece of code that may stand in a template, by the filter `code`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Code(String);

impl Code {
    /// Text that is code already: an escaped literal, an identifier that a scope has given out.
    /// Only the `code.rs` of a language calls it.
    pub(crate) fn escaped(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Code that stands in the generator's own source.
    pub(crate) fn fixed(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Pieces one after the other, with the generator's own text between them.
    pub(crate) fn list(pieces: impl IntoIterator<Item = Self>, separator: &'static str) -> Self {
        let pieces: Vec<_> = pieces.into_iter().map(|piece| piece.0).collect();
        Self(pieces.join(separator))
    }

    /// What [`code!`] makes.
    pub(crate) fn concat(parts: &[Part<'_>]) -> Self {
        let texts = parts.iter().map(|part| match part {
            Part::Fixed(text) => *text,
            Part::Code(code) => code.as_str(),
        });
        Self(texts.collect())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl askama::FastWritable for Code {
    fn write_into(&self, dest: &mut dyn fmt::Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(dest.write_str(&self.0)?)
    }
}

/// A part of a longer piece.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'c> {
    /// The generator's own text.
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

/// Code made of literals of the generator's own source and of references to pieces.
macro_rules! code {
    ($($part:expr),* $(,)?) => {
        $crate::code::Code::concat(&[$(
            $crate::code::Part::from($part)
        ),*])
    };
}

/// What templates call.
#[expect(
    clippy::inline_always,
    clippy::unnecessary_wraps,
    reason = "the signature that askama asks for, and what it makes of it"
)]
pub(crate) mod filters {
    use askama::Values;
    use askama::filters::Safe;

    use super::Code;

    /// Lets a piece of code, and nothing else, into a template.
    #[askama::filter_fn]
    pub(crate) fn code<'c>(piece: &'c Code, _: &dyn Values) -> askama::Result<Safe<&'c Code>> {
        Ok(Safe(piece))
    }
}
