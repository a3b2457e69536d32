//! Writes the CommonMark of a description as documentation. Nothing in it is compiled or run as
//! code.
//!
//! The parser, which is that of rustdoc, turns a text into a tree of blocks, which the languages
//! write. Wrapped Markdown is parsed again and must give the same tree; otherwise it is written
//! with every symbol escaped, or else as lines of code.

mod read;
mod simple;
mod words;
mod write;

use std::borrow::Cow;

use spec::{Api, hidden};

pub(super) use words::{plain_words, wrap};
pub(super) use write::{plain, plain_lines as lines, rows};

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    /// A heading, and its level.
    Heading(usize, Vec<Inline>),
    /// Lines that are kept unchanged.
    Code(Vec<String>),
    List(List),
    Quote(Vec<Self>),
    /// Rows of cells; the first row is the heading.
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
    /// The start or end of emphasis: its marker.
    Mark(&'static str),
    /// Where the text of a link begins.
    LinkStart,
    /// The end of a link, and its target.
    LinkEnd(String),
    /// An address that is its own link text.
    Address(String),
    Break,
}

/// Parses a text into blocks.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let text = text.trim();
    simple::paragraphs(text).unwrap_or_else(|| read::blocks(&clean(text)))
}

/// Returns the text as lines of Markdown, wrapped at a width. Every block of code is a fence of
/// `text`; there is no HTML. The lines are not escaped for a comment.
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
    let code = Block::Code(read::code_lines(&text));
    write::lines(&[code], words::Style::Escaped, width)
}

/// Returns the text on one line, for a field of a manifest, where control characters make tools
/// fail.
pub(super) fn one_line(text: &str) -> String {
    hidden::one_line(text)
}

/// Returns the description of a package in its manifest.
pub(super) fn about(what: &str, api: &Api) -> String {
    one_line(&format!("{what} of {}, version {}", api.title, api.version))
}

/// Returns a text without hidden characters, and with line ends that every parser recognizes.
fn clean(text: &str) -> Cow<'_, str> {
    let is_clean = |byte| matches!(byte, b' '..=b'~' | b'\n');
    if text.bytes().all(is_clean) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace(['\u{85}', '\u{2028}', '\u{2029}'], " ");
    Cow::Owned(hidden::shown(&text).into_owned())
}
