//! The table: a line for each document, and the problems below it.

use std::fmt::Write as _;

use super::Called;
use super::outcome::Problem;

/// The format of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(in crate::corpus) enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// Markdown, as in `docs/clients.md`.
    Markdown,
}

const HEAD: [&str; 10] = [
    "document",
    "operations",
    "called",
    "calls",
    "requests",
    "refused",
    "confirmed errors of a validator",
    "responses read",
    "responses against the description",
    "no response",
];

/// Returns the table.
pub(super) fn text(all: &[Called], format: Format) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEAD.iter().map(|&head| head.to_owned()).collect()];
    let mut sums = [0; 9];
    for one in all {
        let cells = cells(one);
        for (sum, cell) in sums.iter_mut().zip(cells) {
            *sum += cell;
        }
        let cells = cells.iter().map(usize::to_string);
        rows.push(std::iter::once(one.document.clone()).chain(cells).collect());
    }
    let sums = sums.iter().map(usize::to_string);
    rows.push(std::iter::once("all".to_owned()).chain(sums).collect());
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        match format {
            Format::Markdown => {
                let _ = writeln!(text, "| {} |", row.join(" | "));
                if at == 0 {
                    let _ = writeln!(text, "|---|{}", "--:|".repeat(row.len() - 1));
                }
            }
            Format::Text => {
                for (column, cell) in row.iter().enumerate() {
                    let width = rows
                        .iter()
                        .map(|row| row[column].chars().count())
                        .max()
                        .unwrap_or(0);
                    let _ = match column {
                        0 => write!(text, "{cell:<width$}"),
                        _ => write!(text, "  {cell:>width$}"),
                    };
                }
                text.push('\n');
            }
        }
    }
    text
}

fn cells(one: &Called) -> [usize; 9] {
    [
        one.operations,
        one.reached,
        one.calls,
        one.requests,
        one.problems.len(),
        one.confirmed,
        one.answers.read,
        one.answers.wrong,
        one.answers.missing,
    ]
}

/// Returns the unconfirmed problems: the first ones of each document, or all with `details`.
pub(super) fn problems(all: &[Called], details: bool) -> String {
    const SHOWN: usize = 20;
    let mut text = String::new();
    for one in all {
        let shown = if details { usize::MAX } else { SHOWN };
        for problem in one.problems.iter().take(shown) {
            let _ = writeln!(text, "{}: {}", one.document, line(problem));
        }
        if let more @ 1.. = one.problems.len().saturating_sub(shown) {
            let _ = writeln!(
                text,
                "{}: and {more} more; `--details` shows them",
                one.document
            );
        }
    }
    text
}

fn line(problem: &Problem) -> String {
    let languages: Vec<_> = problem.languages.iter().copied().collect();
    let why = messages::text::cut(&messages::text::line(&problem.why), 600);
    format!(
        "{} ({}): {}: {why}",
        problem.call,
        languages.join(", "),
        problem.validator
    )
}
