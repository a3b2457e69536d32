//! The string literals of Java, decoded as JLS 17 §3.3 and §3.10.7 have it: written apart from the
//! generator, to find what it gets wrong.

/// Every string literal of a file, decoded.
pub fn decoded(text: &str) -> Result<Vec<String>, String> {
    let mut literals = Vec::new();
    split(text, &mut |literal, _| {
        literals.extend(literal.map(str::to_owned));
    })?;
    literals.iter().map(|literal| decode(literal)).collect()
}

/// The file without literals and comments.
pub fn code(text: &str) -> String {
    let mut code = String::new();
    let _ = split(text, &mut |_, plain| code.push_str(plain.unwrap_or(" ")));
    code
}

/// Takes a file apart into literals (still escaped) and code.
fn split(text: &str, each: &mut impl FnMut(Option<&str>, Option<&str>)) -> Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, from) = rest.split_at(at);
        each(None, Some(before));
        rest = if let Some(comment) = from.strip_prefix("/*") {
            comment.split_once("*/").ok_or("a comment has no end")?.1
        } else if from.starts_with("//") {
            from.split_once('\n').map_or("", |(_, rest)| rest)
        } else if let Some(literal) = from.strip_prefix('"') {
            let end = end_of(literal).ok_or("a literal has no end")?;
            each(Some(&literal[..end]), None);
            &literal[end + 1..]
        } else if let Some(character) = from.strip_prefix('\'') {
            let end = character.find('\'').ok_or("a character has no end")?;
            // `'\''` has one more quote.
            let end = if character.starts_with("\\'") { 2 } else { end };
            &character[end + 1..]
        } else {
            each(None, Some("/"));
            &from[1..]
        };
    }
    each(None, Some(rest));
    Ok(())
}

fn end_of(literal: &str) -> Option<usize> {
    let mut escaped = false;
    for (index, character) in literal.char_indices() {
        match character {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(index),
            _ => {}
        }
    }
    None
}

fn decode(literal: &str) -> Result<String, String> {
    let mut units: Vec<u16> = Vec::new();
    let mut characters = literal.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            let mut buffer = [0; 2];
            units.extend_from_slice(character.encode_utf16(&mut buffer));
            continue;
        }
        let escape = characters.next().ok_or("an escape has no end")?;
        let unit = match escape {
            'n' => 10,
            'r' => 13,
            't' => 9,
            '"' | '\\' | '\'' => u32::from(escape),
            'u' => {
                let digits: String = characters.by_ref().take(4).collect();
                let unit = u32::from_str_radix(&digits, 16).map_err(|_| format!("{digits:?}"))?;
                // The compiler reads these before it looks for literals (JLS 17 §3.3).
                if unit < 0x80 {
                    return Err(format!("{digits} is a Unicode escape of ASCII"));
                }
                unit
            }
            '0'..='7' => {
                let mut digits = String::from(escape);
                while let Some(digit) =
                    characters.next_if(|c| ('0'..='7').contains(c) && digits.len() < 3)
                {
                    digits.push(digit);
                }
                u32::from_str_radix(&digits, 8).map_err(|_| digits)?
            }
            other => return Err(format!("{other:?} is no escape")),
        };
        units.push(u16::try_from(unit).map_err(|_| "a unit is too large")?);
    }
    String::from_utf16(&units).map_err(|error| error.to_string())
}
