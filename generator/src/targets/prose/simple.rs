//! Parses simple texts without the parser; most texts are simple.

use super::words::opens_block;
use super::{Block, Inline};

/// Returns the paragraphs of a text that is a single code span, or is without Markdown syntax.
pub(super) fn paragraphs(text: &str) -> Option<Vec<Block>> {
    if let Some(code) = span(text) {
        let code = Inline::Code(code.to_owned());
        return Some(vec![Block::Paragraph(vec![code])]);
    }
    let mut paragraphs = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines() {
        if line.trim_ascii().is_empty() {
            paragraphs.extend(finished(&mut paragraph));
            continue;
        }
        if !is_simple(line) {
            return None;
        }
        for word in line.split_ascii_whitespace() {
            let space = if paragraph.is_empty() { "" } else { " " };
            paragraph.push_str(space);
            paragraph.push_str(word);
        }
    }
    paragraphs.extend(finished(&mut paragraph));
    Some(paragraphs)
}

/// Returns the code of a text that is a single code span, such as the documentation of a value of an
/// enumeration.
fn span(text: &str) -> Option<&str> {
    let code = text.strip_prefix('`')?.strip_suffix('`')?;
    let is_plain = |byte: u8| byte != b'`' && matches!(byte, b' '..=b'~');
    // A parser removes spaces at the ends.
    let is_plain = !code.is_empty() && code.trim() == code && code.bytes().all(is_plain);
    is_plain.then_some(code)
}

fn finished(paragraph: &mut String) -> Option<Block> {
    let text = std::mem::take(paragraph);
    (!text.is_empty()).then(|| Block::Paragraph(vec![Inline::Text(text)]))
}

/// Returns whether a line consists of words without Markdown syntax.
fn is_simple(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is_word = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(u8::is_ascii_alphanumeric)
    };
    let is_plain = |(at, byte): (usize, &u8)| match byte {
        b'\\' | b'`' | b'*' | b'[' | b']' | b'<' | b'>' | b'|' | b'~' | b'&' => false,
        b'_' => is_word(at.checked_sub(1)) && is_word(Some(at + 1)),
        byte => matches!(byte, b' '..=b'~'),
    };
    let first = line.split_ascii_whitespace().next();
    // Two spaces force a line break.
    !line.starts_with(' ')
        && !line.ends_with("  ")
        && !first.is_none_or(opens_block)
        && bytes.iter().enumerate().all(is_plain)
}
