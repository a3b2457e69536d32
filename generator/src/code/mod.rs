//! Pieces of the code of an SDK. Text from a description can only become a piece through the
//! functions of its language, which escape it for the place where it is inserted: the templates
//! refuse plain strings.

pub(crate) mod doc;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// A piece of code, which templates insert with the filter `code`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Code {
    text: Cow<'static, str>,
    /// The imports that the piece needs: names that the language gives a meaning.
    #[expect(clippy::box_collection, reason = "of millions of pieces, few need any")]
    needs: Option<Box<BTreeSet<&'static str>>>,
}

impl Code {
    /// Wraps text that is already code: an escaped literal, or an identifier from a scope. Only the
    /// `code.rs` of a language calls it.
    pub(crate) fn escaped(text: impl Into<String>) -> Self {
        Self {
            text: Cow::Owned(text.into()),
            needs: None,
        }
    }

    /// Wraps code from the generator's source.
    pub(crate) const fn fixed(text: &'static str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            needs: None,
        }
    }

    /// Returns spaces.
    pub(crate) fn spaces(count: usize) -> Self {
        Self::escaped(" ".repeat(count))
    }

    /// Returns how many characters it has, without line breaks.
    pub(crate) fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds an import that the code needs.
    pub(crate) fn needing(mut self, import: &'static str) -> Self {
        self.needs.get_or_insert_default().insert(import);
        self
    }

    /// Returns whether a file with this piece must import something.
    pub(crate) fn needs(&self, import: &'static str) -> bool {
        let needs = self.needs.as_ref();
        needs.is_some_and(|needs| needs.contains(import))
    }

    /// Adds a piece at the end. In a loop, joining each piece with all before it would cost the square
    /// of their number.
    pub(crate) fn push(&mut self, piece: &Self) {
        self.write(&piece.text);
        if let Some(needs) = &piece.needs {
            self.needs.get_or_insert_default().extend(needs.iter());
        }
    }

    fn write(&mut self, text: &str) {
        self.text.to_mut().push_str(text);
    }

    /// Joins pieces with a separator.
    pub(crate) fn list(pieces: impl IntoIterator<Item = Self>, separator: &'static str) -> Self {
        let mut whole = Self::default();
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                whole.write(separator);
            }
            whole.push(&piece);
        }
        whole
    }

    /// Joins the parts of [`code!`].
    pub(crate) fn concat(parts: &[Part<'_>]) -> Self {
        let mut whole = Self::default();
        for part in parts {
            match part {
                Part::Fixed(text) => whole.write(text),
                Part::Code(code) => whole.push(code),
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

/// What [`code!`] joins: text from the generator's source, and pieces.
pub(crate) trait AsPart {
    fn as_part(&self) -> Part<'_>;
}

impl AsPart for &'static str {
    fn as_part(&self) -> Part<'_> {
        Part::Fixed(self)
    }
}

impl AsPart for Code {
    fn as_part(&self) -> Part<'_> {
        Part::Code(self)
    }
}

impl AsPart for &Code {
    fn as_part(&self) -> Part<'_> {
        Part::Code(self)
    }
}

pub(crate) fn part<T: AsPart>(value: &T) -> Part<'_> {
    value.as_part()
}

/// Joins literals and pieces.
macro_rules! code {
    ($($part:expr),* $(,)?) => {
        $crate::code::Code::concat(&[$(
            $crate::code::part(&$part)
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
    use std::fmt::Display;

    use askama::Values;
    use askama::filters::Safe;

    use super::Code;

    /// A field of a view, or what one of its methods returns.
    pub(crate) trait Piece: Display {}

    impl Piece for Code {}

    impl<P: Piece> Piece for &P {}

    /// Inserts a piece of code into a template, and refuses anything else.
    #[askama::filter_fn]
    pub(crate) fn code<P: Piece>(piece: P, _: &dyn Values) -> askama::Result<Safe<P>> {
        Ok(Safe(piece))
    }
}
