//! Makes text from a server or a description safe to show.

use std::fmt::Write as _;

/// Returns whether a character controls a terminal, changes the order of text, or is invisible. On
/// one line, that includes line feeds and tabs.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    matches!(character, '\n' | '\t') || spec::hidden::is_hidden(character)
}

fn push_escaped(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // Writing to a `String` cannot fail.
        other => drop(write!(out, "\\u{{{:x}}}", u32::from(other))),
    }
}

/// Returns a text as one line, in which hidden and control characters are escaped as in Rust.
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

/// Returns a text as [`line`] does, but keeps line breaks and tabs.
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

/// Returns whether [`lines`] leaves a text as it is.
#[must_use]
pub fn shows(text: &str) -> bool {
    let is_plain = |one: char| matches!(one, '\n' | '\t') || !is_hidden(one);
    text.chars().all(is_plain)
}

/// Returns the beginning of a text, with a mark if it was cut.
#[must_use]
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
