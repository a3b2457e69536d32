//! Writes inline parts as words that parse to the same parts again.

use super::Inline;

/// How words are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// For people, as plain text.
    Plain,
    /// For Markdown, with few escapes.
    Markdown,
    /// For Markdown, with every symbol escaped.
    Escaped,
}

/// The kind of text that words belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    Heading,
    Cell,
}

/// Returns the words, in groups that are separated by line breaks.
pub(super) fn words(inlines: &[Inline], style: Style, place: Place) -> Vec<Vec<String>> {
    let mut groups = vec![Vec::new()];
    let mut word = String::new();
    for (index, inline) in inlines.iter().enumerate() {
        match inline {
            Inline::Text(text) => {
                let text = text_of(text, style, place, index == 0);
                push_words(&mut groups, &mut word, &text);
            }
            // Some parsers look for HTML first, and read such an address as the start of a comment.
            Inline::Address(address) if address.starts_with(['!', '?']) => {
                word.push_str(&text_of(&format!("<{address}>"), style, place, index == 0));
            }
            Inline::Code(code) => {
                let span = code_span(code, style, place);
                // A line that starts with three backquotes is a fence, and spaces in code are
                // significant.
                if span.starts_with("```") || code.contains("  ") || code.trim() != code {
                    word.push_str(&span);
                } else {
                    push_words(&mut groups, &mut word, &span);
                }
            }
            Inline::Mark(mark) => word.push_str(mark),
            Inline::LinkStart => word.push('['),
            Inline::LinkEnd(address) => word.extend(["](", address, ")"]),
            Inline::Address(address) => word.extend(["<", address, ">"]),
            Inline::Break => {
                push(&mut groups, &mut word);
                if place == Place::Paragraph {
                    groups.push(Vec::new());
                }
            }
        }
    }
    push(&mut groups, &mut word);
    groups
}

fn text_of(text: &str, style: Style, place: Place, is_first: bool) -> String {
    match style {
        Style::Plain => text.to_owned(),
        Style::Markdown => escaped(text, place, is_first),
        Style::Escaped => fully_escaped(text),
    }
}

/// Ends the current word at each space.
fn push_words(groups: &mut [Vec<String>], word: &mut String, text: &str) {
    let mut parts = text.split(' ');
    word.push_str(parts.next().unwrap_or_default());
    for part in parts {
        push(groups, word);
        word.push_str(part);
    }
}

fn push(groups: &mut [Vec<String>], word: &mut String) {
    let word = std::mem::take(word);
    if let Some(group) = groups.last_mut().filter(|_| !word.is_empty()) {
        group.push(word);
    }
}

/// Returns the words as plain text, on one line.
pub(in super::super) fn plain_words(inlines: &[Inline]) -> Vec<String> {
    words(inlines, Style::Plain, Place::Cell).concat()
}

/// Wraps words at a width. Only the first line may start with a word that could begin another
/// block.
pub(in super::super) fn wrap(words: Vec<String>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in words {
        let added = word.chars().count();
        if length > 0 && length + 1 + added > width && !opens_block(&word) {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        line.push_str(&word);
        length += added;
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// Returns whether a line that starts with this word may be something other than text: a heading, a
/// quotation, an item, a rule, a fence, the underline of a heading, or a part of a table.
pub(super) fn opens_block(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < word.len() {
        return matches!(digits, "." | ")");
    }
    let is_rule = |sign: char| word.starts_with(sign) && word.trim_matches(sign).is_empty();
    word.starts_with(['#', '>', '+', '-', '=', '~', '|', ':', '<', '['])
        || word.starts_with("```")
        || is_rule('*')
        || is_rule('_')
}

/// Escapes the first word of a line.
pub(super) fn first_escaped(word: &str) -> String {
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    if !opens_block(word) || word.starts_with(['`', '<', '[']) {
        return word.to_owned();
    }
    format!("{}\\{}", &word[..digits], &word[digits..])
}

/// Escapes characters that have a meaning in Markdown.
fn escaped(text: &str, place: Place, is_first: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous = if is_first { Some(' ') } else { None };
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let next = rest.clone().next();
        let is =
            |neighbour: Option<char>, what: fn(&char) -> bool| neighbour.as_ref().is_some_and(what);
        let alone = is(previous, |c| *c == ' ') && is(next, |c| *c == ' ');
        let inside =
            is(previous, char::is_ascii_alphanumeric) && is(next, char::is_ascii_alphanumeric);
        let needs = match character {
            '`' => true,
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '*' | '~' => !alone,
            '_' => !alone && !inside,
            '<' => next.is_none_or(|next| !matches!(next, ' ' | '=' | '0'..='9')),
            '&' => next.is_none_or(|next| next == '#' || next.is_ascii_alphanumeric()),
            '[' => rest.as_str().contains(']') || next.is_none(),
            ']' => matches!(next, Some('(' | '[' | ':') | None),
            '!' => next.is_none_or(|next| next == '['),
            '|' => place == Place::Cell,
            '#' => place == Place::Heading && previous.is_none_or(|previous| previous == ' '),
            _ => false,
        };
        if needs {
            out.push('\\');
        }
        out.push(character);
        previous = Some(character);
    }
    out
}

fn fully_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_[]<>#|~!&(){}=+-:".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// Returns a code span with as many backquotes as it needs.
fn code_span(code: &str, style: Style, place: Place) -> String {
    let fence = "`".repeat(longest_run(code, '`') + 1);
    let is_blank = code.trim_matches(' ').is_empty();
    let needs_room = code.starts_with('`')
        || code.ends_with('`')
        || (!is_blank && code.starts_with(' ') && code.ends_with(' '));
    let room = if needs_room { " " } else { "" };
    let code = if place == Place::Cell && style != Style::Plain {
        code.replace('|', "\\|")
    } else {
        code.to_owned()
    };
    format!("{fence}{room}{code}{room}{fence}")
}

/// Returns the length of the longest run of a symbol.
pub(super) fn longest_run(text: &str, sign: char) -> usize {
    let runs = text.split(|character| character != sign);
    runs.map(str::len).max().unwrap_or_default()
}

/// Removes emphasis.
pub(super) fn remove_marks(blocks: &mut [super::Block]) {
    use super::Block;
    for block in blocks {
        match block {
            Block::Paragraph(inlines) | Block::Heading(_, inlines) => without_marks(inlines),
            Block::Table(rows) => rows.iter_mut().flatten().for_each(without_marks),
            Block::List(list) => list.items.iter_mut().for_each(|item| remove_marks(item)),
            Block::Quote(blocks) => remove_marks(blocks),
            Block::Code(_) | Block::Rule => {}
        }
    }
}

fn without_marks(inlines: &mut Vec<Inline>) {
    let mut kept: Vec<Inline> = Vec::with_capacity(inlines.len());
    for inline in std::mem::take(inlines) {
        match (inline, kept.last_mut()) {
            (Inline::Mark(_), _) => {}
            (Inline::Text(text), Some(Inline::Text(before))) => before.push_str(&text),
            (inline, _) => kept.push(inline),
        }
    }
    *inlines = kept;
}
