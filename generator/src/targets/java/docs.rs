//! Documentation comments in the form of google-java-format.

use super::code::{doc_code, doc_word};
use super::layout::STYLE;
use crate::code::Code;
use crate::targets::prose::{self, Inline};

/// A documentation comment.
#[derive(Debug, Clone, Default)]
pub(super) struct Docs {
    blocks: Vec<Block>,
    tags: Vec<Tag>,
}

#[derive(Debug, Clone)]
enum Block {
    Paragraph(Vec<Code>),
    /// Items, numbered or not.
    List(bool, Vec<Vec<Code>>),
    Lines(Vec<Code>),
}

#[derive(Debug, Clone)]
struct Tag {
    words: Vec<Code>,
}

impl Docs {
    /// Parses CommonMark.
    pub(super) fn of(text: &str) -> Self {
        let mut docs = Self::default();
        docs.push(&prose::blocks(text));
        docs
    }

    /// Returns a text from the generator's source, with code between backquotes.
    pub(super) fn fixed(text: &'static str) -> Self {
        Self::of(text)
    }

    /// Returns the documentation, or `text` if it is empty.
    pub(super) fn or(self, text: &'static str) -> Self {
        if self.blocks.is_empty() {
            Self {
                tags: self.tags,
                ..Self::of(text)
            }
        } else {
            self
        }
    }

    /// Returns the documentation, or the name if it is empty.
    pub(super) fn or_name(mut self, name: &str) -> Self {
        if self.blocks.is_empty() {
            let words = doc_code(name).unwrap_or_else(|| as_written(name));
            self.blocks.push(Block::Paragraph(words));
        }
        self
    }

    /// Appends text.
    pub(super) fn and(mut self, text: &str) -> Self {
        self.blocks.extend(Self::of(text).blocks);
        self
    }

    /// Keeps only the first paragraph.
    pub(super) fn summary(mut self) -> Self {
        self.blocks.truncate(1);
        self
    }

    /// Appends a paragraph.
    pub(super) fn paragraph(mut self, text: &str) -> Self {
        self.blocks.push(Block::Paragraph(words(text)));
        self
    }

    /// Appends a sentence with a text as code, whatever it is: it is not parsed.
    pub(super) fn naming(mut self, before: &str, code: &str, after: &str) -> Self {
        let text = |part: &str| Inline::Text(part.to_owned());
        let inlines = [text(before), Inline::Code(code.to_owned()), text(after)];
        self.blocks.push(Block::Paragraph(words_of(&inlines)));
        self
    }

    /// Appends a paragraph that contains a piece of code.
    pub(super) fn paragraph_with(
        mut self,
        before: &'static str,
        code: &Code,
        after: &'static str,
    ) -> Self {
        let mut words: Vec<_> = before.split(' ').map(Code::fixed).collect();
        words.extend(code.as_str().split(' ').map(super::code::token));
        words.extend(after.split(' ').map(Code::fixed));
        self.blocks.push(Block::Paragraph(words));
        self
    }

    /// Appends a block of code.
    pub(super) fn code(mut self, text: &str) -> Self {
        let code = doc_code(text);
        self.blocks
            .push(Block::Paragraph(code.unwrap_or_else(|| as_written(text))));
        self
    }

    /// Appends `@param name text`; the text becomes one paragraph.
    pub(super) fn param(mut self, name: &Code, text: &str) -> Self {
        let mut words = vec![Code::fixed("@param"), name.clone()];
        let text = self::words(text);
        if text.is_empty() {
            words.extend([Code::fixed("the"), Code::fixed("value")]);
        }
        words.extend(text);
        self.tags.push(Tag { words });
        self
    }

    /// Appends `@return text`.
    pub(super) fn returns(mut self, text: &str) -> Self {
        let mut words = vec![Code::fixed("@return")];
        words.extend(self::words(text));
        self.tags.push(Tag { words });
        self
    }

    /// Appends `@deprecated text`.
    pub(super) fn deprecated(mut self, text: &str) -> Self {
        let mut words = vec![Code::fixed("@deprecated")];
        words.extend(self::words(text));
        self.tags.push(Tag { words });
        self
    }

    fn push(&mut self, blocks: &[prose::Block]) {
        for block in blocks {
            match block {
                prose::Block::Paragraph(inlines) | prose::Block::Heading(_, inlines) => {
                    self.blocks.push(Block::Paragraph(words_of(inlines)));
                }
                prose::Block::Code(lines) => self.push_lines(lines),
                prose::Block::Table(rows) => self.push_lines(&prose::rows(rows)),
                prose::Block::List(list) => {
                    let mut items = Vec::new();
                    push_items(&mut items, list);
                    if !items.is_empty() {
                        self.blocks.push(Block::List(list.start.is_some(), items));
                    }
                }
                prose::Block::Quote(blocks) => self.push(blocks),
                prose::Block::Rule => {}
            }
        }
    }

    fn push_lines(&mut self, lines: &[String]) {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| Code::list(line.split(' ').map(doc_word), " "))
            .collect();
        let written = |line: &Code| !line.as_str().trim().is_empty();
        let first = lines.iter().position(written);
        let last = lines.iter().rposition(written);
        if let (Some(first), Some(last)) = (first, last) {
            self.blocks.push(Block::Lines(lines[first..=last].to_vec()));
        }
    }

    /// Returns the comment with a line break.
    pub(super) fn comment(&self, indent: usize) -> Code {
        let margin = Code::spaces(indent);
        if let ([Block::Paragraph(words)], []) = (self.blocks.as_slice(), self.tags.as_slice()) {
            let line = inside(&Code::list(words.iter().cloned(), " "));
            if indent + "/**  */".len() + line.width() <= STYLE.width {
                return code!(&margin, "/** ", &line, " */\n");
            }
        }
        let lines = self.lines(indent + " * ".len());
        let mut comment = code!(&margin, "/**\n");
        for line in lines {
            let line = inside(&line);
            let blank = if line.as_str().is_empty() { "" } else { " " };
            comment.push(&code!(&margin, " *", blank, &line, "\n"));
        }
        code!(&comment, &margin, " */\n")
    }

    fn lines(&self, column: usize) -> Vec<Code> {
        let mut lines = Vec::new();
        for block in &self.blocks {
            let first = lines.is_empty();
            if !first {
                lines.push(Code::default());
            }
            match block {
                Block::Paragraph(words) => {
                    let mut words = words.clone();
                    if let (false, Some(word)) = (first, words.first_mut()) {
                        *word = code!("<p>", &*word);
                    }
                    lines.extend(fill(&words, column, 0, 0));
                }
                Block::List(is_numbered, items) => {
                    let (start, end) = if *is_numbered {
                        ("<ol>", "</ol>")
                    } else {
                        ("<ul>", "</ul>")
                    };
                    lines.push(Code::fixed(start));
                    for item in items {
                        let mut words = item.clone();
                        if let Some(word) = words.first_mut() {
                            *word = code!("<li>", &*word);
                        }
                        lines.extend(fill(&words, column, 2, 6));
                    }
                    lines.push(Code::fixed(end));
                }
                Block::Lines(inside) => {
                    lines.push(Code::fixed("<pre>"));
                    let trimmed = inside.iter().map(trim_end);
                    lines.extend(trimmed);
                    lines.push(Code::fixed("</pre>"));
                }
            }
        }
        if !self.tags.is_empty() && !lines.is_empty() {
            lines.push(Code::default());
        }
        for tag in &self.tags {
            lines.extend(fill(&tag.words, column, 0, 4));
        }
        lines
    }
}

/// Returns a line that does not end the comment: a star and a slash of two words that emphasis has
/// joined could.
fn inside(line: &Code) -> Code {
    Code::escaped(line.as_str().replace("*/", "*&#47;"))
}

fn trim_end(line: &Code) -> Code {
    let kept = line.as_str().trim_end().len();
    Code::list(
        line.as_str()[..kept].split(' ').map(super::code::token),
        " ",
    )
}

/// Puts as many words on each line as fit.
fn fill(words: &[Code], column: usize, first: usize, rest: usize) -> Vec<Code> {
    let mut lines = Vec::new();
    let mut line = Code::spaces(first);
    let mut empty = true;
    for word in words {
        let space = usize::from(!empty);
        if !empty && column + line.width() + space + word.width() > STYLE.width {
            lines.push(std::mem::replace(&mut line, Code::spaces(rest)));
            empty = true;
        }
        line.push(&code!(if empty { "" } else { " " }, word));
        empty = false;
    }
    lines.push(line);
    lines
}

/// Adds the items of a list, with nested items after them.
fn push_items(items: &mut Vec<Vec<Code>>, list: &prose::List) {
    for item in &list.items {
        let words = flat(item);
        items.extend((!words.is_empty()).then_some(words));
        for block in item {
            if let prose::Block::List(list) = block {
                push_items(items, list);
            }
        }
    }
}

/// Returns the words of all blocks, without lists.
fn flat(blocks: &[prose::Block]) -> Vec<Code> {
    let words = blocks.iter().map(|block| match block {
        prose::Block::Paragraph(inlines) | prose::Block::Heading(_, inlines) => words_of(inlines),
        prose::Block::Quote(blocks) => flat(blocks),
        prose::Block::Code(lines) => as_written(&lines.join(" ")),
        prose::Block::Table(rows) => as_written(&prose::rows(rows).join(" ")),
        prose::Block::List(_) | prose::Block::Rule => Vec::new(),
    });
    words.flatten().collect()
}

/// Returns the words of a name or a value, which is not Markdown.
fn as_written(text: &str) -> Vec<Code> {
    text.split_whitespace().map(doc_word).collect()
}

/// Returns the words of a text as one paragraph, without blocks of code.
fn words(text: &str) -> Vec<Code> {
    let mut blocks = prose::blocks(text);
    blocks.retain(|block| !matches!(block, prose::Block::Code(_)));
    let mut all = flat(&blocks);
    for block in &blocks {
        if let prose::Block::List(list) = block {
            let mut items = Vec::new();
            push_items(&mut items, list);
            all.extend(items.into_iter().flatten());
        }
    }
    all
}

/// Returns words, with code marked. Emphasis is dropped.
fn words_of(inlines: &[Inline]) -> Vec<Code> {
    let mut words = Words::default();
    for inline in inlines {
        match inline {
            Inline::Text(text) => words.text(text),
            Inline::Code(code) => match doc_code(code) {
                Some(code) => words.pieces(code),
                None => words.text(code),
            },
            Inline::Mark(_) => {}
            Inline::LinkStart => words.text("["),
            Inline::LinkEnd(address) => words.text(&format!("]({address})")),
            Inline::Address(address) => words.text(&format!("<{address}>")),
            Inline::Break => words.is_open = false,
        }
    }
    words.all
}

#[derive(Default)]
struct Words {
    all: Vec<Code>,
    /// Whether the next part continues the last word.
    is_open: bool,
}

impl Words {
    fn text(&mut self, text: &str) {
        for (index, part) in text.split(' ').enumerate() {
            self.is_open &= index == 0;
            if !part.is_empty() {
                self.pieces([doc_word(part)]);
            }
        }
    }

    fn pieces(&mut self, pieces: impl IntoIterator<Item = Code>) {
        let mut pieces = pieces.into_iter();
        if self.is_open
            && let (Some(last), Some(first)) = (self.all.last_mut(), pieces.next())
        {
            last.push(&first);
        }
        self.all.extend(pieces);
        self.is_open = true;
    }
}
