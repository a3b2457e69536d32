//! Names that the view of the generator does not tell, made by its rules.

/// Names of arguments that can only be written raw.
const KEYWORDS: &[&str] = &["in", "match", "ref", "type", "use", "where"];

/// The name of a field or an argument, as it is written.
pub fn ident(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// `ApiClients` and `WWW-Authenticate` as `api_clients` and `www_authenticate`.
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
