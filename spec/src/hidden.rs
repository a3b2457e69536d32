//! Characters that mislead readers of a text (CVE-2021-42574): one list for all output.

use std::borrow::Cow;

/// Characters selected by their Unicode properties: controls (`Cc`), formats (`Cf`), private use
/// (`Co`), separators of lines and paragraphs (`Zl`, `Zp`), noncharacters,
/// `Default_Ignorable_Code_Point`; and symbols that are blank. A test compares the list with the
/// tables of a library.
const HIDDEN: &[(u32, u32)] = &[
    (0x00, 0x1f),
    (0x7f, 0x9f),
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xe000, 0xf8ff),
    (0xfdd0, 0xfdef),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0xfffe, 0xffff),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x1343f),
    (0x1bca0, 0x1bca3),
    (0x1d159, 0x1d159),
    (0x1d173, 0x1d17a),
    (0x1fffe, 0x1ffff),
    (0x2fffe, 0x2ffff),
    (0x3fffe, 0x3ffff),
    (0x4fffe, 0x4ffff),
    (0x5fffe, 0x5ffff),
    (0x6fffe, 0x6ffff),
    (0x7fffe, 0x7ffff),
    (0x8fffe, 0x8ffff),
    (0x9fffe, 0x9ffff),
    (0xafffe, 0xaffff),
    (0xbfffe, 0xbffff),
    (0xcfffe, 0xcffff),
    (0xdfffe, 0xdffff),
    (0xe0000, 0xe0fff),
    (0xefffe, 0x10_ffff),
];

/// Returns whether a character controls a terminal, reorders the text around it, or has no agreed
/// appearance. Line feeds and tabs are not hidden.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    if (' '..='~').contains(&character) || matches!(character, '\n' | '\t') {
        return false;
    }
    let code = u32::from(character);
    let next = HIDDEN.partition_point(|(_, last)| *last < code);
    HIDDEN.get(next).is_some_and(|(first, _)| *first <= code)
}

/// Returns a visible character: a hidden one is replaced by a symbol.
#[must_use]
pub fn visible(character: char) -> char {
    if is_hidden(character) {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}

/// Returns a text in which everything is visible: hidden characters are replaced by symbols.
///
/// A joiner between two letters of other scripts, or two emoji, is kept: Persian, the scripts of
/// India and families of emoji need it. A variation selector after a symbol, such as the one that
/// gives it its color, is removed.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let shown = with_fates(text).filter_map(|(character, fate)| match fate {
        Fate::Stays => Some(character),
        Fate::IsLeftOut => None,
        Fate::Misleads => Some(char::REPLACEMENT_CHARACTER),
    });
    Cow::Owned(shown.collect())
}

/// Returns the first character that [`shown`] replaces.
#[must_use]
pub fn misleading(text: &str) -> Option<char> {
    let mut checked = with_fates(text);
    let found = checked.find(|(_, fate)| *fate == Fate::Misleads);
    found.map(|(character, _)| character)
}

/// What happens to a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    IsLeftOut,
    Misleads,
}

fn with_fates(text: &str) -> impl Iterator<Item = (char, Fate)> {
    let mut previous = None;
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let follows = previous.replace(character).is_some_and(joins);
        let is_followed = characters.peek().copied().is_some_and(joins);
        let fate = match is_hidden(character) {
            false => Fate::Stays,
            true if follows && is_joiner(character) && is_followed => Fate::Stays,
            true if follows && is_selector(character) => Fate::IsLeftOut,
            true => Fate::Misleads,
        };
        Some((character, fate))
    })
}

/// Shows a text on one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    shown(&words.join(" ")).into_owned()
}

/// Returns whether [`shown`] changes a text.
#[must_use]
pub fn hides(text: &str) -> bool {
    text.chars().any(is_hidden) && shown(text) != text
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

fn is_selector(character: char) -> bool {
    matches!(character, '\u{fe0e}' | '\u{fe0f}')
}

/// Returns whether a joiner may appear next to a character.
fn joins(character: char) -> bool {
    !character.is_ascii() && !is_hidden(character)
}
