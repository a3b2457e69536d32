//! Pieces of Java. Text from a description can only become a piece here, escaped for the place
//! where it is inserted: the templates refuse plain strings.

use std::fmt::Write as _;

use serde_json::Number;
use spec::hidden;

use crate::code::Code;

/// Reserved names of variables and methods (JLS 17 §3.9), and `yield`, which cannot be called.
const KEYWORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
    "_",
    "yield",
    "var",
    "record",
    "sealed",
    "permits",
];

/// The maximum length of an identifier, because lines have at most 100 characters.
const LONGEST: usize = 60;

/// Returns an identifier. One that is too long is truncated, and ends in a hash of the complete
/// name.
pub(super) fn ident(name: &str) -> Code {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut clean: String = name.chars().filter(|c| allowed(*c)).collect();
    if clean.len() > LONGEST {
        let number = number_of(&clean);
        clean.truncate(LONGEST - 12);
        let _ = write!(clean, "X{number:08x}");
    }
    if KEYWORDS.contains(&clean.as_str()) || clean.starts_with(|c: char| c.is_ascii_digit()) {
        clean.push('_');
        clean.insert_str(
            0,
            if clean.starts_with(|c: char| c.is_ascii_digit()) {
                "_"
            } else {
                ""
            },
        );
    }
    Code::escaped(clean)
}

/// Returns an FNV-1a hash, which is the same on every machine.
fn number_of(text: &str) -> u32 {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, step)
}

/// Returns the name of a package, in which each part is an identifier.
pub(super) fn package(name: &str) -> Code {
    Code::list(name.split('.').map(ident), ".")
}

/// Returns a string literal that decodes to exactly `text`. It contains only printable ASCII; other
/// characters become escapes, in which a backslash never precedes a `u` of the text.
///
/// A class file has no constant of more than 65,535 bytes (JVMS 17 §4.4.7), so longer texts are
/// concatenated at run time.
pub(super) fn string(text: &str) -> Code {
    const MOST: usize = 20_000;
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= MOST {
        return literal(text);
    }
    let chunks = characters.chunks(MOST);
    let literals = chunks.map(|chunk| literal(&chunk.iter().collect::<String>()));
    code!("String.join(\"\", ", &Code::list(literals, ", "), ")")
}

fn literal(text: &str) -> Code {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            ' '..='~' => literal.push(character),
            other if (other as u32) < 0x80 => {
                // An octal escape: a Unicode escape of a line feed would end the literal.
                let _ = write!(literal, "\\{:03o}", other as u32);
            }
            other => {
                let mut units = [0; 2];
                for unit in other.encode_utf16(&mut units) {
                    let _ = write!(literal, "\\u{unit:04x}");
                }
            }
        }
    }
    literal.push('"');
    Code::escaped(literal)
}

/// Returns a 32-bit integer literal.
pub(super) fn integer(number: usize) -> Code {
    Code::escaped(number.to_string())
}

/// Returns a 64-bit integer literal.
pub(super) fn long(number: i64) -> Code {
    Code::escaped(format!("{number}L"))
}

/// Returns the literal of a JSON number.
pub(super) fn number(digits: &Number, suffix: &'static str) -> Code {
    Code::escaped(format!("{digits}{suffix}"))
}

/// Returns an element of an array of bytes.
pub(super) fn byte(value: u8) -> Code {
    Code::escaped(value.cast_signed().to_string())
}

/// Returns whether a piece is a string literal that the formatter reads as a format string: it then
/// lays out the arguments after it differently.
pub(super) fn is_format(code: &Code) -> bool {
    let text = code.as_str();
    let digit = |rest: &str| {
        let mut characters = rest.chars();
        characters.next().is_some_and(|c| c.is_ascii_digit()) && characters.next() == Some('}')
    };
    let braces = || text.split('{').skip(1).any(digit);
    text.starts_with('"') && (text.contains('%') || braces())
}

/// Returns a word of a documentation comment, in which nothing is a tag, an entity or the end of
/// the comment.
pub(super) fn doc_word(word: &str) -> Code {
    let mut escaped = String::new();
    let mut previous = ' ';
    for character in word.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '@' | '\\' => push_entity(&mut escaped, character),
            '*' if previous == ' ' || previous == '/' => push_entity(&mut escaped, character),
            '/' if previous == '*' => push_entity(&mut escaped, character),
            ' '..='~' => escaped.push(character),
            other if is_letter(other) && (other as u32) <= 0xFFFF => escaped.push(other),
            other => push_entity(&mut escaped, hidden::visible(other)),
        }
        previous = character;
    }
    Code::escaped(escaped)
}

/// Returns whether a character is a visible letter or digit.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric() && !hidden::is_hidden(character)
}

fn push_entity(out: &mut String, character: char) {
    let _ = write!(out, "&#{};", character as u32);
}

/// Returns the words of `{@code text}`; `None` if the text cannot be written so.
pub(super) fn doc_code(text: &str) -> Option<Vec<Code>> {
    const SAFE: &str = " _./:,-=?#+'\"()[]{}$!;|~^%";
    let safe = |c: char| c.is_ascii_alphanumeric() || SAFE.contains(c);
    if text.trim().is_empty() || !text.chars().all(safe) || !is_balanced(text) {
        return None;
    }
    let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
    words.insert(0, "{@code".to_owned());
    words.last_mut()?.push('}');
    Some(words.into_iter().map(Code::escaped).collect())
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Returns a part of a piece of code between spaces.
pub(super) fn token(part: &str) -> Code {
    Code::escaped(part)
}

/// Returns the name of a nested type within its class: without the qualification.
pub(super) fn own(ty: &Code) -> Code {
    let text = ty.as_str();
    Code::escaped(text.strip_prefix('.').unwrap_or(text))
}

/// Returns a line of Markdown without markup.
pub(super) fn markdown(text: &str) -> Code {
    let mut escaped = String::new();
    for character in text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
    {
        match character {
            ' ' | '-' | '.' | ',' => escaped.push(character),
            other if is_letter(other) => escaped.push(other),
            other if other.is_ascii_punctuation() => escaped.extend(['\\', other]),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    Code::escaped(escaped)
}
