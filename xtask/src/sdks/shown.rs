//! What a user sees, without what differs from one run or machine to the next.

use regex::Regex;

/// What a program in one language shows.
pub(super) struct Shown {
    pub(super) error: String,
    pub(super) log: String,
    pub(super) trace: String,
    pub(super) stack: String,
}

impl Shown {
    pub(super) fn new(error: &str, log: &str, trace: &[String], stack: &str) -> Self {
        Self {
            error: error.to_owned(),
            log: steady(log),
            trace: trace.join("\n"),
            stack: steady(stack),
        }
    }
}

/// Replaces times, folders, and the numbers of lines, which change with every edit of a template.
fn steady(text: &str) -> String {
    const REPLACED: [(&str, &str); 8] = [
        (r"after \d+ ms", "after 3 ms"),
        (r"time=\S+", "time=…"),
        // The marks below the lines of Python differ by version.
        (r"(?m)^\s*[~^]+\n", ""),
        (
            r#"(file://)?/[^\s"()]*/(generated/\w+|sdks/\w+|showcase)/"#,
            "",
        ),
        // Frames of Node.js itself differ by version.
        (r"(?m)^.*\(node:internal.*\n", ""),
        (r"(\.\w+):\d+(:\d+)?", "$1"),
        (r", line \d+", ""),
        (r"\b0x[0-9a-f]+\b", "0x…"),
    ];
    let mut text = text.replace("\r\n", "\n");
    for (pattern, with) in REPLACED {
        let pattern = Regex::new(pattern).expect("a valid pattern");
        text = pattern.replace_all(&text, with).into_owned();
    }
    text.trim_end().to_owned()
}
