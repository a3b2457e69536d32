//! Formats JSON with a line for each property. Properties, numbers and strings stay as they were
//! sent.

use serde::de::IgnoredAny;

/// Returns the text with a line for each property; `None` if it is not JSON.
///
/// The parser refuses deep nesting, which limits the indentation.
pub fn pretty(text: &str) -> Option<String> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let mut out = Indented::default();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' => {
                out.text.push('"');
                out.string(&mut rest);
            }
            '{' | '[' => {
                while rest.next_if(char::is_ascii_whitespace).is_some() {}
                out.text.push(character);
                match rest.next_if(|next| matches!(next, '}' | ']')) {
                    Some(end) => out.text.push(end),
                    None => out.row(1),
                }
            }
            '}' | ']' => {
                out.row(-1);
                out.text.push(character);
            }
            ',' => {
                out.text.push(',');
                out.row(0);
            }
            ':' => out.text.push_str(": "),
            _ if character.is_ascii_whitespace() => {}
            _ => out.text.push(character),
        }
    }
    Some(out.text)
}

#[derive(Default)]
struct Indented {
    text: String,
    depth: usize,
}

impl Indented {
    fn row(&mut self, deeper: isize) {
        self.depth = self.depth.saturating_add_signed(deeper);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }

    /// Copies a string up to its closing quote.
    fn string(&mut self, rest: &mut impl Iterator<Item = char>) {
        while let Some(character) = rest.next() {
            self.text.push(character);
            match character {
                '\\' => self.text.extend(rest.next()),
                '"' => return,
                _ => {}
            }
        }
    }
}
