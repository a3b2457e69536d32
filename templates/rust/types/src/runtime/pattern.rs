//! The keyword `pattern`.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

/// A regular expression of the description, compiled when it is first needed.
///
/// One that the `regex` crate cannot compile (because it looks around, or refers back, or would
/// become too large) is not checked.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Returns a pattern as written in the description, in the dialect of ECMA 262.
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

    /// Returns whether some part of `text` matches; `true` for what cannot be checked.
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

/// In ECMA 262 `\d` and `\w` are ASCII, and a class knows neither classes nor operations within.
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
