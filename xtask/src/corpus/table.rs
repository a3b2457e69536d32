//! The table: a line for each document, the problems below it, and the totals.

use std::fmt::Write as _;

use generator::Target;
use serde_json::{Value, json};

use super::generate::Remark;
use super::languages::{Language, Verdict};
use super::mocked::Mocked;
use super::{Folders, Row};
use specwright::report::plural;

/// How many documents pass.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) done: usize,
    pub(super) all: usize,
}

impl Count {
    fn of(verdicts: impl Iterator<Item = bool>) -> Self {
        verdicts.fold(Self::default(), |count, good| Self {
            done: count.done + usize::from(good),
            all: count.all + 1,
        })
    }

    /// Returns whether all of them pass.
    pub(super) const fn is_complete(self) -> bool {
        self.done == self.all
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.done, self.all)
    }
}

/// Counts the documents that were generated completely.
pub(super) fn generated(rows: &[Row]) -> Count {
    Count::of(rows.iter().map(|row| row.generated.is_complete()))
}

/// Counts the documents whose package compiles in a language, by its index.
pub(super) fn compiled(rows: &[Row], language: usize) -> Count {
    Count::of(rows.iter().map(|row| {
        let verdict = row.verdicts.get(language);
        matches!(verdict, Some(Verdict::Compiles { .. }))
    }))
}

/// Counts the mocked documents without findings.
pub(super) fn clean(rows: &[Row]) -> Count {
    let mocked = rows.iter().filter_map(|row| row.mocked.as_ref());
    Count::of(mocked.map(Mocked::is_clean))
}

/// Returns the table, with a column for each language.
pub(super) fn text(rows: &[Row], languages: &[&Language]) -> String {
    let widest = rows
        .iter()
        .map(|row| row.document.name.chars().count())
        .max();
    let width = widest.unwrap_or_default().max("document".len());
    let mut text = format!(
        "{:<width$} {:>10} {:>7} {:>9} {:>9} {:>8}",
        "document", "operations", "schemas", "iterators", "generated", "left out"
    );
    for language in super::languages::LANGUAGES {
        let _ = write!(text, " {:>10}", language.title);
    }
    let has_mocks = rows.iter().any(|row| row.mocked.is_some());
    if has_mocks {
        let _ = write!(text, " {:>11}", "mock");
    }
    let _ = writeln!(text, " {:>7} {:>8}", "seconds", "peak MiB");
    for row in rows {
        let generated = &row.generated;
        let left_out: usize = generated.left_out.iter().map(|remark| remark.places).sum();
        let _ = write!(
            text,
            "{:<width$} {:>10} {:>7} {:>9} {:>9} {left_out:>8}",
            row.document.name,
            generated.operations,
            generated.schemas,
            format!("{}/{}", generated.iterators, generated.lists),
            format!("{}/{}", generated.targets.len(), Target::ALL.len()),
        );
        for language in super::languages::LANGUAGES {
            let at = languages
                .iter()
                .position(|one| one.target == language.target);
            let verdict = at.and_then(|at| row.verdicts.get(at));
            let _ = write!(text, " {:>10}", cell(verdict));
        }
        if has_mocks {
            let _ = write!(text, " {:>11}", mock_cell(row.mocked.as_ref()));
        }
        let _ = writeln!(
            text,
            " {:>7.2} {:>8.0}",
            generated.seconds, generated.peak_mebibytes
        );
    }
    text
}

fn cell(verdict: Option<&Verdict>) -> String {
    match verdict {
        // Not requested, or its tools are missing.
        None => "-".to_owned(),
        Some(Verdict::NotGenerated) => "not made".to_owned(),
        Some(Verdict::Compiles { .. }) => "ok".to_owned(),
        Some(Verdict::Fails { errors, .. }) => plural(*errors, "error"),
        Some(Verdict::TimeLimit) => "time limit".to_owned(),
    }
}

fn mock_cell(mocked: Option<&Mocked>) -> String {
    match mocked {
        None => "-".to_owned(),
        Some(Mocked::Clean { .. }) => "ok".to_owned(),
        Some(Mocked::Finds { findings }) => plural(findings.len(), "finding"),
        Some(Mocked::Fails) => "fails".to_owned(),
        Some(Mocked::TimeLimit) => "time limit".to_owned(),
    }
}

/// Returns the problems by document, each with the path of the complete log.
pub(super) fn faults(rows: &[Row], languages: &[&Language], folders: &Folders) -> String {
    let mut text = String::new();
    for row in rows {
        let name = &row.document.name;
        for remark in &row.generated.errors {
            let _ = writeln!(text, "{name}: {}", line(remark));
        }
        for (language, verdict) in languages.iter().zip(&row.verdicts) {
            let log = folders.shown(&row.document, language.target.name());
            let (title, log) = (language.title, log.display());
            match verdict {
                Verdict::Fails { errors, head } => {
                    let errors = plural(*errors, "error");
                    let _ = writeln!(text, "{name}: {title}: {errors}, all in {log}");
                    for line in head {
                        let _ = writeln!(text, "    {line}");
                    }
                }
                Verdict::TimeLimit => {
                    let _ = writeln!(
                        text,
                        "{name}: {title}: not within the time limit; see {log}"
                    );
                }
                _ => {}
            }
        }
        if let Some(mocked) = row.mocked.as_ref().filter(|mocked| !mocked.is_clean()) {
            let log = folders.shown(&row.document, "mock");
            let cell = mock_cell(Some(mocked));
            let _ = writeln!(text, "{name}: mock: {cell}, all in {}", log.display());
            if let Mocked::Finds { findings } = mocked {
                for line in findings.iter().take(10) {
                    let _ = writeln!(text, "    {line}");
                }
            }
        }
    }
    text
}

/// Returns the unsupported constructs by document.
pub(super) fn details(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows.iter().filter(|row| !row.generated.left_out.is_empty()) {
        let _ = writeln!(text, "{}:", row.document.name);
        for remark in &row.generated.left_out {
            let _ = writeln!(text, "  {}", line(remark));
        }
    }
    text
}

fn line(remark: &Remark) -> String {
    match remark.places {
        0 | 1 => remark.text.clone(),
        more => format!(
            "{} (and {} like it)",
            remark.text,
            plural(more - 1, "place")
        ),
    }
}

/// Returns the last line.
pub(super) fn totals(rows: &[Row], languages: &[&Language]) -> String {
    let mut text = format!("generated {} documents in all targets", generated(rows));
    let compiled = languages.iter().enumerate();
    let compiled = compiled.map(|(at, one)| format!("{} {}", one.title, self::compiled(rows, at)));
    let compiled: Vec<_> = compiled.collect();
    if !compiled.is_empty() {
        let _ = write!(text, "; compiled {}", compiled.join(", "));
    }
    let clean = clean(rows);
    if clean.all > 0 {
        let _ = write!(text, "; nothing found on the mock of {clean}");
    }
    text
}

/// Returns the table as data.
pub(super) fn data(rows: &[Row], languages: &[&Language], seconds: f64) -> Value {
    let documents = rows.iter().map(|row| {
        let verdicts = languages.iter().zip(&row.verdicts);
        let verdicts: serde_json::Map<_, _> = verdicts
            .map(|(language, verdict)| (language.target.name().to_owned(), json!(verdict)))
            .collect();
        json!({
            "document": row.document.name,
            "path": row.document.path,
            "made": row.generated,
            "compiled": verdicts,
            "mocked": row.mocked,
        })
    });
    let totals = languages.iter().enumerate().map(|(at, language)| {
        let count = compiled(rows, at);
        (
            language.target.name().to_owned(),
            json!({ "compiled": count.done, "of": count.all }),
        )
    });
    let totals: serde_json::Map<_, _> = totals.collect();
    json!({
        "documents": documents.collect::<Vec<_>>(),
        "generated": generated(rows).done,
        "languages": totals,
        "seconds": seconds,
    })
}

/// Returns whether a text was written by [`data`].
pub(super) fn is_data(text: &[u8]) -> bool {
    let value = serde_json::from_slice::<Value>(text).unwrap_or_default();
    value["documents"].is_array() && value["generated"].is_number()
}
