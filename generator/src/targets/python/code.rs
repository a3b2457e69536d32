//! Pieces of Python. Text only becomes code here, escaped for the place where it is inserted.

use std::fmt::Write as _;

use serde_json::Number;

use crate::code::Code;
use crate::ir::moment::{Day, Instant};
use crate::targets::prose;

/// The maximum length of a documentation line.
const PROSE: usize = 88;

/// Returns an identifier, from a name of a scope.
pub(super) fn ident(name: &str) -> Code {
    debug_assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    let clean = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_');
    Code::escaped(clean.collect::<String>())
}

/// Returns a string literal that decodes to exactly `text`, quoted as the formatter would.
pub(super) fn string(text: &str) -> Code {
    let count = |quote: char| text.chars().filter(|c| *c == quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut literal = String::from(quote);
    for character in text.chars() {
        match character {
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if c == quote => {
                literal.push('\\');
                literal.push(c);
            }
            ' '..='~' => literal.push(character),
            c => push_escaped(&mut literal, c as u32),
        }
    }
    literal.push(quote);
    Code::escaped(literal)
}

fn push_escaped(literal: &mut String, point: u32) {
    let written = match point {
        0..=0xff => write!(literal, "\\x{point:02x}"),
        0x100..=0xffff => write!(literal, "\\u{point:04x}"),
        _ => write!(literal, "\\U{point:08x}"),
    };
    debug_assert!(written.is_ok());
}

/// Returns a number literal.
pub(super) fn integer(number: impl Into<i128>) -> Code {
    Code::escaped(number.into().to_string())
}

/// Returns the literal of a JSON number.
pub(super) fn number(digits: &Number) -> Code {
    Code::escaped(digits.to_string().replace("e+", "e"))
}

/// Returns a literal of bytes.
pub(super) fn bytes(content: &[u8]) -> Code {
    let mut literal = String::from("b\"");
    for byte in content {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => literal.push(char::from(*byte)),
            byte => {
                let _ = write!(literal, "\\x{byte:02x}");
            }
        }
    }
    literal.push('"');
    Code::escaped(literal)
}

/// Returns year, month and day.
pub(super) fn date(text: &str) -> Option<Vec<Code>> {
    Day::parse(text).map(day)
}

fn day(day: Day) -> Vec<Code> {
    vec![integer(day.year), integer(day.month), integer(day.of_month)]
}

/// Returns the arguments of `datetime` before the zone, which is UTC.
pub(super) fn instant(text: &str) -> Option<Vec<Code>> {
    let instant = Instant::parse(text)?;
    let mut parts = day(instant.day);
    parts.extend([instant.hour, instant.minute, instant.second].map(integer));
    let microseconds = instant.nanosecond / 1_000;
    parts.extend((microseconds > 0).then(|| integer(microseconds)));
    Some(parts)
}

/// Returns a docstring, whose lines after the first are indented by this many spaces.
pub(super) fn docstring(text: &str, indent: usize) -> Code {
    docstring_of(&lines(text, PROSE.saturating_sub(indent)), indent)
}

/// Returns text as lines that are safe in a docstring.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<_> = prose::plain(text, width)
        .iter()
        .map(|line| plain(line))
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Returns a docstring of lines from [`lines`], with text of the generator among them.
pub(super) fn docstring_of(lines: &[String], indent: usize) -> Code {
    let margin = " ".repeat(indent);
    let mut text = String::from("\"\"\"");
    // Indentation that all lines but the first share is not significant.
    let written = lines.iter().skip(1).filter(|line| !line.is_empty());
    let common = written.map(|line| line.len() - line.trim_start().len());
    let common = common.min().unwrap_or_default();
    for (index, line) in lines.iter().enumerate() {
        let line = match index {
            0 => line.trim_start(),
            _ => line.get(common..).unwrap_or_default(),
        };
        if index > 0 {
            text.push('\n');
            text.push_str(if line.is_empty() { "" } else { &margin });
        }
        text.push_str(line);
    }
    if text.len() == 3 {
        text.push_str("Not described.");
    }
    if let Some('"' | '\\') = text[3..].chars().next() {
        text.insert(3, ' ');
        text.replace_range(3..4, "`");
    }
    if lines.len() > 1 {
        text.push('\n');
        text.push_str(&margin);
    } else if text.ends_with('"') {
        text.pop();
        text.push('\'');
    }
    text.push_str("\"\"\"");
    Code::escaped(text)
}

/// Returns a line without syntax that would end a docstring, be an escape in it, or be a directive
/// to a tool.
fn plain(line: &str) -> String {
    let line = disarmed(line.trim_end());
    line.replace('\\', "\\\\").replace("\"\"", "''")
}

/// Returns a line that is not an example to run (`doctest`), a directive that includes a file
/// (Sphinx) or a comment for a checker: some tools find these anywhere in a file.
pub(super) fn disarmed(line: &str) -> String {
    let text = line.trim_start();
    let (margin, text) = line.split_at(line.len() - text.len());
    let starts = [">>>", ".. ", "__ "];
    let escape = if starts.iter().any(|start| text.starts_with(start)) {
        "\\"
    } else {
        ""
    };
    let text = text.replace("isort:", "isort :");
    let mut out = format!("{margin}{escape}");
    for (index, part) in text.split('#').enumerate() {
        if index > 0 {
            // With a word after it, it would be a comment, except at the end of an address.
            let word = part.trim_start().chars().next();
            let is_comment = word.is_none_or(|first| first.is_ascii_alphabetic());
            let is_address = out.ends_with('/') && !part.starts_with(' ');
            out.push(if is_comment && !is_address {
                '＃'
            } else {
                '#'
            });
        }
        out.push_str(part);
    }
    out
}

/// Returns the imports of a module in a folder, adjusted for a module next to that folder.
pub(super) fn one_level_up(imports: &Code) -> Code {
    let lines = imports.as_str().split_inclusive('\n');
    let lines = lines.map(|line| match line.trim_start().strip_prefix("from ..") {
        Some(rest) => {
            let margin = &line[..line.len() - line.trim_start().len()];
            format!("{margin}from .{rest}")
        }
        None => line.to_owned(),
    });
    Code::escaped(lines.collect::<String>().trim_end())
}

/// Returns an annotation that takes these built-in names from the module `builtins`.
pub(super) fn qualified(annotation: &Code, names: &[&str]) -> Code {
    // What follows a dot is not a built-in name.
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let pieces = annotation.as_str().split_inclusive(|c| !is_word(c));
    let pieces = pieces.map(|piece| {
        let is_hidden = names.contains(&piece.trim_end_matches(|c| !is_word(c)));
        let module = if is_hidden { "builtins." } else { "" };
        format!("{module}{piece}")
    });
    Code::escaped(pieces.collect::<String>())
}

/// Returns text as Markdown without markup.
pub(super) fn markdown(text: &str) -> Code {
    let mut safe = String::new();
    for line in lines(text, PROSE) {
        for character in line.chars() {
            if matches!(
                character,
                '`' | '<' | '>' | '[' | ']' | '|' | '!' | '#' | '~' | '*' | '_'
            ) {
                safe.push('\\');
            }
            safe.push(character);
        }
        safe.push('\n');
    }
    Code::escaped(safe.trim_end())
}

/// Returns the imports of a module in the package, adjusted for a program outside of it.
pub(super) fn without_levels(imports: &Code, module: &Code) -> Code {
    let lines = imports.as_str().split_inclusive('\n');
    let lines = lines.map(|line| match line.strip_prefix("from ..") {
        Some(rest) if rest.starts_with(' ') => format!("from {module}{rest}"),
        Some(rest) => format!("from {module}.{rest}"),
        None => line.to_owned(),
    });
    Code::escaped(lines.collect::<String>())
}

/// Inserts imports before the first one of the runtime.
pub(super) fn before_runtime(imports: &Code, others: &Code) -> Code {
    let text = imports.as_str();
    let at = text
        .find(".runtime.")
        .and_then(|at| text[..at].rfind("from "));
    let (before, behind) = text.split_at(at.unwrap_or(text.len()));
    Code::escaped(format!("{before}{others}{behind}"))
}
