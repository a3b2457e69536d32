//! Messages of the commands as data: the lines of `--message-format json`, from which annotations
//! and SARIF results are created.

mod reporter;

use std::fmt::Write as _;

use messages::{Level, Message, Place, fingerprint, relative};
use serde::Serialize;
use spec::{Diagnostic, Severity, Sources, Span};

pub use self::reporter::Reporter;

/// A line of `--message-format json`.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a line is written soon after it is made"
)]
pub enum Line {
    /// There is a problem in a description.
    Diagnostic(DiagnosticLine),
    /// Two descriptions differ.
    Change(ChangeLine),
    /// A generated file is stale, or was.
    File(FileLine),
    /// The command could not do its work.
    Failure(FailureLine),
    /// How the command ended; always the last line.
    Summary(SummaryLine),
}

/// A problem in a description.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticLine {
    /// The code; `explain` prints its explanation.
    pub code: String,
    /// Whether the description can be used anyway.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The place.
    pub place: Place,
    /// What was expected at this place.
    pub label: Option<String>,
    /// How to fix it.
    pub help: Option<String>,
    /// Another place that is related to it.
    pub related: Option<Related>,
    /// Further places with the same diagnostic.
    pub also: Vec<Place>,
}

/// Another place, and its relation to a diagnostic.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Related {
    /// The place.
    pub place: Place,
    /// What the place has to do with the diagnostic.
    pub label: String,
}

/// A difference between two descriptions.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeLine {
    /// The rule; `explain` prints its explanation.
    pub rule: String,
    /// Whether it breaks clients of the old description.
    pub level: spec::diff::Level,
    /// The part of the interface that changed.
    pub category: spec::diff::Category,
    /// The direction in which the changed value travels; null if the change is not about a value.
    pub way: Option<spec::diff::Way>,
    /// The first operation in which it was found, by its id; null for the API as a whole.
    pub operation: Option<String>,
    /// The method of that operation.
    pub method: Option<String>,
    /// The path of that operation.
    pub path: Option<String>,
    /// The status of the response in which it was first found.
    pub status: Option<String>,
    /// All operations that it affects, by their ids.
    pub operations: Vec<String>,
    /// What changed, such as `listOffers response 200 /items/*/status`.
    pub at: String,
    /// How it changed.
    pub message: String,
    /// Its place in the old description.
    pub old: Option<Place>,
    /// Its place in the new description.
    pub new: Option<Place>,
    /// The JSON Pointer (RFC 6901) to it, within its file of the old description.
    pub old_pointer: Option<String>,
    /// The same in the new description.
    pub new_pointer: Option<String>,
    /// Its id in a file of accepted changes. Edits elsewhere do not change it.
    pub fingerprint: String,
    /// Until when it is accepted, and why.
    pub accepted: Option<String>,
    /// Why it does not count as a break, if it would be one.
    pub excuse: Option<String>,
    /// Whether programs that use a generated SDK may no longer compile.
    pub retypes: bool,
    /// Whether servers that are built on generated stubs may no longer compile.
    pub rebuilds: bool,
    /// The affected clients; null if no clients were given.
    pub hits: Option<Vec<String>>,
    /// The new description, for annotations without another place.
    #[serde(skip)]
    pub file: String,
}

/// A generated file that is stale, or was.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileLine {
    /// The file, relative to the working directory if it is below that.
    pub file: String,
    /// The change that is needed, or was made.
    pub change: FileChange,
    /// Whether it was made; false for `check` and a dry run.
    pub done: bool,
    /// Whether the file was edited after its generation.
    pub edited: bool,
}

/// The change of a generated file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileChange {
    /// It is missing.
    Create,
    /// Its content differs.
    Update,
    /// It is not generated from the description any more.
    Remove,
}

/// The command could not do its work.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailureLine {
    /// The reason.
    pub message: String,
}

/// How a command ended.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryLine {
    /// The command: `generate`, `check` or `diff`.
    pub command: String,
    /// The exit code.
    pub exit_code: u8,
    /// How many diagnostics or changes are errors.
    pub errors: usize,
    /// How many are warnings.
    pub warnings: usize,
    /// How many changes are harmless.
    pub infos: usize,
    /// How many generated files differ, or differed.
    pub files: usize,
}

/// The code of stale files.
pub const STALE: &str = "stale-file";

impl Line {
    /// Returns a diagnostic about a description.
    #[must_use]
    pub fn diagnostic(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let place = |span| place(span, sources);
        let related = diagnostic.related.as_ref();
        Self::Diagnostic(DiagnosticLine {
            code: diagnostic.code.as_str().to_owned(),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            place: place(diagnostic.span),
            label: diagnostic.label.clone(),
            help: diagnostic.help.clone(),
            related: related.map(|(span, label)| Related {
                place: place(*span),
                label: label.clone(),
            }),
            also: diagnostic.also.iter().map(|span| place(*span)).collect(),
        })
    }

    /// Returns the message with its level; a summary has none.
    fn message(&self) -> Option<Message> {
        match self {
            Self::Diagnostic(line) => Some(line.message()),
            Self::Change(line) => Some(line.message()),
            Self::File(line) => line.message(),
            Self::Failure(_) | Self::Summary(_) => None,
        }
    }
}

impl Line {
    /// Returns whether it is a harmless change. Code hosts show few annotations, which are better
    /// used for the others.
    fn is_harmless(&self) -> bool {
        matches!(self, Self::Change(line) if line.level == spec::diff::Level::Info)
    }

    /// Returns until when it is accepted, and why.
    fn accepted(&self) -> Option<&str> {
        match self {
            Self::Change(line) => line.accepted.as_deref(),
            _ => None,
        }
    }
}

impl DiagnosticLine {
    fn message(&self) -> Message {
        let details = [&self.label, &self.help].into_iter().flatten();
        let text = std::iter::once(&self.message).chain(details);
        let also = self.also.iter().map(|place| (place, "the same here"));
        let related = self.related.iter().map(|one| (&one.place, &*one.label));
        let related = related.chain(also);
        Message {
            id: self.code.clone(),
            level: match self.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            },
            text: text.map(String::as_str).collect::<Vec<_>>().join("\n"),
            place: Some(self.place.clone()),
            related: related
                .map(|(place, label)| (place.clone(), label.to_owned()))
                .collect(),
            fingerprint: fingerprint(&[&self.code, &self.place.file, &self.message]),
        }
    }
}

impl ChangeLine {
    fn message(&self) -> Message {
        let new = self.new.clone();
        let old = self.old.iter();
        Message {
            id: self.rule.clone(),
            level: match self.level {
                _ if self.accepted.is_some() => Level::Note,
                spec::diff::Level::Error => Level::Error,
                spec::diff::Level::Warning => Level::Warning,
                spec::diff::Level::Info => Level::Note,
            },
            text: self.text(),
            // A removed part has no place in the new description.
            place: Some(new.unwrap_or_else(|| Place::start_of(&self.file))),
            related: old
                .map(|place| (place.clone(), "in the old description".to_owned()))
                .collect(),
            fingerprint: self.fingerprint.clone(),
        }
    }

    /// Returns the message, and what it affects.
    fn text(&self) -> String {
        let mut text = format!("{}: {}", self.at, self.message);
        if self.operations.len() > 1 {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "\nreaches {} operations", self.operations.len());
        }
        if let Some(clients) = self.hits.as_ref().filter(|all| !all.is_empty()) {
            let _ = write!(text, "\nhits {}", clients.join(", "));
        }
        if self.retypes && self.level < spec::diff::Level::Error {
            text.push_str("\nprograms that use a generated SDK may no longer compile");
        } else if self.rebuilds && self.level < spec::diff::Level::Error {
            text.push_str("\nservers that use generated stubs may no longer compile");
        }
        if let Some(accepted) = &self.accepted {
            let _ = write!(text, "\naccepted {accepted}");
        }
        text
    }
}

impl FileLine {
    /// Returns the message about the file; `None` if it needs no attention.
    fn message(&self) -> Option<Message> {
        let text = match self.change {
            FileChange::Create => "is missing",
            FileChange::Update if self.edited => "was edited after it had been generated",
            FileChange::Update => "is out of date",
            FileChange::Remove => "is not generated any more",
        };
        (!self.done).then(|| Message {
            id: STALE.to_owned(),
            level: Level::Error,
            text: format!("{} {text}", self.file),
            place: Some(Place::start_of(&self.file)),
            related: Vec::new(),
            fingerprint: fingerprint(&[STALE, &self.file]),
        })
    }
}

/// Converts a place for machines.
pub(crate) fn place(span: Span, sources: &Sources) -> Place {
    let start = sources.locate(span);
    let (line, column) = sources.end_of(span);
    Place::at(file(&start.path), start.line, start.column).to(line, column)
}

/// Returns the file in a name: of `REVISION:PATH`, which Git resolves, the path.
pub(crate) fn file(name: &str) -> String {
    let committed = name.split_once(':').filter(|(revision, path)| {
        let is_drive = revision.len() == 1 && cfg!(windows);
        !is_drive && !path.is_empty() && !std::path::Path::new(name).exists()
    });
    relative(committed.map_or(name, |(_, path)| path))
}
