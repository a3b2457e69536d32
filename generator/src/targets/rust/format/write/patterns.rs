//! Patterns.

use super::super::flat::{STRUCT, width};
use super::{WIDTH, deeper, new_line};

/// Patterns that are no longer than this may share a line.
const SHORT: usize = 20;

/// Writes the alternatives of an arm, of which the last is followed by some columns.
pub(super) fn alternatives(patterns: &[impl AsRef<str>], indent: usize, after: usize) -> String {
    let texts: Vec<_> = patterns
        .iter()
        .map(|one| pattern(one.as_ref(), indent))
        .collect();
    let sum: usize = texts.iter().map(|text| width(text) + 3).sum();
    if texts.len() == 1 || indent + sum + after <= WIDTH + 3 {
        return texts.join(" | ");
    }
    let are_short = texts.iter().all(|text| is_short(text));
    let mut out = String::new();
    let mut column = indent;
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            let needed = width(text) + 3;
            if are_short && column + needed + after <= WIDTH {
                out.push(' ');
                column += 1;
            } else {
                new_line(indent, &mut out);
                column = indent;
            }
            out.push_str("| ");
            column += 2;
        }
        out.push_str(text);
        column += width(text);
    }
    out
}

/// Writes a pattern; the fields of a structure take a line each if they are long.
pub(super) fn pattern(text: &str, indent: usize) -> String {
    let parts = text
        .split_once(" { ")
        .and_then(|(path, rest)| Some((path, rest.strip_suffix(" }")?)));
    let Some((path, fields)) = parts else {
        return text.to_owned();
    };
    let is_plain = |text: &str| !text.contains(['(', '{', '[']);
    if width(fields) <= STRUCT || !is_plain(path) || !is_plain(fields) {
        return text.to_owned();
    }
    let mut out = format!("{path} {{");
    for field in fields.split(", ") {
        new_line(deeper(indent), &mut out);
        out.push_str(field);
        if field != ".." {
            out.push(',');
        }
    }
    new_line(indent, &mut out);
    out.push('}');
    out
}

fn is_short(pattern: &str) -> bool {
    let is_literal = pattern.starts_with('"');
    pattern.len() <= SHORT && (is_literal || !pattern.contains([':', '{', ',']))
}
