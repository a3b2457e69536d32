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

/// Returns the page with what the programs have shown. The parts of languages that are not among
/// them stay as they are.
pub(super) fn with(text: &str, languages: &[&str], all: &[(&str, Shown)]) -> String {
    let (head, old) = text.split_once(MARK).unwrap_or((text, ""));
    let mut page = format!("{head}{MARK}");
    for (title, what, part) in PARTS {
        let section = format!("\n## {title}\n");
        let old = old.split_once(&section).map_or("", |(_, rest)| rest);
        // Writing to a string cannot fail.
        let _ = write!(page, "{section}\n{what}\n");
        for language in languages {
            let start = format!("\n**{language}**\n\n```text\n");
            let shown = all.iter().find(|(name, _)| name == language);
            let shown = shown.map_or_else(|| block(old, &start), |(_, shown)| part(shown));
            let _ = write!(page, "{start}{shown}\n```\n");
        }
    }
    page
}

/// Returns the text of the block that starts like this; empty if there is no such block.
fn block<'t>(text: &'t str, start: &str) -> &'t str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once("\n```\n").map_or("", |(shown, _)| shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_that_did_not_run_stay_as_they_are() {
        let shown = |text: &str| Shown::new(text, text, &[text.to_owned()], text);
        let languages = ["Rust", "Go"];
        let both = [("Rust", shown("one")), ("Go", shown("two"))];
        let page = with("About.\n", &languages, &both);
        assert_eq!(with(&page, &languages, &both[..1]), page);
        let other = with(&page, &languages, &[("Rust", shown("three"))]);
        assert_eq!(other, page.replace("one\n```", "three\n```"));
    }
}
