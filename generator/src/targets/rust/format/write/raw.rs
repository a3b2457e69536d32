//! The arguments of macros that are no expressions.
//!
//! `rustfmt` leaves them as they are. Here, they have the lines of the template, indented by the
//! brackets around them, and lines that do not fit are broken.

use std::fmt::Write as _;

use super::super::flat::width;
use super::super::lexer::{Kind, Token, tokens};
use super::texts::last_width;
use super::{WIDTH, deeper, new_line};

/// Writes a macro with its arguments, or the statements of a block that is too deep to be read.
pub(super) fn write(text: &str, indent: usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    // Lines with brackets that are still open.
    let mut open: Vec<usize> = Vec::new();
    let lines = text.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty()).enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let depth = depth(line, number, &mut open);
        let indent = (0..depth).fold(indent, |indent, _| deeper(indent));
        if number > 0 {
            new_line(indent, &mut out);
        }
        // A semicolon follows the last line.
        let end = usize::from(lines.peek().is_none());
        if last_width(&out) + width(line) + end <= WIDTH {
            out.push_str(line);
        } else {
            long(line, indent, &mut out);
        }
    }
    out
}

/// Returns the number of lines with brackets that are open before a line.
fn depth(line: &str, number: usize, open: &mut Vec<usize>) -> usize {
    let mut leading = None;
    for token in tokens(line).unwrap_or_default() {
        if token.kind != Kind::Close && leading.is_none() {
            leading = Some(levels(open));
        }
        match token.kind {
            Kind::Open => open.push(number),
            Kind::Close => {
                open.pop();
            }
            _ => {}
        }
    }
    leading.unwrap_or_else(|| levels(open))
}

fn levels(open: &[usize]) -> usize {
    let new = open.windows(2).filter(|pair| pair[0] != pair[1]).count();
    new + usize::from(!open.is_empty())
}

/// Writes a line that does not fit: its brackets are broken, if they end in it.
fn long(line: &str, indent: usize, out: &mut String) {
    let tokens = tokens(line).unwrap_or_default();
    let opened = tokens.iter().filter(|token| token.kind == Kind::Open);
    let closed = tokens.iter().filter(|token| token.kind == Kind::Close);
    if opened.count() != closed.count() {
        out.push_str(line);
        return;
    }
    let mut reader = Reader {
        source: line,
        tokens: &tokens,
        at: 0,
    };
    let list = reader.items(None);
    for (index, item) in list.items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        put(item, indent, 1, out);
    }
    if list.comma {
        out.push(',');
    }
}

/// A part of an item.
enum Piece {
    Text(String),
    Group(Group),
}

/// Brackets and what is between their commas.
struct Group {
    open: &'static str,
    close: &'static str,
    list: List,
}

#[derive(Default)]
struct List {
    items: Vec<Vec<Piece>>,
    /// Whether a comma follows the last one.
    comma: bool,
}

struct Reader<'s, 't> {
    source: &'s str,
    tokens: &'t [Token<'s>],
    at: usize,
}

impl Reader<'_, '_> {
    /// Reads items up to a closing bracket, or to the end.
    fn items(&mut self, close: Option<&str>) -> List {
        let mut list = List::default();
        let mut item: Vec<Piece> = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            if Some(token.text) == close {
                break;
            }
            let start = self.at;
            self.at += 1;
            list.comma = token.text == ",";
            if list.comma {
                list.items.push(std::mem::take(&mut item));
                continue;
            }
            if !item.is_empty() && self.has_space_before(start) {
                text(" ", &mut item);
            }
            if token.kind == Kind::Open {
                let group = self.group(start);
                item.push(Piece::Group(group));
            } else {
                text(token.text, &mut item);
            }
        }
        if !item.is_empty() {
            list.items.push(item);
        }
        list
    }

    fn group(&mut self, start: usize) -> Group {
        let (open, close) = match self.tokens[start].text {
            "(" => ("(", ")"),
            "[" => ("[", "]"),
            _ => ("{", "}"),
        };
        let list = self.items(Some(close));
        self.at += 1;
        Group { open, close, list }
    }

    fn has_space_before(&self, index: usize) -> bool {
        let end = self.tokens[index - 1].end();
        self.source[end..].starts_with(char::is_whitespace)
    }
}

fn text(more: &str, item: &mut Vec<Piece>) {
    match item.last_mut() {
        Some(Piece::Text(text)) => text.push_str(more),
        _ => item.push(Piece::Text(more.to_owned())),
    }
}

/// Writes an item that some columns follow.
fn put(item: &[Piece], indent: usize, after: usize, out: &mut String) {
    let line = flat(item);
    if last_width(out) + width(&line) + after <= WIDTH {
        out.push_str(&line);
        return;
    }
    let mut groups = item.iter().enumerate().rev();
    let is_any =
        |piece: &Piece| matches!(piece, Piece::Group(group) if !group.list.items.is_empty());
    match groups.find(|(_, piece)| is_any(piece)) {
        Some((index, Piece::Group(group))) => {
            out.push_str(&flat(&item[..index]));
            put_group(group, indent, out);
            out.push_str(&flat(&item[index + 1..]));
        }
        _ => put_alternatives(&line, indent, out),
    }
}

fn put_group(group: &Group, indent: usize, out: &mut String) {
    let items = &group.list.items;
    out.push_str(group.open);
    if let [only] = items.as_slice()
        && matches!(only.last(), Some(Piece::Group(inner)) if !inner.list.items.is_empty())
    {
        put(only, indent, 1, out);
        out.push_str(group.close);
        return;
    }
    let inside = deeper(indent);
    let is_words = |item: &Vec<Piece>| matches!(item.as_slice(), [Piece::Text(_)]);
    if group.open == "[" && items.iter().all(is_words) {
        fill(items, inside, out);
    } else {
        for (index, item) in items.iter().enumerate() {
            new_line(inside, out);
            put(item, inside, 1, out);
            let is_last = index + 1 == items.len();
            let is_base = matches!(item.first(), Some(Piece::Text(text)) if text.starts_with(".."));
            if !is_last || group.list.comma || (group.open != "(" && !is_base) {
                out.push(',');
            }
        }
    }
    new_line(indent, out);
    out.push_str(group.close);
}

/// Writes as many words on each line as fit.
fn fill(items: &[Vec<Piece>], indent: usize, out: &mut String) {
    for (index, item) in items.iter().enumerate() {
        let word = flat(item);
        if index > 0 && last_width(out) + width(&word) + 2 <= WIDTH {
            out.push(' ');
        } else {
            new_line(indent, out);
        }
        out.push_str(&word);
        out.push(',');
    }
}

/// Writes alternatives of literals, with a line for each.
fn put_alternatives(line: &str, indent: usize, out: &mut String) {
    let tokens = tokens(line).unwrap_or_default();
    let mut start = 0;
    let signs = tokens
        .iter()
        .filter(|token| token.kind == Kind::Sign && token.text == "|");
    for sign in signs {
        out.push_str(line[start..sign.start()].trim_end());
        new_line(deeper(indent), out);
        start = sign.start();
    }
    out.push_str(&line[start..]);
}

fn flat(item: &[Piece]) -> String {
    let mut out = String::new();
    for piece in item {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Group(group) => {
                let items: Vec<_> = group.list.items.iter().map(|item| flat(item)).collect();
                let line = items.join(", ");
                let space = if group.open == "{" && !line.is_empty() {
                    " "
                } else {
                    ""
                };
                let _ = write!(out, "{}{space}{line}{space}{}", group.open, group.close);
            }
        }
    }
    out
}
