//! The arguments of macros that are no expressions.
//!
//! `rustfmt` leaves them as they are. Here, brackets that the template breaks stay broken, and others
//! are broken if they do not fit.

use std::fmt::Write as _;

use super::super::flat::width;
use super::super::lexer::{Kind, Token, tokens};
use super::texts::last_width;
use super::{WIDTH, deeper, new_line};

/// Writes a macro with its arguments, or the statements of a block that is too deep to be read.
pub(super) fn write(text: &str, indent: usize) -> String {
    let tokens = tokens(text).unwrap_or_default();
    let mut reader = Reader {
        source: text,
        tokens: &tokens,
        at: 0,
    };
    let mut out = String::with_capacity(text.len());
    for (index, item) in reader.items(None).items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        put(item, indent, 1, &mut out);
    }
    out
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
    /// Whether the template has a line break after the bracket.
    broken: bool,
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
            match token.text {
                "," => {
                    list.items.push(std::mem::take(&mut item));
                    list.comma = true;
                    continue;
                }
                "(" | "[" | "{" => {
                    if !item.is_empty() && self.has_space_before(start) {
                        text(" ", &mut item);
                    }
                    let group = self.group(start);
                    item.push(Piece::Group(group));
                }
                word => {
                    if !item.is_empty() && self.has_space_before(start) {
                        text(" ", &mut item);
                    }
                    text(word, &mut item);
                }
            }
            list.comma = false;
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
        let next = self.tokens.get(self.at);
        let broken = next.is_some_and(|next| next.line > self.tokens[start].line);
        let list = self.items(Some(close));
        self.at += 1;
        Group {
            open,
            close,
            list,
            broken,
        }
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
    let fits = last_width(out) + width(&line) + after <= WIDTH;
    if fits && !is_broken(item) {
        out.push_str(&line);
        return;
    }
    let groups = || item.iter().enumerate().rev();
    let is_any =
        |piece: &Piece| matches!(piece, Piece::Group(group) if !group.list.items.is_empty());
    let broken = groups().find(|(_, piece)| is_broken(std::slice::from_ref(piece)));
    let chosen = broken.or_else(|| groups().find(|(_, piece)| is_any(piece)));
    match chosen {
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
        && !group.broken
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
        out.push_str(line[start..sign.start].trim_end());
        new_line(deeper(indent), out);
        start = sign.start;
    }
    out.push_str(&line[start..]);
}

/// Returns whether the template breaks any of the brackets.
fn is_broken(item: &[Piece]) -> bool {
    item.iter().any(|piece| match piece {
        Piece::Text(_) => false,
        Piece::Group(group) => group.broken || group.list.items.iter().any(|item| is_broken(item)),
    })
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
