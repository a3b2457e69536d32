//! A change with its places, for all formats.

use messages::Place;
use messages::text::cut;
use spec::diff::{Change, Level};
use spec::{Documents, Span};

use super::side::Side;
use crate::message::{ChangeLine, Line, place};

/// A change, where it is, and whether it is accepted.
pub(super) struct Finding {
    pub(super) change: Change,
    /// Its id in the file of accepted findings.
    pub(super) fingerprint: String,
    pub(super) old: Option<Spot>,
    pub(super) new: Option<Spot>,
    /// Until when it is accepted, and why.
    pub(super) accepted: Option<String>,
    /// The affected clients, if clients were given.
    pub(super) hits: Option<Vec<String>>,
    /// A proof that it breaks, if that was requested.
    pub(super) counterexample: Option<Counterexample>,
    /// Program lines that may no longer compile, if that was requested.
    pub(super) programs: Vec<Program>,
}

/// A line of a program that may no longer compile.
pub(super) struct Program {
    /// The name of the language for people.
    pub(super) language: &'static str,
    /// The line, which uses a symbol of the old SDK.
    pub(super) line: String,
}

impl Program {
    /// Returns the line with its language.
    pub(super) fn shown(&self) -> String {
        let line = cut(&self.line, LONGEST);
        format!("may no longer compile in {}: {line}", self.language)
    }
}

/// A proof that a change breaks.
#[cfg_attr(
    not(feature = "counterexamples"),
    expect(dead_code, reason = "there is nothing that finds one")
)]
pub(super) enum Counterexample {
    /// A request or a response.
    Found(Shown),
    /// No sample shows it.
    None,
    /// It concerns no value: an SDK's names, credentials, promises.
    NotAValue,
}

/// A request or a response that shows a break.
pub(super) struct Shown {
    /// Its operation and direction, such as `POST /things request application/json`.
    pub(super) place: String,
    /// What happens to it.
    pub(super) what: String,
    /// The value, as JSON, if there is one.
    pub(super) value: Option<String>,
    /// What is wrong with the value at its receiver.
    pub(super) why: Option<String>,
}

impl Counterexample {
    /// Returns the counterexample as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        let found = match self {
            Self::Found(found) => found,
            Self::None => return vec!["no counterexample among the samples".to_owned()],
            Self::NotAValue => return vec![NOT_A_VALUE.to_owned()],
        };
        let first = format!("counterexample: {} {}", found.place, found.what);
        let value = found.value.as_ref().map(|value| cut(value, LONGEST));
        let why = found.why.as_ref().map(|why| cut(why, LONGEST));
        std::iter::once(first).chain(value).chain(why).collect()
    }
}

/// The explanation of a change that no request or response can show.
const NOT_A_VALUE: &str = "concerns no value";

/// The effect of a change of types in SDKs.
const RETYPED: &str = "programs that use a generated SDK may no longer compile";

/// The maximum number of characters of a value that are shown.
const LONGEST: usize = 600;

/// A place in a description.
pub(super) struct Spot {
    pub(super) place: Place,
    /// The JSON Pointer (RFC 6901) within the file.
    pub(super) pointer: String,
}

impl Spot {
    fn at(span: Option<Span>, documents: &Documents) -> Option<Self> {
        let span = span?;
        Some(Self {
            place: place(documents.point_at(span), &documents.sources),
            pointer: documents.pointer_to(span),
        })
    }

    /// Formats it as compilers do: `file:line:column`.
    pub(super) fn shown(&self) -> String {
        let Place {
            file, line, column, ..
        } = &self.place;
        format!("{file}:{line}:{column}")
    }

    /// Formats it without the file if that is the one with a name that the reader knows.
    pub(super) fn shown_beside(&self, known: &str) -> String {
        let Place {
            file, line, column, ..
        } = &self.place;
        if file == known {
            format!("{line}:{column}")
        } else {
            self.shown()
        }
    }
}

impl Finding {
    pub(super) fn new(change: Change, old: &Side, new: &Side) -> Self {
        Self {
            fingerprint: change.fingerprint(&old.documents, &new.documents),
            old: Spot::at(change.old, &old.documents),
            new: Spot::at(change.new, &new.documents),
            accepted: None,
            hits: None,
            counterexample: None,
            programs: Vec::new(),
            change,
        }
    }

    /// Returns whether it has at least a level, and is not accepted.
    pub(super) fn counts(&self, least: Level) -> bool {
        self.accepted.is_none() && self.change.level >= least
    }

    /// Returns the names of the affected clients.
    pub(super) fn hits(&self) -> impl Iterator<Item = &str> {
        self.hits.iter().flatten().map(String::as_str)
    }

    /// Returns its effect on programs, if requests and responses do not break.
    pub(super) const fn retyped(&self) -> Option<&'static str> {
        let change = &self.change;
        let alone = !matches!(change.level, Level::Error) && change.excuse.is_none();
        if change.retypes && alone {
            Some(RETYPED)
        } else {
            None
        }
    }

    /// Returns all explanations, as lines of text.
    pub(super) fn explained(&self) -> Vec<String> {
        let shown = self.counterexample.iter().flat_map(Counterexample::lines);
        let has_line = !self.programs.is_empty();
        let shown = shown.filter(|line| !(has_line && line == NOT_A_VALUE));
        shown
            .chain(self.programs.iter().map(Program::shown))
            .collect()
    }

    /// Returns the section that lists it.
    pub(super) const fn section(&self) -> Section {
        match (&self.accepted, self.change.level) {
            (_, Level::Info) if self.retyped().is_none() => Section::Harmless,
            (Some(_), _) => Section::Accepted,
            (None, Level::Error) => Section::Breaks,
            (None, Level::Warning) => Section::MayBreak,
            (None, Level::Info) => Section::Programs,
        }
    }

    /// Returns the method and the path of its first operation.
    pub(super) fn endpoint(&self) -> Option<(&str, &str)> {
        let id = self.change.operation.as_deref()?;
        let mut all = self.change.operations.iter();
        let own = all.find(|one| one.id == id)?;
        Some((&own.method, &own.path))
    }

    /// Returns the line for machines. An annotation without a place goes to `file`.
    pub(super) fn line(&self, file: &str) -> Line {
        let change = &self.change;
        let operations = change.operations.iter();
        let spot = |spot: &Option<Spot>| spot.as_ref().map(|one| one.place.clone());
        let pointer = |spot: &Option<Spot>| spot.as_ref().map(|one| one.pointer.clone());
        Line::Change(ChangeLine {
            rule: change.rule.to_owned(),
            level: change.level,
            category: change.category,
            way: change.way,
            operation: change.operation.clone(),
            method: self.endpoint().map(|(method, _)| method.to_owned()),
            path: self.endpoint().map(|(_, path)| path.to_owned()),
            status: change.status.clone(),
            operations: operations.map(|one| one.id.clone()).collect(),
            at: change.at.clone(),
            message: change.text.clone(),
            old: spot(&self.old),
            new: spot(&self.new),
            old_pointer: pointer(&self.old),
            new_pointer: pointer(&self.new),
            fingerprint: self.fingerprint.clone(),
            accepted: self.accepted.clone(),
            excuse: change.excuse.map(str::to_owned),
            retypes: change.retypes,
            rebuilds: change.rebuilds,
            hits: self.hits.clone(),
            file: file.to_owned(),
        })
    }
}

/// The sections of a report, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Breaks,
    MayBreak,
    /// No request and no response breaks, but programs that use an SDK may no longer compile.
    Programs,
    Accepted,
    Harmless,
}

impl Section {
    pub(super) const ALL: [Self; 5] = [
        Self::Breaks,
        Self::MayBreak,
        Self::Programs,
        Self::Accepted,
        Self::Harmless,
    ];

    /// Returns whether its findings are grouped by their rule, because there may be many.
    pub(super) const fn is_by_rule(self) -> bool {
        matches!(self, Self::Programs | Self::Harmless)
    }

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Breaks => "Breaks",
            Self::MayBreak => "May break",
            Self::Programs => "Programs may no longer compile",
            Self::Accepted => "Accepted",
            Self::Harmless => "Harmless",
        }
    }

    /// Returns the name of its style.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Breaks => "error",
            Self::MayBreak => "warning",
            Self::Programs => "programs",
            Self::Accepted => "accepted",
            Self::Harmless => "info",
        }
    }
}
