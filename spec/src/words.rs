//! Splits names into words, for everything that is named after a part of a description.

/// The maximum length of a name, in characters of the description, because file systems refuse
/// longer ones.
pub const LONGEST: usize = 96;

/// Returns how many bytes this many characters may take once they are spelled out: symbols, and
/// letters of other scripts, become several times as long.
#[must_use]
pub const fn spelt(longest: usize) -> usize {
    longest.saturating_add(longest / 2)
}

/// Splits a name into words, in lower case: `offerID_v2` is `offer`, `id`, `v2`.
#[must_use]
pub fn words(name: &str, longest: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut previous = ' ';
    // One word, by convention.
    let name = name.replace("OAuth", "Oauth");
    let mut characters = name.chars().peekable();
    let (mut length, mut bytes) = (0, 0);
    while let Some(character) = characters.next() {
        if length >= longest || bytes >= spelt(longest) {
            break;
        }
        length += 1;
        let next_is_lower = characters.peek().is_some_and(char::is_ascii_lowercase);
        let starts = character.is_ascii_uppercase()
            && (previous.is_ascii_lowercase()
                || previous.is_ascii_digit()
                || (previous.is_ascii_uppercase() && next_is_lower));
        if starts || !is_word(character) {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if character.is_ascii_alphanumeric() {
            word.push(character.to_ascii_lowercase());
            bytes += 1;
        } else if character == '-' && length == 1 && characters.peek().is_some() {
            words.push("minus".to_owned());
        } else if let Some(spelt) = spell(character) {
            bytes += spelt.len() + 1;
            words.push(spelt);
        }
        previous = character;
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric()
}

/// Returns the spelling of a symbol that matters; `None` for a separator.
fn spell(character: char) -> Option<String> {
    let spelt = match character {
        '+' => "plus",
        '<' => "lt",
        '>' => "gt",
        '=' => "eq",
        '!' => "not",
        '*' => "star",
        '&' => "and",
        '%' => "percent",
        '$' => "dollar",
        '@' => "at",
        '#' => "hash",
        character if character.is_ascii() => return None,
        character => return Some(format!("u{:x}", character as u32)),
    };
    Some(spelt.to_owned())
}
