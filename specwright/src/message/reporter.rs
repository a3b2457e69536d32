//! Collects the messages of a command, and prints them in the requested format.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use messages::{Level, MessageFormat, github, json, sarif};
use spec::{Diagnostics, Severity, Sources};

use super::{FailureLine, Line, SummaryLine};
use crate::{Home, explain, report};

/// The messages of a command.
#[derive(Debug)]
pub struct Reporter<'h> {
    format: MessageFormat,
    command: &'static str,
    home: &'h Home,
    lines: Vec<Line>,
}

impl<'h> Reporter<'h> {
    /// Creates a reporter for one run of a command.
    #[must_use]
    pub const fn new(format: MessageFormat, command: &'static str, home: &'h Home) -> Self {
        Self {
            format,
            command,
            home,
            lines: Vec::new(),
        }
    }

    /// Returns whether the output is for people.
    #[must_use]
    pub const fn is_human(&self) -> bool {
        !self.format.is_machine()
    }

    /// Reports the diagnostics about a description; with `quiet`, only errors.
    pub fn diagnostics(&mut self, diagnostics: &Diagnostics, sources: &Sources, quiet: bool) {
        if self.is_human() {
            return report::diagnostics(diagnostics, sources, quiet, self.home);
        }
        let mut sorted = diagnostics.sorted();
        sorted.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
        sorted.retain(|one| !quiet || one.severity == Severity::Error);
        let lines = sorted.iter().map(|one| Line::diagnostic(one, sources));
        self.lines.extend(lines);
    }

    /// Adds a line, for machines.
    pub fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Prints a note for people: on standard error if standard output is for a machine.
    pub fn note(&self, text: fmt::Arguments<'_>) {
        let text = messages::text::lines(&text.to_string());
        if self.is_human() {
            anstream::println!("{text}");
        } else {
            anstream::eprintln!("{text}");
        }
    }

    /// Ends the command: prints the collected messages, and returns the exit code.
    ///
    /// # Errors
    /// Returns the error of the command itself, or of writing to standard output.
    pub fn end(mut self, outcome: Result<u8>) -> Result<ExitCode> {
        if self.is_human() {
            return outcome.map(ExitCode::from);
        }
        let exit_code = outcome.as_ref().map_or(2, |code| *code);
        if let Err(error) = &outcome {
            let message = format!("{error:#}");
            self.lines.push(Line::Failure(FailureLine { message }));
        }
        self.lines.push(self.summary(exit_code));
        let text = match self.format {
            MessageFormat::Github => self.github(),
            MessageFormat::Sarif => self.sarif()?,
            MessageFormat::Json | MessageFormat::Human => self.json()?,
        };
        let mut stdout = std::io::stdout().lock();
        let written = stdout.write_all(text.as_bytes());
        written
            .and_then(|()| stdout.flush())
            .context("cannot write standard output")?;
        outcome.map(ExitCode::from)
    }

    fn summary(&self, exit_code: u8) -> Line {
        let messages = || self.lines.iter().filter_map(Line::message);
        let is_file = |line: &&Line| matches!(line, Line::File(_));
        let files = self.lines.iter().filter(is_file).count();
        let stale = self.lines.iter().filter(is_file);
        let stale = stale.filter(|line| line.message().is_some()).count();
        let count = |level| messages().filter(|one| one.level == level).count();
        Line::Summary(SummaryLine {
            command: self.command.to_owned(),
            exit_code,
            errors: count(Level::Error) - stale,
            warnings: count(Level::Warning),
            infos: count(Level::Note),
            files,
        })
    }

    fn json(&self) -> Result<String> {
        let lines = self.lines.iter().map(json::line);
        let mut text = String::new();
        for line in lines {
            text.push_str(&line.context("a message cannot be written as JSON")?);
            text.push('\n');
        }
        Ok(text)
    }

    /// GitHub shows only ten annotations of each level for a step, so changes come before what the
    /// reader reports about the descriptions.
    fn github(&self) -> String {
        let mut text = String::new();
        let (changes, others): (Vec<_>, Vec<_>) = self
            .lines
            .iter()
            .partition(|line| matches!(line, Line::Change(_)));
        for line in changes.into_iter().chain(others) {
            if let Line::Failure(failure) = line {
                text.push_str(&github::failure(self.home.command, &failure.message));
                text.push('\n');
            }
            if let Some(message) = line.message().filter(|_| !line.is_harmless()) {
                text.push_str(&github::annotation(&message));
                text.push('\n');
            }
        }
        text
    }

    fn sarif(&self) -> Result<String> {
        let mut run = sarif::Run::new("specwright", env!("CARGO_PKG_VERSION"));
        let messages: Vec<_> = self.lines.iter().filter_map(Line::message).collect();
        let rules: BTreeMap<_, _> = messages
            .iter()
            .map(|message| (message.id.as_str(), explain::find(&message.id)))
            .collect();
        for (id, explanation) in rules {
            run.rule(match explanation {
                Some(explanation) => sarif::Rule::explained(&explanation),
                None => sarif::Rule::new(id, id),
            });
        }
        for line in &self.lines {
            if let Some(message) = line.message() {
                let outcome = sarif::Outcome::of(&message, "message/v1");
                run.result(match line.accepted() {
                    Some(why) => outcome.accepted(why),
                    None => outcome,
                });
            }
        }
        for line in &self.lines {
            if let Line::Failure(failure) = line {
                run.fail(&failure.message);
            }
        }
        run.to_json().context("SARIF cannot be written")
    }
}
