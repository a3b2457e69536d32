//! Whether a foreign item may have a text as its id by chance.

/// Returns whether a value is long and varied enough that no foreign item has it by chance.
#[must_use]
pub fn is_unguessable(text: &str) -> bool {
    /// Twelve random letters or digits are more than 60 bits.
    const LENGTH: usize = 12;
    const VARIETY: usize = 7;
    let mut varied = Vec::with_capacity(VARIETY);
    for character in text.chars() {
        if varied.len() < VARIETY && !varied.contains(&character) {
            varied.push(character);
        }
    }
    let is_random = text.chars().any(|c| c.is_ascii_digit()) || !text.is_ascii() || text.len() > 24;
    text.chars().count() >= LENGTH && varied.len() == VARIETY && is_random
}

/// Returns whether a lenient reader would parse a text as a number.
#[must_use]
pub fn begins_as_number(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(['+', '-']);
    text.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_unguessable;

    #[test]
    fn what_people_name_things_is_guessable() {
        for text in [
            "",
            "1",
            "2000000011",
            "default",
            "administrator",
            "aaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            assert!(!is_unguessable(text), "{text}");
        }
        assert!(is_unguessable("0772100b-da3f-4d54-81e3-40d8d7c8014e"));
        assert!(is_unguessable("prod-45ddaca16ace3e4537a2"));
    }
}
