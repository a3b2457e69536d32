//! The closing summary for a terminal. Its last line is the verdict.

use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};

use super::cause::{Cause, causes, tally};
use super::fold::{self, Folded};
use super::markdown::not_exercised;
use super::model::{Level, Report, Verdict};
use super::text::{SHOWN, counted, cut, line, millis, place, when};
use super::wrap::wrap;

/// The maximum number of columns of a line, except for command lines and addresses.
pub const WIDTH: usize = 100;

/// A narrower terminal wraps the lines itself.
const NARROWEST: usize = 40;

/// The column in which the texts of fields begin.
const NAMES: usize = 15;

/// The maximum number of causes of one level that are shown in full; the report has all of them.
const MOST_CAUSES: usize = 20;

/// The maximum number of characters of a command line that are shown.
const LONGEST_COMMAND: usize = 1_500;

/// The number of missing inputs that are listed for a certificate.
const MOST_MISSING: usize = 40;

/// How many entries any other list has.
const MOST: usize = 8;

const PLAIN: Style = Style::new();
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Returns the summary, with styles, which `anstream` removes if they are not wanted. Text from a
/// server is shown without styles. `folder` is where the evidence is.
#[must_use]
pub fn render(report: &Report, folder: Option<&Path>) -> String {
    render_within(report, folder, WIDTH)
}

/// Returns the summary for a number of columns.
#[must_use]
pub fn render_within(report: &Report, folder: Option<&Path>, width: usize) -> String {
    let mut page = Page {
        text: String::new(),
        width: width.clamp(NARROWEST, WIDTH),
    };
    target(&mut page, report);
    if let Some(why) = report.counts.proves_little() {
        page.heading(AnsiColor::Yellow.on_default(), "This run proves little");
        page.styled(PLAIN, 2, &why);
    }
    for level in Level::ALL {
        group(&mut page, report, level, folder);
    }
    page.list("Not exercised", &not_exercised(report));
    sunsets(&mut page, report);
    let drift = fold::drift(report);
    let drift: Vec<_> = drift.iter().map(Folded::line).collect();
    page.list("Not in the description", &drift);
    page.list(
        "Not sent, to change nothing that the run has not created",
        &fold::withheld(report),
    );
    page.list("Left behind", &fold::leftovers(report));
    page.list("Notes", &report.notes);
    certificate(&mut page, report);
    counts(&mut page, report);
    if let Some(first) = report.findings.first() {
        let text = format!(
            "`conformance explain {}` tells what a check means",
            first.check
        );
        page.field("help", &text);
    }
    if let Some(folder) = folder {
        let file = folder.join("report.html");
        page.field("report", &file.display().to_string());
    }
    page.text.push('\n');
    page.styled(verdict_style(report.verdict), 0, &report.verdict_line());
    page.text
}

/// Writes the summary to standard output, with styles if it is a terminal that supports them.
///
/// # Errors
/// Returns an error if standard output cannot be written to, for example because its reader has
/// closed it.
pub fn print(report: &Report, folder: Option<&Path>) -> std::io::Result<()> {
    use std::io::Write as _;
    let width = console::Term::stdout().size_checked();
    let width = width.map_or(WIDTH, |(_, columns)| usize::from(columns));
    anstream::stdout().write_all(render_within(report, folder, width).as_bytes())
}

struct Page {
    text: String,
    /// How many columns a row has.
    width: usize,
}

impl Page {
    /// Adds a text in one style, wrapped.
    fn styled(&mut self, style: Style, indent: usize, text: &str) {
        for row in wrap(&line(text), self.width.saturating_sub(indent)) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(self.text, "{:indent$}{style}{row}{style:#}", "");
        }
    }

    fn heading(&mut self, style: Style, text: &str) {
        self.text.push('\n');
        self.styled(style.bold(), 0, text);
    }

    /// Adds a name and a text, the text in a separate column.
    fn field(&mut self, name: &str, text: &str) {
        let rows = wrap(&cut(&line(text), SHOWN), self.width.saturating_sub(NAMES));
        for (index, row) in rows.iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let _ = writeln!(self.text, "    {DIM}{name:<11}{DIM:#}{row}");
        }
    }

    /// Adds a text that is not wrapped, so that it can be copied.
    fn unwrapped(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.text, "    {DIM}{name:<11}{DIM:#}{}", line(text));
    }

    fn list(&mut self, heading: &str, entries: &[String]) {
        if entries.is_empty() {
            return;
        }
        self.heading(PLAIN, heading);
        self.entries(entries, MOST);
    }

    /// Adds the first of some entries, and how many more there are. A continued line is indented.
    fn entries(&mut self, entries: &[String], most: usize) {
        for entry in entries.iter().take(most) {
            let rows = wrap(&cut(&line(entry), SHOWN), self.width.saturating_sub(4));
            for (index, row) in rows.iter().enumerate() {
                let indent = if index == 0 { 2 } else { 4 };
                let _ = writeln!(self.text, "{:indent$}{row}", "");
            }
        }
        let more = entries.len().saturating_sub(most);
        if more > 0 {
            self.styled(DIM, 2, &format!("and {more} more"));
        }
    }
}

fn target(page: &mut Page, report: &Report) {
    let target = &report.target;
    page.heading(PLAIN, &format!("{} {}", target.title, target.version));
    page.field("at", &target.base_url);
    page.field("against", &target.description);
    let writes = if target.writes {
        "reads and writes"
    } else {
        "reads only"
    };
    let strict = if target.strict { ", strict" } else { "" };
    let shard = report.shard;
    let shard = shard.map(|one| format!(", shard {} of {}", one.index, one.count));
    let shard = shard.unwrap_or_default();
    page.field(
        "mode",
        &format!("{writes}{strict}, seed {}{shard}", report.seed),
    );
}

const fn level_style(level: Level) -> Style {
    let color = match level {
        Level::Violation => AnsiColor::Red,
        Level::Assumed => AnsiColor::Magenta,
        Level::Warning => AnsiColor::Yellow,
        Level::Info => AnsiColor::Cyan,
        Level::Accepted => return DIM,
    };
    color.on_default()
}

const fn verdict_style(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::Conforms => AnsiColor::Green,
        Verdict::Violates => AnsiColor::Red,
        Verdict::Insufficient | Verdict::Unreachable => AnsiColor::Yellow,
    };
    color.on_default().bold()
}

const fn heading_of(level: Level) -> &'static str {
    match level {
        Level::Violation => "Violations",
        Level::Assumed => "Assumed",
        Level::Warning => "Warnings",
        Level::Info => "Info",
        Level::Accepted => "Accepted",
    }
}

fn group(page: &mut Page, report: &Report, level: Level, folder: Option<&Path>) {
    let causes = causes(report).into_iter();
    let causes: Vec<_> = causes.filter(|one| one.first.level == level).collect();
    if causes.is_empty() {
        return;
    }
    let title = format!(
        "{} ({}): {}",
        heading_of(level),
        causes.len(),
        level.meaning()
    );
    page.heading(level_style(level), &title);
    for cause in causes.iter().take(MOST_CAUSES) {
        // Findings that need no action take one line.
        if matches!(level, Level::Info | Level::Accepted) {
            brief(page, cause);
        } else {
            in_full(page, cause, folder);
        }
    }
    let more = causes.len().saturating_sub(MOST_CAUSES);
    if more > 0 {
        page.styled(DIM, 2, &format!("and {more} more in the report"));
    }
}

fn head(cause: &Cause<'_>) -> String {
    let scope = match cause.scope() {
        none if none.is_empty() => none,
        scope => format!("{scope}: "),
    };
    cut(&line(&format!("{scope}{}", cause.title())), SHOWN)
}

fn brief(page: &mut Page, cause: &Cause<'_>) {
    let finding = cause.first;
    let accepted = finding.accepted.as_ref();
    let accepted = accepted.map(|why| format!(" ({})", cut(&line(why), SHOWN)));
    let accepted = accepted.unwrap_or_default();
    page.styled(
        PLAIN,
        2,
        &format!("{}{accepted} [{}]", head(cause), finding.requirement),
    );
}

fn in_full(page: &mut Page, cause: &Cause<'_>, folder: Option<&Path>) {
    let finding = cause.first;
    page.text.push('\n');
    page.styled(BOLD, 2, &head(cause));
    let names = cause.names();
    if !names.is_empty() {
        page.field("on", &names);
    }
    page.field(
        "rule",
        &format!(
            "{}, {} ({})",
            finding.check, finding.requirement, finding.source
        ),
    );
    page.field("expected", &finding.expected);
    let pointer = finding.pointer.as_ref();
    let pointer = pointer
        .map(|at| format!(" (at {})", line(at)))
        .unwrap_or_default();
    page.field(
        "actual",
        &format!("{}{pointer}", cut(&line(&finding.actual), SHOWN)),
    );
    if cause.count() > 1 {
        let places = match cause.others.len() as u64 {
            0 => String::new(),
            others => format!(" in {} findings", others + 1),
        };
        let times = counted(cause.count(), "time", "times");
        page.field("seen", &format!("{times}{places}"));
    }
    if let Some(at) = &finding.place {
        page.unwrapped("described", &place(at));
    }
    if let Some(help) = &finding.help {
        page.field("help", help);
    }
    if let Some(last) = finding.evidence.last() {
        command(page, &last.curl);
    }
    if let Some(replay) = &finding.replay {
        let file = folder.map_or_else(|| replay.into(), |folder| folder.join(replay));
        page.unwrapped("evidence", &file.display().to_string());
    }
}

/// Adds a command line to copy. One whose text had to be escaped would not work, so it is left out.
fn command(page: &mut Page, curl: &str) {
    let rows = curl.split("\\\n").map(str::trim);
    let curl = rows.collect::<Vec<_>>().join(" ");
    page.unwrapped("try", &cut(&curl, LONGEST_COMMAND));
    if line(&curl) != curl || curl.chars().nth(LONGEST_COMMAND).is_some() {
        page.field("", "(escaped or cut; the evidence has it whole)");
    }
}

fn certificate(page: &mut Page, report: &Report) {
    let Some(certificate) = &report.certificate else {
        return;
    };
    page.heading(PLAIN, "Certificate");
    page.styled(PLAIN, 2, &certificate.line());
    page.entries(&certificate.missing, MOST_MISSING);
}

fn sunsets(page: &mut Page, report: &Report) {
    let sunsets = report.sunsets.iter();
    let sunsets: Vec<_> = sunsets
        .map(|one| format!("{}: {}", one.operation, when(one)))
        .collect();
    page.list("Announced ends", &sunsets);
}

fn counts(page: &mut Page, report: &Report) {
    let counts = &report.counts;
    page.heading(PLAIN, "In numbers");
    let requests = counted(counts.requests, "request", "requests");
    let time = millis(report.duration_ms);
    page.field(
        "requests",
        &format!(
            "{requests} in {time}, {} without an answer",
            counts.failures
        ),
    );
    let exercised = report.coverage.iter().filter(|one| one.is_exercised());
    let operations = format!("{} of {} asked", exercised.count(), report.coverage.len());
    page.field("operations", &operations);
    let checks = format!(
        "{} passed, {} failed, {} skipped, {} inconclusive",
        counts.passed, counts.failed, counts.skipped, counts.inconclusive
    );
    page.field("checks", &checks);
    let found = Level::ALL.into_iter().map(|level| {
        let count = counts.findings.get(&level).copied().unwrap_or(0);
        format!("{count} {}", level.as_str())
    });
    page.field("findings", &found.collect::<Vec<_>>().join(", "));
    let causes: usize = tally(report).values().sum();
    if causes < report.findings.len() {
        page.field("causes", &counted(causes as u64, "cause", "causes"));
    }
    if !report.drift.is_empty() {
        let places = counted(report.drift.len() as u64, "place", "places");
        page.field("drift", &format!("in {places} of the description"));
    }
}
