//! Violations that a person has confirmed.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::judged::Violation;
use crate::project;

/// The lines of `xtask/zoo/confirmed.yaml`.
#[derive(Debug)]
pub struct Confirmed {
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    server: String,
    check: String,
    cause: String,
    /// For people: what is broken, and where it is written.
    #[serde(rename = "sentence")]
    _sentence: String,
}

impl Confirmed {
    /// Reads them.
    ///
    /// # Errors
    /// When the file has another form.
    pub fn read() -> Result<Self> {
        let path = project::root().join("xtask/zoo/confirmed.yaml");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let lines =
            serde_yaml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        Ok(Self { lines })
    }

    /// Returns whether a person has confirmed a violation.
    #[must_use]
    pub fn has(&self, server: &str, violation: &Violation) -> bool {
        self.lines.iter().any(|line| {
            line.server == server
                && line.check == violation.check
                && matches(&line.cause, &violation.cause)
        })
    }
}

/// Returns whether a text is what a line has, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
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
