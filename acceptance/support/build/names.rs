//! Derives names that the generator's view does not contain, by the generator's rules.

/// Names of arguments that must be raw identifiers.
const KEYWORDS: &[&str] = &["in", "match", "ref", "type", "use", "where"];

/// Returns the identifier of a field or an argument.
pub fn ident(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// Converts a name: `ApiClients` and `WWW-Authenticate` become `api_clients` and
/// `www_authenticate`.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut after_lower = false;
    for character in name.chars() {
        if character == '-' || (character.is_ascii_uppercase() && after_lower) {
            snake.push('_');
        }
        if character != '-' {
            snake.push(character.to_ascii_lowercase());
        }
        after_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
    }
    snake
}
