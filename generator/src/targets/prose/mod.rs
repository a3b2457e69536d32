//! Writes the CommonMark of a description as documentation. Nothing in it is compiled or run as code.
//!
//! One parser reads it, the one that rustdoc uses. What it makes of a text is a tree of blocks, which
//! the languages write. Markdown is read again after it has been wrapped and must be the same tree:
//! where it is not, it is written with every sign escaped, or else as lines of code.

mod read;
mod simple;
mod words;
mod write;

use std::borrow::Cow;

use spec::hidden;

pub(super) use words::{plain_words, wrap};
pub(super) use write::{plain, plain_lines as lines, rows};

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    /// A heading, and its level.
    Heading(usize, Vec<Inline>),
    /// Lines that stand as they are.
    Code(Vec<String>),
    List(List),
    Quote(Vec<Self>),
    /// Rows of cells, of which the first is the head.
    Table(Vec<Vec<Vec<Inline>>>),
    Rule,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    /// The number of the first item, where there are numbers.
    pub(super) start: Option<u64>,
    /// Whether there are blank lines between its items.
    pub(super) is_loose: bool,
    pub(super) items: Vec<Vec<Block>>,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inline {
    /// Words, with single spaces between.
    Text(String),
    Code(String),
    /// Where emphasis begins or ends: the sign that it is written with.
    Mark(&'static str),
    /// Where the text of a link begins.
    LinkStart,
    /// Where it ends, and where it leads.
    LinkEnd(String),
    /// An address that stands for itself.
    Address(String),
    Break,
}

/// Parses a text into blocks.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let text = text.trim();
    simple::paragraphs(text).unwrap_or_else(|| read::blocks(&clean(text)))
}

/// The lines of the text in Markdown, wrapped at so many characters. Every block of code among them
/// is a fence of `text`; there is no HTML. They are not escaped for the comment that they stand in.
pub(super) fn markdown(text: &str, width: usize) -> Vec<String> {
    let text = text.trim();
    if let Some(paragraphs) = simple::paragraphs(text) {
        return write::lines(&paragraphs, words::Style::Markdown, width);
    }
    let text = clean(text);
    let mut blocks = read::blocks(&text);
    for style in [words::Style::Markdown, words::Style::Escaped] {
        if style == words::Style::Escaped {
            words::remove_marks(&mut blocks);
        }
        let lines = write::lines(&blocks, style, width);
        if read::blocks(&lines.join("\n")) == blocks {
            return lines;
        }
    }
    let lines = text.lines().map(str::to_owned).collect();
    write::lines(&[Block::Code(lines)], words::Style::Escaped, width)
}

/// The text on one line, for a field of a manifest: there, tools fail on control characters, which
/// variables of the environment cannot hold.
pub(super) fn one_line(text: &str) -> String {
    hidden::one_line(text)
}

/// A text without what hides in it, and with the line ends that every parser takes for such.
fn clean(text: &str) -> Cow<'_, str> {
    let is_clean = |byte| matches!(byte, b' '..=b'~' | b'\n');
    if text.bytes().all(is_clean) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace(['\u{85}', '\u{2028}', '\u{2029}'], " ");
    Cow::Owned(hidden::shown(&text).into_owned())
}
