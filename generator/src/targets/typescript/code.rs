//! Pieces of TypeScript. Text from a description is escaped here, for the place where it is
//! inserted.

use std::fmt::Write as _;

use serde_json::Number;

use super::layout::Doc;
use crate::code::Code;
use crate::ir::Docs;
use crate::ir::names::{Case, convert};
use crate::targets::prose;

/// Returns an identifier, from a name of a scope or one that was converted to a case.
pub(super) fn ident(name: &str) -> Code {
    let clean = is_identifier(name);
    Code::escaped(if clean {
        name.to_owned()
    } else {
        convert(name, Case::Camel)
    })
}

/// Returns the name of a property in a type: a string if it is not a plain identifier.
pub(super) fn key(name: &str) -> Code {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let starts = !name.starts_with(|first: char| first.is_ascii_digit());
    if starts && !name.is_empty() && name.chars().all(allowed) {
        Code::escaped(name)
    } else {
        string(name)
    }
}

fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns a string literal that decodes to exactly `text`, in the quotes that need fewer escapes.
pub(super) fn string(text: &str) -> Code {
    let count = |sign| text.matches(sign).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push(quote);
    for character in text.chars() {
        match character {
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            sign if sign == quote => {
                literal.push('\\');
                literal.push(sign);
            }
            ' '..='~' => literal.push(character),
            other => push_escaped(&mut literal, other),
        }
    }
    literal.push(quote);
    Code::escaped(literal)
}

/// Appends a character as UTF-16, the encoding of JavaScript strings.
fn push_escaped(literal: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(literal, "\\u{unit:04x}");
    }
}

/// Returns a number literal; a `bigint` if a `number` is not exact.
pub(super) fn integer(number: i64) -> Code {
    const EXACT: u64 = 1 << 53;
    let suffix = if number.unsigned_abs() >= EXACT {
        "n"
    } else {
        ""
    };
    Code::escaped(format!("{number}{suffix}"))
}

/// Returns the literal of a JSON number. With `exact`, integers that a `number` cannot represent
/// are a `bigint`.
pub(super) fn number(digits: &Number, exact: bool) -> Code {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let text = digits.to_string();
    let is_whole = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-');
    let is_large = digits.as_f64().is_none_or(|value| value.abs() >= EXACT);
    if is_whole && exact && is_large {
        return Code::escaped(text + "n");
    }
    // The formatter removes a fraction of zero, and a sign of an exponent.
    let text = text.strip_suffix(".0").unwrap_or(&text);
    Code::escaped(text.replace("e+", "e"))
}

/// Returns bytes as an expression: those of a text if they are one.
pub(super) fn bytes(content: &[u8]) -> Code {
    if let Ok(text) = std::str::from_utf8(content) {
        return code!("new TextEncoder().encode(", &string(text), ")");
    }
    let bytes = content.iter().map(|byte| Code::escaped(byte.to_string()));
    let bytes = Code::list(bytes.collect::<Vec<_>>(), ", ");
    code!("new Uint8Array([", &bytes, "])")
}

/// Returns a status.
pub(super) fn status(code: u16) -> Code {
    Code::escaped(code.to_string())
}

/// Returns the path of a module, as other files import it.
pub(super) fn module(path: &str) -> Code {
    string(&format!("{path}.js"))
}

/// The maximum length of a documentation line, without its comment marker.
const PROSE: usize = 72;

/// Returns documentation of the following item, and a new line.
pub(super) fn docs(text: &str) -> Doc {
    documentation(text, None)
}

/// Returns documentation of the following item, with a tag if it is deprecated, and a new line.
pub(super) fn comment(docs: &Docs) -> Doc {
    documentation(docs.text(), docs.deprecation())
}

fn documentation(text: &str, deprecated: Option<&str>) -> Doc {
    let mut lines: Vec<_> = prose::markdown(text, PROSE)
        .iter()
        .map(|line| doc_line(line))
        .collect();
    if let Some(why) = deprecated {
        lines.push(String::new());
        lines.push(
            format!("@deprecated {}", doc_line(&prose::one_line(why)))
                .trim_end()
                .to_owned(),
        );
    }
    let mut parts = Vec::new();
    match lines.as_slice() {
        [] => {}
        [one] => parts.extend([Doc::Text(Code::escaped(format!("/** {one} */"))), Doc::Hard]),
        several => {
            parts.extend([Doc::fixed("/**"), Doc::Hard]);
            for line in several {
                let line = format!(" * {line}");
                let line = Code::escaped(line.trim_end());
                parts.extend([Doc::Text(line), Doc::Hard]);
            }
            parts.extend([Doc::fixed(" */"), Doc::Hard]);
        }
    }
    Doc::Join(parts)
}

/// Returns a line that does not end the comment and has no `@`: compilers and bundlers look for
/// pragmas (`@jsxImportSource`, `@internal`, `@preserve`) anywhere in a comment, escaped or not.
fn doc_line(line: &str) -> String {
    line.replace("*/", "*\\/").replace('@', "＠")
}

/// Returns text for a Markdown file: one line without markup.
pub(super) fn markdown(text: &str) -> Code {
    let mut out = String::new();
    for character in prose::one_line(text).chars() {
        if "\\`*_[]<>#|~!".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    Code::escaped(out)
}

/// Returns the name of an npm package, which the configuration has validated.
pub(super) fn package_name(name: &str) -> Code {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || "@/-_".contains(*c);
    Code::escaped(name.chars().filter(allowed).collect::<String>())
}
