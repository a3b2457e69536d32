//! Compares two descriptions.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use jiff::civil::Date;
use serde_json::json;
use spec::diff::{Change, Level};
use spec::{Api, Documents, Loaded, Span};

use messages::MessageFormat;
use messages::text::line;

use crate::message::{Line, Reporter};
use crate::{Home, report};

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
    /// How the changes are written for people, or as one JSON list.
    #[arg(long, default_value = "text", conflicts_with = "message_format")]
    format: Format,
    /// How the changes are reported: `human` is `--format text`. With any other, standard output is
    /// for machines.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,
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
/// When a description cannot be read, or the changes cannot be written.
pub fn run(arguments: &Arguments, home: &Home) -> Result<ExitCode> {
    let mut reporter = Reporter::new(arguments.message_format, "diff", home);
    let outcome = work(arguments, home, &mut reporter);
    reporter.end(outcome)
}

/// Compares; returns the exit code.
fn work(arguments: &Arguments, home: &Home, reporter: &mut Reporter<'_>) -> Result<u8> {
    let old = load(&arguments.old, reporter)?;
    let new = load(&arguments.new, reporter)?;
    let (Some(old), Some(new)) = (old, new) else {
        return Ok(2);
    };
    let today = arguments.today.unwrap_or_else(|| {
        let now = jiff::Timestamp::now();
        now.to_zoned(jiff::tz::TimeZone::UTC).date()
    });
    let mut changes = spec::diff::compare(&old.api, &new.api, today);
    changes.sort_by_key(|change| std::cmp::Reverse(change.level));
    match arguments.format {
        _ if !reporter.is_human() => {
            for change in &changes {
                reporter.push(Line::change(change, &old.documents, &new.documents));
            }
        }
        Format::Text => text(&changes, &old, &new, home),
        Format::Json => json_list(&changes, &old, &new)?,
        Format::Markdown => markdown(&changes, &old, &new),
    }
    let least = match arguments.fail_on {
        FailOn::Error => Level::Error,
        FailOn::Warn => Level::Warning,
    };
    let breaks = changes.iter().any(|change| change.level >= least);
    Ok(u8::from(breaks))
}

/// Reads one side; `None` where it cannot be used, which has then been reported.
fn load(path: &Path, reporter: &mut Reporter<'_>) -> Result<Option<Side>> {
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
        reporter.diagnostics(&diagnostics, &documents.sources, true);
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
    anyhow::ensure!(output.status.success(), "git has no `{}`", line(object));
    String::from_utf8(output.stdout).context("the committed file is not UTF-8")
}

impl Side {
    fn locate(&self, span: Option<Span>) -> Option<String> {
        let span = self.documents.point_at(span?);
        Some(self.documents.sources.locate(span).to_string())
    }
}

/// The level as messages name it.
pub(crate) const fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "info",
    }
}

fn text(changes: &[Change], old: &Side, new: &Side, home: &Home) {
    for change in changes {
        let (at, text) = (line(&change.at), line(&change.text));
        anstream::println!("{}[{}]: {at}: {text}", level(change.level), change.rule);
        for (name, place) in [
            ("old", old.locate(change.old)),
            ("new", new.locate(change.new)),
        ] {
            if let Some(place) = place {
                anstream::println!("  {name} --> {}", line(&place));
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
    if let Some(first) = changes.first() {
        let (command, rule) = (home.command, first.rule);
        anstream::println!("help: `{command} explain {rule}` tells what a rule means");
    }
}

fn json_list(changes: &[Change], old: &Side, new: &Side) -> Result<()> {
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
    let list = serde_json::to_string_pretty(&list)?;
    anstream::println!("{}", messages::json::escaped(&list));
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
    for character in line(text).chars() {
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
