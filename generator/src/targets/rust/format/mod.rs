//! Formats the text of templates as `rustfmt` does, with its defaults.
//!
//! The text is read into a tree of items, statements and expressions, and written again. Every
//! decision of `rustfmt` that generated code meets is made here: which lists, chains and conditions
//! stay on a line, where the others are broken, and in which order imports and modules stand. What
//! cannot fit in a line stays on one, as `rustfmt` leaves it.

mod flat;
mod lexer;
mod line;
mod read;
mod syntax;
mod write;

/// A mistake in a template: what it renders is not the Rust that is read here.
#[derive(Debug)]
pub(super) struct Fault {
    /// The line in the template's text, from 1.
    pub(super) line: usize,
}

/// Formats a file.
///
/// # Errors
/// Returns an error if the text is not Rust.
pub(super) fn format(source: &str) -> Result<String, Fault> {
    let fault = |start: usize| Fault {
        line: 1 + source[..start].matches('\n').count(),
    };
    let tokens = lexer::tokens(source).map_err(fault)?;
    let file = read::file(source, &tokens).map_err(|unread| fault(unread.start))?;
    let count = tokens.len();
    drop(tokens);
    let text = write::file(file, count);
    if letters(&text) == letters(source) {
        Ok(text)
    } else {
        Err(fault(0))
    }
}

/// Counts every byte that formatting does not add, remove or change: a mistake of this module must
/// not lose code.
fn letters(text: &str) -> [usize; 256] {
    let mut counts = [0; 256];
    for byte in text.bytes() {
        if !byte.is_ascii_whitespace() && !matches!(byte, b',' | b'{' | b'}') {
            counts[usize::from(byte)] += 1;
        }
    }
    counts
}
