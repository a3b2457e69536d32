//! Describes what was expected and what was found.

use std::fmt::{self, Write};

use super::compile::{Kind, Node};
use crate::json::Json;

/// Returns the type that a schema requires.
pub(super) const fn describe(node: &Node) -> &'static str {
    match &node.kind {
        Kind::Any | Kind::Alias(_) => "a value",
        Kind::Never => "no value",
        Kind::Null => "null",
        Kind::Boolean => "a boolean",
        Kind::Integer(..) => "a whole number",
        Kind::Number(..) => "a number",
        Kind::String(_) => "a string",
        Kind::Enumeration(_) => "a value of the list",
        Kind::Array(_) => "an array",
        Kind::Object(_) => "an object",
        Kind::Union(_) => "a value of one of the members",
    }
}

/// Returns the start of a value as JSON.
pub(super) fn clip(value: &Json) -> String {
    let mut clipped = Clipped {
        text: String::new(),
        left: Clipped::CHARACTERS,
    };
    match value {
        // A string may be very long, so only its start is encoded.
        Json::String(text) => {
            let start: String = text.chars().take(Clipped::CHARACTERS).collect();
            let _ = write!(clipped, "{}", Json::String(start.into()));
        }
        other => {
            let _ = write!(clipped, "{other}");
        }
    }
    clipped.text
}

/// Returns the start of a text, for messages.
pub(super) fn clip_text(text: &str) -> String {
    let mut clipped = Clipped {
        text: String::new(),
        left: Clipped::CHARACTERS,
    };
    let _ = clipped.write_str(text);
    clipped.text
}

/// A writer that keeps the start of what is written, and refuses the rest.
struct Clipped {
    text: String,
    left: usize,
}

impl Clipped {
    const CHARACTERS: usize = 119;
}

impl Write for Clipped {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.left -= 1;
            self.text.push(character);
        }
        Ok(())
    }
}
