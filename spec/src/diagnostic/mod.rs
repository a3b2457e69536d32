//! Diagnostics: values with a place, which are collected and rendered at the end.

mod code;
mod excerpt;
mod explained;
mod render;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

pub use self::code::Code;
pub use self::explained::Explained;
pub use self::render::{Style, render};
use crate::source::Span;

/// One diagnostic about a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The kind of the diagnostic; stable from version to version.
    pub code: Code,
    /// Whether the description can be used anyway.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The place of the error.
    pub span: Span,
    /// What was expected at this place.
    pub label: Option<String>,
    /// How to correct it.
    pub help: Option<String>,
    /// Another place that is related to it.
    pub related: Option<(Span, String)>,
    /// Further places with the same diagnostic, which is not repeated for each.
    pub also: Vec<Span>,
    /// Whether it is an error that became a warning because the affected part is left out.
    #[serde(skip)]
    contained: bool,
}

/// Whether a description can be used anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Something is wrong, and the message says what is generated regardless.
    Warning,
    /// Nothing can be generated from the description.
    Error,
}

impl Diagnostic {
    /// Returns an error.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, span, message.into())
    }

    /// Returns a warning.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, span, message.into())
    }

    const fn new(code: Code, severity: Severity, span: Span, message: String) -> Self {
        Self {
            code,
            severity,
            message,
            span,
            label: None,
            help: None,
            related: None,
            also: Vec::new(),
            contained: false,
        }
    }

    /// Sets what was expected at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Sets how to correct it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place that is related to it.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related = Some((span, label.into()));
        self
    }
}

/// All diagnostics about a description, in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: HashSet<(u64, Span)>,
    /// How often each warning was given, and the index of the diagnostic that counts it.
    alike: HashMap<u64, (usize, usize)>,
    errors: usize,
    /// How many errors were found, repetitions included.
    raised: usize,
    latest: Option<Span>,
    /// How many errors affect the complete description.
    lasting: usize,
    left_out: usize,
    /// The codes of all diagnostics, including those that were not kept.
    codes: HashSet<Code>,
}

/// A point in the reading of a description, with which later diagnostics can be found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    length: usize,
    errors: usize,
    raised: usize,
    lasting: usize,
}

impl Diagnostics {
    /// The maximum number of diagnostics: a malicious description must not produce a flood of them.
    const MOST: usize = 1_000;
    /// How often the same warning is shown at different places before it is only counted.
    const MOST_ALIKE: usize = 3;

    /// Adds a diagnostic. The same one about the same place is kept once, and the same warning
    /// about many places becomes one that lists them.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.codes.insert(diagnostic.code);
        let key = key_of(&diagnostic);
        if diagnostic.severity == Severity::Error {
            self.raised += 1;
            self.latest = Some(diagnostic.span);
            self.lasting += usize::from(!diagnostic.code.is_local());
        }
        if (self.is_full() && diagnostic.severity == Severity::Warning)
            || !self.seen.insert((key, diagnostic.span))
        {
            return;
        }
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            // Contained diagnostics do not count as errors any more, and a malicious description
            // has many.
            let room = !diagnostic.code.is_local() || self.list.len() < 2 * Self::MOST;
            if self.errors <= Self::MOST && room {
                self.list.push(diagnostic);
            }
            return;
        }
        let at = self.list.len();
        let (times, last) = self.alike.entry(key).or_insert((0, at));
        *times += 1;
        if *times > Self::MOST_ALIKE {
            self.list[*last].also.push(diagnostic.span);
        } else if at - self.errors.min(Self::MOST) < Self::MOST {
            *last = at;
            self.list.push(diagnostic);
        } else {
            *times -= 1;
        }
    }

    /// Adds diagnostics from another collection.
    pub fn append(&mut self, other: Self) {
        for mut diagnostic in other.list {
            let also = std::mem::take(&mut diagnostic.also);
            self.push(diagnostic.clone());
            for span in also {
                self.push(Diagnostic {
                    span,
                    ..diagnostic.clone()
                });
            }
        }
    }

    /// Returns the current point.
    pub(crate) const fn mark(&self) -> Mark {
        Mark {
            length: self.list.len(),
            errors: self.errors,
            raised: self.raised,
            lasting: self.lasting,
        }
    }

    /// Turns the errors since `mark` into warnings if they concern only what is at `span`,
    /// and reports the outcome. Returns `false` if there was no error, or one that concerns more.
    pub(crate) fn contain(&mut self, mark: Mark, span: Span, outcome: &str) -> bool {
        if self.raised == mark.raised || self.lasting > mark.lasting {
            return false;
        }
        for diagnostic in self.list.iter_mut().skip(mark.length) {
            if diagnostic.severity == Severity::Error {
                diagnostic.severity = Severity::Warning;
                diagnostic.contained = true;
            }
        }
        (self.errors, self.raised) = (mark.errors, mark.raised);
        let what = Diagnostic::warning(Code::LeftOut, span, outcome);
        let cause = self.latest.unwrap_or(span);
        self.push(if cause == span {
            what
        } else {
            what.related(cause, "because of this")
        });
        self.left_out += 1;
        true
    }

    /// Like [`Self::contain`], also for errors that usually affect more than one part.
    pub(crate) fn contain_all(&mut self, mark: Mark, span: Span, outcome: &str) -> bool {
        self.lasting = mark.lasting;
        self.contain(mark, span, outcome)
    }

    /// Turns the warnings that `contain` made back into errors. Nothing may be added afterwards.
    pub(crate) fn release(&mut self) {
        self.list
            .retain(|diagnostic| diagnostic.code != Code::LeftOut);
        for diagnostic in self.list.iter_mut().filter(|found| found.contained) {
            diagnostic.severity = Severity::Error;
            self.errors += 1;
        }
    }

    /// Returns how many operations, schemas and other parts were left out because of an error in
    /// them.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns whether the maximum is reached, so that further warnings are dropped.
    pub(crate) fn is_full(&self) -> bool {
        self.seen.len() >= 100 * Self::MOST
    }

    /// Moves diagnostics from objects with many lines to the objects' names.
    pub(crate) fn point(&mut self, at: impl Fn(Span) -> Span) {
        for diagnostic in &mut self.list {
            diagnostic.span = at(diagnostic.span);
            if let Some((span, _)) = &mut diagnostic.related {
                *span = at(*span);
            }
            for span in diagnostic.also.iter_mut().take(Self::MOST_ALIKE) {
                *span = at(*span);
            }
        }
    }

    /// Returns whether there was a diagnostic with a code, including those that were not kept.
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.codes.contains(&code)
    }

    /// Turns all warnings with a code into errors.
    pub fn refuse(&mut self, code: Code) {
        for diagnostic in self.list.iter_mut().filter(|one| one.code == code) {
            self.errors += usize::from(diagnostic.severity == Severity::Warning);
            diagnostic.severity = Severity::Error;
        }
    }

    /// Returns whether any diagnostic is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns all diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Returns all diagnostics, by their place in the files.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.iter().collect();
        sorted.sort_by_key(|diagnostic| diagnostic.span);
        sorted
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Returns what makes two diagnostics the same, apart from their places.
fn key_of(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    diagnostic.code.hash(&mut hasher);
    diagnostic.message.hash(&mut hasher);
    diagnostic.label.hash(&mut hasher);
    hasher.finish()
}

/// Returns the candidate that `name` probably stands for.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    const LONGEST: usize = 60;
    if name.len() > LONGEST {
        return None;
    }
    let most = 1 + name.chars().count() / 5;
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (distance(candidate, name), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns how many letters differ, without regard to case and punctuation.
fn distance(one: &str, other: &str) -> usize {
    let plain = |text: &str| text.replace(['_', '-'], "").to_lowercase();
    strsim::damerau_levenshtein(&plain(one), &plain(other))
}
