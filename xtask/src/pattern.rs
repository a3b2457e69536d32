//! Patterns in which `*` stands for any text.

/// Returns whether a text matches a pattern.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = text.find(part) else {
            return false;
        };
        text = &text[at + part.len()..];
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("a*c", "abc"));
        assert!(matches("a*c*", "abcd"));
        assert!(matches("*", ""));
        assert!(!matches("a*c", "abd"));
        assert!(!matches("a", "ab"));
        assert!(!matches("ab*b", "ab"), "one letter is not two");
    }
}
