//! Compares two descriptions.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use jiff::civil::Date;
use serde_json::json;
use spec::diff::{Change, Level};
use spec::{Api, Documents, Loaded, Span};

use crate::report;

/// Compare two descriptions, and say what breaks those who use the old one.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 nothing breaks, 1 something does, 2 a description that cannot \
                  be used, or wrong usage.\n\nOLD and NEW are files, or git:REVISION:PATH."
)]
pub struct Arguments {
    /// The description that is in use: a file, or `git:REVISION:PATH`.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The description that is to follow it, in the same way.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// How the changes are written.
    #[arg(long, default_value = "text")]
    format: Format,
    /// From which level on a change counts as breaking.
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    fail_on: FailOn,
    /// The day that sunsets are measured from [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    today: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warn,
}

/// A description that can be used.
struct Side {
    api: Api,
    documents: Documents,
}

/// Runs the command.
///
/// # Errors
/// When the changes cannot be written as JSON.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (Some(old), Some(new)) = (load(&arguments.old)?, load(&arguments.new)?) else {
        return Ok(ExitCode::from(2));
    };
    let today = arguments.today.unwrap_or_else(|| {
        let now = jiff::Timestamp::now();
        now.to_zoned(jiff::tz::TimeZone::UTC).date()
    });
    let mut changes = spec::diff::compare(&old.api, &new.api, today);
    changes.sort_by_key(|change| std::cmp::Reverse(change.level));
    match arguments.format {
        Format::Text => text(&changes, &old, &new),
        Format::Json => json_lines(&changes, &old, &new)?,
        Format::Markdown => markdown(&changes, &old, &new),
    }
    let least = match arguments.fail_on {
        FailOn::Error => Level::Error,
        FailOn::Warn => Level::Warning,
    };
    let breaks = changes.iter().any(|change| change.level >= least);
    Ok(ExitCode::from(u8::from(breaks)))
}

/// Reads one side; `None` where it cannot be used, which has then been said.
fn load(path: &Path) -> Result<Option<Side>> {
    let object = path.to_str().and_then(|path| path.strip_prefix("git:"));
    let Loaded {
        api,
        diagnostics,
        documents,
    } = match object {
        Some(object) => spec::load_text(object, committed(object)?),
        None => spec::load(path),
    };
    if api.is_none() {
        report::diagnostics(&diagnostics, &documents.sources, true);
    }
    Ok(api.map(|api| Side { api, documents }))
}

/// A file as it was committed, by its revision and path. It cannot refer to other files.
fn committed(object: &str) -> Result<String> {
    let output = Command::new("git")
        .args(["show", "--no-ext-diff", "--end-of-options", object])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start git")?;
    anyhow::ensure!(
        output.status.success(),
        "git has no `{}`",
        printable(object)
    );
    String::from_utf8(output.stdout).context("the committed file is not UTF-8")
}

impl Side {
    fn locate(&self, span: Option<Span>) -> Option<String> {
        let span = self.documents.point_at(span?);
        Some(self.documents.sources.locate(span).to_string())
    }
}

const fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "info",
    }
}

fn text(changes: &[Change], old: &Side, new: &Side) {
    for change in changes {
        let (at, text) = (printable(&change.at), printable(&change.text));
        anstream::println!("{}[{}]: {at}: {text}", level(change.level), change.rule);
        for (name, place) in [
            ("old", old.locate(change.old)),
            ("new", new.locate(change.new)),
        ] {
            if let Some(place) = place {
                anstream::println!("  {name} --> {}", printable(&place));
            }
        }
    }
    let count = |wanted| {
        changes
            .iter()
            .filter(|change| change.level == wanted)
            .count()
    };
    anstream::println!(
        "{}, {}, {}",
        report::plural(count(Level::Error), "error"),
        report::plural(count(Level::Warning), "warning"),
        report::plural(count(Level::Info), "harmless change"),
    );
}

fn json_lines(changes: &[Change], old: &Side, new: &Side) -> Result<()> {
    let list: Vec<_> = changes
        .iter()
        .map(|change| {
            json!({
                "rule": change.rule,
                "level": change.level,
                "operation": change.operation,
                "at": change.at,
                "text": change.text,
                "old": old.locate(change.old),
                "new": new.locate(change.new),
            })
        })
        .collect();
    anstream::println!("{}", serde_json::to_string_pretty(&list)?);
    Ok(())
}

fn markdown(changes: &[Change], old: &Side, new: &Side) {
    anstream::println!("| level | rule | where | what | old | new |\n|---|---|---|---|---|---|");
    for change in changes {
        let cells = [
            level(change.level).to_owned(),
            change.rule.to_owned(),
            change.at.clone(),
            change.text.clone(),
            old.locate(change.old).unwrap_or_default(),
            new.locate(change.new).unwrap_or_default(),
        ];
        let cells: Vec<_> = cells.iter().map(|cell| cell_text(cell)).collect();
        anstream::println!("| {} |", cells.join(" | "));
    }
}

/// A description's own strings must not become markup.
fn cell_text(text: &str) -> String {
    let mut cell = String::new();
    for character in printable(text).chars() {
        match character {
            '&' => cell.push_str("&amp;"),
            '<' => cell.push_str("&lt;"),
            '>' => cell.push_str("&gt;"),
            '|' | '*' | '_' | '[' | ']' | '\\' | '#' | '!' | '~' => {
                cell.push('\\');
                cell.push(character);
            }
            '`' => cell.push('\''),
            other => cell.push(other),
        }
    }
    cell
}

/// A description's own strings must not steer the terminal.
fn printable(text: &str) -> String {
    let visible = |character: char| match character {
        other if other.is_control() => char::REPLACEMENT_CHARACTER,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        other => other,
    };
    text.chars().map(visible).collect()
}
