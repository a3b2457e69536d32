//! Names of functions, variables and files.

/// The maximum length of a name.
const LONGEST: usize = 60;

/// Words that have a meaning in Rust or in the tests themselves.
const TAKEN: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "resource", "return", "run", "self", "static", "struct", "super", "test", "token", "trait",
    "true", "try", "type", "typeof", "unsized", "virtual", "while",
];

/// Returns a text as a name in snake case: ASCII letters and digits, beginning with a letter.
pub(super) fn snake(text: &str) -> String {
    let mut name = String::new();
    let mut was_lower = false;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && was_lower {
                name.push('_');
            }
            name.push(c.to_ascii_lowercase());
            was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        } else {
            if !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
            was_lower = false;
        }
        if name.len() >= LONGEST {
            break;
        }
    }
    let name = name.trim_end_matches('_');
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !is_name || TAKEN.contains(&name) || matches!(name, "unsafe" | "use" | "where" | "yield") {
        return format!("answer_{name}").trim_end_matches('_').to_owned();
    }
    name.to_owned()
}

/// Returns the name, with a number if it is taken.
pub(super) fn unique(name: &str, taken: &[String]) -> String {
    let mut number = 2;
    let mut own = name.to_owned();
    while taken.contains(&own) {
        own = format!("{name}_{number}");
        number += 1;
    }
    own
}
