//! Compares two descriptions.

mod accept;
mod alike;
mod consumers;
#[cfg(feature = "counterexamples")]
mod explain;
mod finding;
mod git;
mod html;
mod input;
mod json;
mod junit;
mod markdown;
mod policy;
#[cfg(feature = "counterexamples")]
mod programs;
mod report;
mod rules;
mod side;
mod text;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use jiff::civil::Date;
use spec::diff::{Change, Level};
use spec::{Api, Diagnostics, Reading};

use messages::text::line;
use messages::{MessageFormat, accepted, consumer};

use crate::message::Reporter;
use crate::{Home, Select};

use self::report::Report;
use self::side::Side;

/// Compare two descriptions, and report what breaks clients of the old one.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 nothing breaks, 1 something does, 2 a description that cannot \
                  be used, or wrong usage.\n\nOLD and NEW are files, git:REVISION:PATH, or - for standard input. What the service promises \
                  beyond its description (versions, notice, levels of rules) is in diff.yaml \
                  beside NEW."
)]
pub struct Arguments {
    /// The description that is in use: a file, `git:REVISION:PATH`, or `-` for standard input.
    #[arg(value_name = "OLD", required_unless_present = "rules")]
    old: Option<PathBuf>,
    /// The new description, in the same forms.
    #[arg(value_name = "NEW", required_unless_present = "rules")]
    new: Option<PathBuf>,
    /// A folder around both descriptions that references may lead to, such as `../shared.yaml`; for
    /// a revision, a path from the top of the repository.
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
    /// Multiply the default limits on the size and cost of each description by this factor, such as
    /// 4.
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    budget: u32,
    #[command(flatten)]
    select: Select,
    /// The format of the changes: for people, as one JSON list, as a comment on a pull request, as
    /// one HTML page, or as tests. For annotations and SARIF, use `--message-format`.
    #[arg(long, default_value = "text", conflicts_with = "message_format")]
    format: Format,
    /// How the changes are reported: `human` is `--format text`. With any other, standard output is
    /// for machines.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,
    /// The level from which on a change counts as breaking.
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    fail_on: FailOn,
    /// Count parts that could not be compared as warnings.
    #[arg(long)]
    allow_uncompared: bool,
    /// What the service promises in addition to its description [default: diff.yaml next to NEW]
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// A TOML file with changes that are accepted until a date: `[[finding]]` with `id`, `until` and
    /// `why`.
    #[arg(long, value_name = "FILE")]
    accept: Option<PathBuf>,
    /// Report which clients each change affects, from the files that `conformance tolerance
    /// --needs` has written.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    consumers: Vec<PathBuf>,
    /// Show a counterexample for each breaking change: a request or a response, generated from the
    /// schemas. For changes that give SDKs other types, show program lines that may no longer
    /// compile. Every `--format` except `junit` has both.
    #[arg(long, conflicts_with = "message_format")]
    explain: bool,
    /// List every rule with its level and meaning, and compare nothing.
    #[arg(long, exclusive = true)]
    rules: bool,
    /// The day that sunsets and acceptances are measured from [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    today: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
    Html,
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warn,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a description cannot be read, or the changes cannot be written.
pub fn run(arguments: &Arguments, home: &Home) -> Result<ExitCode> {
    if arguments.rules {
        print(&rules::render())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut reporter = Reporter::new(arguments.message_format, "diff", home);
    let outcome = work(arguments, home, &mut reporter);
    reporter.end(outcome)
}

/// Compares the descriptions. Returns the exit code.
fn work(arguments: &Arguments, home: &Home, reporter: &mut Reporter<'_>) -> Result<u8> {
    let (Some(old), Some(new)) = (&arguments.old, &arguments.new) else {
        anyhow::bail!("two descriptions are needed");
    };
    let today = arguments.today.unwrap_or_else(|| {
        let now = jiff::Timestamp::now();
        now.to_zoned(jiff::tz::TimeZone::UTC).date()
    });
    let policy = policy::read(arguments.policy.as_deref(), new, today)?;
    let accepted = arguments
        .accept
        .as_deref()
        .map(accepted::read)
        .transpose()?;
    let consumers = arguments.consumers.iter().map(|file| consumer::read(file));
    let consumers: Vec<_> = consumers.collect::<Result<_>>()?;
    anyhow::ensure!(
        !(input::is_standard_input(old) && input::is_standard_input(new)),
        "only one side can come from standard input"
    );
    let [loaded_old, loaded_new] = side::read_both([old, new], arguments)?;
    let old = Side::of(old, loaded_old, reporter);
    let new = Side::of(new, loaded_new, reporter);
    let (Some(old), Some(new)) = (old, new) else {
        return Ok(2);
    };
    arguments.select.check(&[&old.documents, &new.documents])?;
    let mut changes = spec::diff::compare(&old.api, &new.api, &policy);
    let mut lost = spec::diff::uncompared(&old.diagnostics, &new.diagnostics);
    if arguments.allow_uncompared {
        let documents = (&old.documents, &new.documents);
        spec::diff::allow_uncompared(&mut lost, &mut changes, documents);
    }
    changes.extend(lost);
    let mut report = Report::new(changes, &old, &new, arguments.fail_on.level());
    if let Some(accepted) = accepted {
        accept::apply(&accepted, &mut report, today);
    }
    if !consumers.is_empty() {
        consumers::apply(&consumers, &mut report);
    }
    #[cfg(feature = "counterexamples")]
    if arguments.explain {
        explain::explain(&mut report, &old, &new);
        programs::explain(&mut report, &old, &new);
    }
    #[cfg(not(feature = "counterexamples"))]
    anyhow::ensure!(
        !arguments.explain,
        "this program was built without the feature `counterexamples`, which `--explain` needs"
    );
    if reporter.is_human() {
        print(&arguments.format.render(&report, home)?)?;
    } else {
        let lines = report.findings.iter().map(|one| one.line(&report.file));
        lines.for_each(|line| reporter.push(line));
        for note in &report.notes {
            reporter.note(format_args!("note: {}", line(note)));
        }
    }
    Ok(u8::from(report.fails()))
}

/// Returns the changes since an old description; `None` if that cannot be used, which has been
/// reported.
pub(crate) fn since(
    old: &Path,
    (reading, most): (Reading<'_>, u64),
    (file, api, diagnostics): (Option<&Path>, &Api, &Diagnostics),
    reporter: &mut Reporter<'_>,
) -> Result<Option<Vec<Change>>> {
    let today = jiff::Timestamp::now();
    let today = today.to_zoned(jiff::tz::TimeZone::UTC).date();
    let policy = policy::read(None, file.unwrap_or(Path::new("-")), today)?;
    let loaded = input::read(old, None, reading, most)?;
    let Some(old) = Side::of(old, loaded, reporter) else {
        return Ok(None);
    };
    let mut changes = spec::diff::compare(&old.api, api, &policy);
    changes.extend(spec::diff::uncompared(&old.diagnostics, diagnostics));
    Ok(Some(changes))
}

impl Arguments {
    /// Returns whether counterexamples are requested.
    #[must_use]
    pub const fn explains(&self) -> bool {
        self.explain
    }
}

impl Format {
    fn render(self, report: &Report, home: &Home) -> Result<String> {
        match self {
            Self::Text => Ok(text::render(report, home)),
            Self::Json => json::render(report),
            Self::Markdown => Ok(markdown::render(report)),
            Self::Html => html::render(report),
            Self::Junit => junit::render(report),
        }
    }
}

impl FailOn {
    const fn level(self) -> Level {
        match self {
            Self::Error => Level::Error,
            Self::Warn => Level::Warning,
        }
    }
}

/// Returns the name of a level in messages.
pub(crate) const fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "info",
    }
}

fn print(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    let written = stdout.write_all(text.as_bytes());
    written
        .and_then(|()| stdout.flush())
        .context("cannot write standard output")
}
