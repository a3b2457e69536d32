//! The keyword `pattern`.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

/// A regular expression of the description, compiled on first use.
///
/// A pattern that the `regex` crate cannot compile (because of look-around, a backreference or its
/// size) is not checked.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern, given in the dialect of ECMA 262.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
            compiled: OnceLock::new(),
        }
    }

    /// Returns the pattern as written in the description.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        self.source
    }

    /// Returns whether any part of `text` matches; `true` if the pattern cannot be checked.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        const MOST_BYTES: usize = 1 << 20;
        let compiled = self.compiled.get_or_init(|| {
            let mut builder = RegexBuilder::new(&from_ecma(self.source));
            builder.size_limit(MOST_BYTES).build().ok()
        });
        compiled.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}

/// Converts the dialect of ECMA 262, in which `\d` and `\w` are ASCII and classes do not nest, to
/// that of `regex`.
fn from_ecma(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut characters = source.chars();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => push_escape(&mut out, characters.next()),
            '[' if in_class => out.push_str("\\["),
            '&' | '~' if in_class => {
                out.push('\\');
                out.push(character);
            }
            other => {
                in_class = (in_class || other == '[') && other != ']';
                out.push(other);
            }
        }
    }
    out
}

fn push_escape(out: &mut String, escaped: Option<char>) {
    match escaped {
        Some('d') => out.push_str("[0-9]"),
        Some('D') => out.push_str("[^0-9]"),
        Some('w') => out.push_str("[0-9A-Za-z_]"),
        Some('W') => out.push_str("[^0-9A-Za-z_]"),
        other => {
            out.push('\\');
            out.extend(other);
        }
    }
}
