//! Compares two descriptions.

mod policy;
mod show;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use jiff::civil::Date;
use spec::diff::Level;
use spec::{Api, Budget, Code, Diagnostics, Documents, Loaded, Span};

use messages::MessageFormat;
use messages::text::line;

use crate::Home;
use crate::message::{Line, Reporter};

pub(crate) use self::show::level;

/// Compare two descriptions, and say what breaks those who use the old one.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 nothing breaks, 1 something does, 2 a description that cannot \
                  be used, or wrong usage.\n\nOLD and NEW are files, or git:REVISION:PATH. What the service promises \
                  beyond its description (versions, notice, levels of rules) is in diff.yaml \
                  beside NEW."
)]
pub struct Arguments {
    /// The description that is in use: a file, or `git:REVISION:PATH`.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The description that is to follow it, in the same way.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Let each description cost so many times what it may by default, such as 4.
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    budget: u32,
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
    /// Let parts that could not be compared count as warnings.
    #[arg(long)]
    allow_uncompared: bool,
    /// What the service promises beyond its description [default: diff.yaml beside NEW]
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
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
    diagnostics: Diagnostics,
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
    let old = load(&arguments.old, Budget::times(arguments.budget), reporter)?;
    let new = load(&arguments.new, Budget::times(arguments.budget), reporter)?;
    let (Some(old), Some(new)) = (old, new) else {
        return Ok(2);
    };
    let today = arguments.today.unwrap_or_else(|| {
        let now = jiff::Timestamp::now();
        now.to_zoned(jiff::tz::TimeZone::UTC).date()
    });
    let policy = policy::read(arguments, today)?;
    let mut changes = spec::diff::compare(&old.api, &new.api, &policy);
    for mut change in spec::diff::uncompared(&old.diagnostics, &new.diagnostics) {
        if arguments.allow_uncompared {
            change.level = Level::Warning;
        }
        changes.push(change);
    }
    changes.sort_by_key(|change| std::cmp::Reverse(change.level));
    match arguments.format {
        _ if !reporter.is_human() => {
            for change in &changes {
                reporter.push(Line::change(change, &old.documents, &new.documents));
            }
        }
        Format::Text => show::text(&changes, &old, &new, home),
        Format::Json => show::json_list(&changes, &old, &new)?,
        Format::Markdown => show::markdown(&changes, &old, &new),
    }
    let least = match arguments.fail_on {
        FailOn::Error => Level::Error,
        FailOn::Warn => Level::Warning,
    };
    let breaks = changes.iter().any(|change| change.level >= least);
    Ok(u8::from(breaks))
}

/// Reads one side; `None` where it cannot be used, which has then been reported.
fn load(path: &Path, budget: Budget, reporter: &mut Reporter<'_>) -> Result<Option<Side>> {
    let object = path.to_str().and_then(|path| path.strip_prefix("git:"));
    let Loaded {
        api,
        mut diagnostics,
        documents,
    } = match object {
        Some(object) => spec::load_text_within(object, committed(object)?, &[], budget),
        None => spec::load_within(path, &[], budget),
    };
    // What a reference does not lead to cannot be compared with anything.
    for code in [Code::UnresolvedReference, Code::ForbiddenReference] {
        diagnostics.refuse(code);
    }
    reporter.diagnostics(&diagnostics, &documents.sources, false);
    let api = api.filter(|_| !diagnostics.has_errors());
    Ok(api.map(|api| Side {
        api,
        diagnostics,
        documents,
    }))
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
