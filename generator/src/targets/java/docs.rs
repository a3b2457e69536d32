//! Documentation comments in the form that google-java-format gives them.

use super::code::{blanks, doc_code, doc_word, width};
use super::layout::WIDTH;
use crate::code::Code;
use crate::targets::prose;

/// A documentation comment.
#[derive(Debug, Clone, Default)]
pub(super) struct Docs {
    blocks: Vec<Block>,
    tags: Vec<Tag>,
}

#[derive(Debug, Clone)]
enum Block {
    Paragraph(Vec<Code>),
    List(Vec<Vec<Code>>),
    Lines(Vec<Code>),
}

#[derive(Debug, Clone)]
struct Tag {
    words: Vec<Code>,
}

impl Docs {
    /// Of CommonMark.
    pub(super) fn of(text: &str) -> Self {
        let mut docs = Self::default();
        let mut lines = prose::lines(text, usize::MAX).into_iter().peekable();
        while let Some(line) = lines.next() {
            if let Some(fence) = fence(&line) {
                let inside: Vec<_> = lines
                    .by_ref()
                    .take_while(|line| !line.starts_with(fence))
                    .collect();
                docs.push_lines(&inside);
            } else if line.starts_with('|') {
                let mut rows = vec![line];
                while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                    rows.push(row);
                }
                docs.push_lines(&rows);
            } else {
                docs.push(&line);
            }
        }
        docs
    }

    /// A text of the generator's own, with code between backquotes.
    pub(super) fn fixed(text: &'static str) -> Self {
        Self::of(text)
    }

    /// The same, or another text where there is none.
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

    /// The same, or a name where there is none.
    pub(super) fn or_name(mut self, name: &str) -> Self {
        if self.blocks.is_empty() {
            let words = doc_code(name).unwrap_or_else(|| words(name));
            self.blocks.push(Block::Paragraph(words));
        }
        self
    }

    /// More text behind it.
    pub(super) fn and(mut self, text: &str) -> Self {
        self.blocks.extend(Self::of(text).blocks);
        self
    }

    /// Its first paragraph only.
    pub(super) fn summary(mut self) -> Self {
        self.blocks.truncate(1);
        self
    }

    /// One more paragraph.
    pub(super) fn paragraph(mut self, text: &str) -> Self {
        self.blocks.push(Block::Paragraph(words(text)));
        self
    }

    /// One more paragraph, with a piece of code in it.
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

    /// One more paragraph, of code.
    pub(super) fn code(mut self, text: &str) -> Self {
        let code = doc_code(text);
        self.blocks
            .push(Block::Paragraph(code.unwrap_or_else(|| words(text))));
        self
    }

    /// `@param name text`; the text is one paragraph, whatever it was.
    pub(super) fn param(mut self, name: &Code, text: &str) -> Self {
        let mut words = vec![Code::fixed("@param"), name.clone()];
        let text = inline(text);
        if text.is_empty() {
            words.extend([Code::fixed("the"), Code::fixed("value")]);
        }
        words.extend(text);
        self.tags.push(Tag { words });
        self
    }

    /// `@return text`.
    pub(super) fn returns(mut self, text: &str) -> Self {
        let mut words = vec![Code::fixed("@return")];
        words.extend(inline(text));
        self.tags.push(Tag { words });
        self
    }

    /// `@deprecated text`.
    pub(super) fn deprecated(mut self, text: &str) -> Self {
        let mut words = vec![Code::fixed("@deprecated")];
        words.extend(inline(text));
        self.tags.push(Tag { words });
        self
    }

    fn push(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match (item(line), self.blocks.last_mut()) {
            (Some(text), Some(Block::List(items))) => items.push(words(text)),
            (Some(text), _) => self.blocks.push(Block::List(vec![words(text)])),
            (None, _) => {
                let text = line.trim_start_matches(['#', '>', ' ']);
                self.blocks.push(Block::Paragraph(words(text)));
            }
        }
        let empty = |block: &Block| matches!(block, Block::Paragraph(words) if words.is_empty());
        if self.blocks.last().is_some_and(empty) {
            self.blocks.pop();
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

    /// The comment, with the line break behind it.
    pub(super) fn comment(&self, indent: usize) -> Code {
        let margin = blanks(indent);
        if let ([Block::Paragraph(words)], []) = (self.blocks.as_slice(), self.tags.as_slice()) {
            let line = Code::list(words.iter().cloned(), " ");
            if indent + "/**  */".len() + width(&line) <= WIDTH {
                return code!(&margin, "/** ", &line, " */\n");
            }
        }
        let lines = self.lines(indent + " * ".len());
        let mut comment = code!(&margin, "/**\n");
        for line in lines {
            let blank = if line.as_str().is_empty() { "" } else { " " };
            comment = code!(&comment, &margin, " *", blank, &line, "\n");
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
                Block::List(items) => {
                    lines.push(Code::fixed("<ul>"));
                    for item in items {
                        let mut words = item.clone();
                        if let Some(word) = words.first_mut() {
                            *word = code!("<li>", &*word);
                        }
                        lines.extend(fill(&words, column, 2, 6));
                    }
                    lines.push(Code::fixed("</ul>"));
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

fn trim_end(line: &Code) -> Code {
    let kept = line.as_str().trim_end().len();
    Code::list(
        line.as_str()[..kept].split(' ').map(super::code::token),
        " ",
    )
}

/// As many words on each line as fit.
fn fill(words: &[Code], column: usize, first: usize, rest: usize) -> Vec<Code> {
    let mut lines = Vec::new();
    let mut line = blanks(first);
    let mut empty = true;
    for word in words {
        let space = usize::from(!empty);
        if !empty && column + width(&line) + space + width(word) > WIDTH {
            lines.push(std::mem::replace(&mut line, blanks(rest)));
            empty = true;
        }
        line = code!(&line, if empty { "" } else { " " }, word);
        empty = false;
    }
    lines.push(line);
    lines
}

fn fence(line: &str) -> Option<&'static str> {
    let fences = ["```", "~~~"];
    fences.into_iter().find(|fence| line.starts_with(fence))
}

/// The text of an item of a list.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marks = ["- ", "* ", "+ "];
    marks.iter().find_map(|mark| line.strip_prefix(mark))
}

/// The words of a text on one line; code between backquotes is marked as such.
fn words(text: &str) -> Vec<Code> {
    // What is only printed bold is not marked.
    let text = text.replace("**", "");
    let parts: Vec<&str> = text.split('`').collect();
    let mut words: Vec<Code> = Vec::new();
    let mut glued = false;
    for (index, part) in parts.iter().enumerate() {
        let is_code = index % 2 == 1 && index + 1 < parts.len();
        let own = if is_code { doc_code(part) } else { None };
        let own = own.unwrap_or_else(|| part.split_whitespace().map(doc_word).collect());
        let starts_glued = glued && (is_code || !part.starts_with(char::is_whitespace));
        let mut own = own.into_iter();
        if starts_glued && let (Some(last), Some(first)) = (words.last_mut(), own.clone().next()) {
            *last = code!(&*last, &first);
            own.next();
        }
        words.extend(own);
        let open = !part.ends_with(char::is_whitespace);
        glued = if part.is_empty() {
            glued
        } else {
            is_code || open
        };
    }
    words
}

/// All of a text as one paragraph, without what stands in fences.
fn inline(text: &str) -> Vec<Code> {
    let mut all = Vec::new();
    let mut lines = prose::lines(text, usize::MAX).into_iter();
    while let Some(line) = lines.next() {
        if let Some(fence) = fence(&line) {
            for _ in lines.by_ref().take_while(|line| !line.starts_with(fence)) {}
        } else {
            all.extend(words(line.trim_start_matches(['#', '>', ' '])));
        }
    }
    all
}
