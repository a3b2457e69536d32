//! Finds the place of a tokenizer error, which the tokenizer does not report.

/// Returns the offset of the first delimiter without a counterpart, or of an unterminated string or
/// comment, and what is wrong with it.
pub(crate) fn unbalanced(text: &str) -> Option<(usize, String)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        match character {
            '(' | '[' | '{' => open.push((at, character)),
            ')' | ']' | '}' => match open.pop() {
                Some((_, opening)) if closes(opening, character) => {}
                Some((start, opening)) => {
                    return Some((start, format!("this `{opening}` is not closed")));
                }
                None => return Some((at, format!("nothing opens this `{character}`"))),
            },
            _ => match literal(&text[at..]) {
                Some(Ok(length)) => {
                    at += length;
                    continue;
                }
                Some(Err(what)) => return Some((at, format!("this {what} does not end"))),
                None => {}
            },
        }
        at += character.len_utf8();
    }
    let (start, opening) = open.pop()?;
    Some((start, format!("this `{opening}` is not closed")))
}

const fn closes(opening: char, closing: char) -> bool {
    matches!((opening, closing), ('(', ')') | ('[', ']') | ('{', '}'))
}

/// Returns the length of the comment, string, character or word at the start of a text, or what is
/// unterminated.
fn literal(text: &str) -> Option<Result<usize, &'static str>> {
    if text.starts_with("//") {
        return Some(Ok(text.find('\n').unwrap_or(text.len())));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text).ok_or("comment"));
    }
    if text.starts_with('\'') {
        return character(text).map(Ok);
    }
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let word = text.find(|character| !is_word(character));
    let word = word.unwrap_or(text.len());
    let rest = &text[word..];
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let is_raw = matches!(&text[..word], "r" | "br" | "cr") && rest[hashes..].starts_with('"');
    if is_raw {
        let end = format!("\"{}", "#".repeat(hashes));
        let start = word + hashes + 1;
        let length = text[start..].find(&end).map(|at| start + at + end.len());
        return Some(length.ok_or("string"));
    }
    if rest.starts_with('"') && matches!(&text[..word], "" | "b" | "c") {
        let length = quoted(rest).map(|length| word + length);
        return Some(length.ok_or("string"));
    }
    (word > 0).then_some(Ok(word))
}

fn block_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += rest.chars().next()?.len_utf8();
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn quoted(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of a character literal; `None` for a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    let (_, first) = characters.next()?;
    if first == '\\' {
        characters.next();
        let (at, _) = characters.find(|(_, character)| *character == '\'')?;
        return Some(at + 1);
    }
    let (at, second) = characters.next()?;
    (second == '\'').then_some(at + 1)
}
