//! Writes what was read in the form of `rustfmt`.

mod chains;
mod choices;
mod closures;
mod expressions;
mod imports;
mod items;
mod leads;
mod lists;
mod order;
mod patterns;
mod raw;
mod signatures;
mod statements;
mod texts;
mod types;

use std::cell::Cell;

use super::syntax::File;

/// The greatest number of columns of a line.
const WIDTH: usize = 100;

/// The columns of one level of indentation.
const TAB: usize = 4;

/// The deepest indentation.
const DEEPEST: usize = WIDTH / 2;

/// Where code is written, and how much room it has.
#[derive(Debug, Clone, Copy)]
struct Shape<'a> {
    /// The columns before the lines that follow the first.
    indent: usize,
    /// The columns before the first line.
    column: usize,
    /// The columns that are left for each line that ends where the code ends.
    width: usize,
    /// Whether chains have to be on one line up to their last call, because a line of a chain would
    /// seem to belong to what contains it.
    one_line_chains: bool,
    attempts: &'a Attempts,
}

/// How many tokens may still be written a second time, to compare. Without a limit, the time would
/// be exponential in the nesting.
#[derive(Debug)]
struct Attempts(Cell<usize>);

/// How often a token of a file may be written.
const PER_TOKEN: usize = 64;

/// Writes a file of some tokens.
pub(super) fn file(file: File<'_>, tokens: usize) -> String {
    let attempts = Attempts(Cell::new(PER_TOKEN * tokens));
    let place = Shape::lines(0, &attempts);
    let mut out = String::new();
    items::file(file, place, &mut out);
    out.push('\n');
    out
}

impl<'a> Shape<'a> {
    /// Returns the place of whole lines.
    fn lines(indent: usize, attempts: &'a Attempts) -> Self {
        Self {
            indent,
            column: indent,
            width: WIDTH.saturating_sub(indent),
            one_line_chains: false,
            attempts,
        }
    }

    /// Returns the place of one of two attempts to write some tokens; `None` if there were too many.
    fn again(self, tokens: usize) -> Option<Self> {
        let left = self.attempts.0.get().checked_sub(tokens)?;
        self.attempts.0.set(left);
        Some(self)
    }

    /// Writes some tokens before some columns, or else, if no form of them fits, with lines that are
    /// too long.
    fn fitting_or_long(
        self,
        end: usize,
        tokens: usize,
        write: impl Fn(Self) -> Option<String>,
    ) -> Option<String> {
        let place = self.before(end).and_then(|place| place.again(tokens));
        let fitting = place.and_then(&write);
        fitting.or_else(|| write(self.unbounded()))
    }

    /// Returns the place after some columns; `None` if they do not fit.
    fn after(self, columns: usize) -> Option<Self> {
        Some(Self {
            column: self.column + columns,
            width: self.width.checked_sub(columns)?,
            ..self
        })
    }

    /// Returns the place before some columns; `None` if they do not fit.
    fn before(self, columns: usize) -> Option<Self> {
        let width = self.width.checked_sub(columns)?;
        Some(Self { width, ..self })
    }

    /// Returns the place of lines inside of brackets.
    fn inside(self) -> Self {
        Self {
            one_line_chains: self.one_line_chains,
            ..Self::lines(deeper(self.indent), self.attempts)
        }
    }

    /// Returns the place of statements inside of braces.
    fn statements(self) -> Self {
        Self::lines(deeper(self.indent), self.attempts)
    }

    /// Returns the place of whole lines with the same indentation.
    fn below(self) -> Self {
        Self {
            one_line_chains: self.one_line_chains,
            ..Self::lines(self.indent, self.attempts)
        }
    }

    /// Returns the same place with room for lines that are too long.
    const fn unbounded(self) -> Self {
        Self {
            width: usize::MAX / 2,
            ..self
        }
    }

    /// Returns this place with room for lines that are too long, if another one has it.
    const fn as_bounded_as(self, other: Self) -> Self {
        if other.width > WIDTH {
            self.unbounded()
        } else {
            self
        }
    }

    /// Returns the columns that are kept for what follows.
    fn reserved(self) -> usize {
        WIDTH.saturating_sub(self.column + self.width)
    }
}

/// Returns the next level of indentation.
fn deeper(indent: usize) -> usize {
    (indent + TAB).min(DEEPEST)
}

fn new_line(indent: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}
