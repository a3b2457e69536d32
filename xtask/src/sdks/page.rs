//! The page: its first part is written by people.

use std::fmt::Write as _;

use super::Shown;

/// What is below this line is written by the command.
const MARK: &str = "<!-- written by `cargo xtask sdks` -->\n";

type Part = fn(&Shown) -> &str;

const PARTS: [(&str, &str, Part); 4] = [
    (
        "The text of the error",
        "Operation, status, and what the service reports; it is the same in every language.",
        |shown| &shown.error,
    ),
    (
        "The log",
        "With `APICLIENT_LOG=info`; the waits in between are not shown.",
        |shown| &shown.log,
    ),
    (
        "The trace",
        "What arrives at the service: a middleware has continued a trace, with a span for each attempt.",
        |shown| &shown.trace,
    ),
    (
        "The stack trace",
        "From the code of the user down to the SDK. Go and Rust have chains of errors instead. The \
         numbers of lines are left out.",
        |shown| &shown.stack,
    ),
];

/// Returns the page with what the programs have shown.
pub(super) fn with(text: &str, all: &[(&str, Shown)]) -> String {
    let head = text.split(MARK).next().unwrap_or_default();
    let mut page = format!("{head}{MARK}");
    for (title, what, part) in PARTS {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {title}\n\n{what}\n");
        for (language, shown) in all {
            let _ = write!(page, "\n**{language}**\n\n```text\n{}\n```\n", part(shown));
        }
    }
    page
}
