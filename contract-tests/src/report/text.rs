//! Text of a server or a description, made safe to show.

use std::fmt::Write as _;

use crate::description::Place;

/// How many characters of one text a summary shows.
pub const SHOWN: usize = 600;

/// Whether a character acts on a terminal or on the order of text, cannot be seen, or is none.
fn is_hidden(character: char) -> bool {
    let is_none = matches!(character, '\u{fffe}' | '\u{ffff}');
    character.is_control() || is_none || spec::hidden::is_hidden(character)
}

fn push_escaped(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // A `String` takes everything that is written to it.
        other => drop(write!(out, "\\u{{{:x}}}", u32::from(other))),
    }
}

/// One line in which every character can be seen: what controls or hides is escaped as in Rust.
#[must_use]
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            push_escaped(&mut out, character);
        } else {
            out.push(character);
        }
    }
    out
}

/// As [`line`], but line breaks and tabs stay.
#[must_use]
pub fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) && !matches!(character, '\n' | '\t') {
            push_escaped(&mut out, character);
        } else {
            out.push(character);
        }
    }
    out
}

/// The beginning of a text, with a mark where something is left out.
#[must_use]
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// A duration in the unit that suits it, from microseconds.
#[must_use]
pub fn micros(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{}.{} s", us / 1_000_000, us % 1_000_000 / 100_000),
    }
}

/// A duration for people, from milliseconds.
#[must_use]
pub fn millis(ms: u64) -> String {
    match ms {
        0..60_000 => micros(ms.saturating_mul(1_000)),
        _ => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
    }
}

/// A number and what it counts.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A place as editors and terminals know it: `file:line:column`.
#[must_use]
pub fn place(place: &Place) -> String {
    format!("{}:{}:{}", place.file, place.line, place.column)
}
