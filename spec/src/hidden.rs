//! Characters that mislead who reads a text (CVE-2021-42574).

/// Whether a character controls a terminal, reorders the text around it or has no appearance at
/// all. Line feeds and tabs are what they seem.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // Letters that are blank.
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        // Soft hyphens, spaces without width, joiners, marks of direction, separators.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => true,
        // Annotations, tags, and the variation selectors that nothing but smuggling needs.
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        other => other.is_control(),
    }
}

/// A character as prose shows it: what is hidden has a sign in its place. Joiners stay, which
/// Persian, the scripts of India and families of emoji are written with.
#[must_use]
pub fn visible(character: char) -> char {
    let joins = matches!(character, '\u{200c}' | '\u{200d}');
    if is_hidden(character) && !joins {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}
