//! Characters that mislead who reads a text (CVE-2021-42574).

/// Whether a character controls a terminal, reorders the text around it or has no appearance at
/// all. Line feeds and tabs are what they seem.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    // Letters that are blank.
    let is_blank = matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
    // Soft hyphens, spaces without width, joiners, marks of direction, separators.
    let is_unseen = matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    // Annotations, tags, and the variation selectors that nothing but smuggling needs.
    let is_tag = matches!(character, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
    let is_control = character.is_control() && !matches!(character, '\n' | '\t');
    is_blank || is_unseen || is_tag || is_control
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
