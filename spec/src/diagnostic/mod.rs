//! What is wrong with a description: located values, collected, rendered at the very end.

mod code;
mod render;

use serde::Serialize;

pub use self::code::Code;
pub use self::render::{Style, render};
use crate::source::Span;

/// One complaint about a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What kind of complaint; stable from version to version.
    pub code: Code,
    /// Whether the description can be used all the same.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What was expected there.
    pub label: Option<String>,
    /// How to mend it.
    pub help: Option<String>,
    /// Another place that has to do with it.
    pub related: Option<(Span, String)>,
}

/// Whether a description can be used all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Something is not as it should be, and what is made of it is said.
    Warning,
    /// Nothing can be made of the description.
    Error,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, span, message.into())
    }

    /// A warning.
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
        }
    }

    /// Says what was expected at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at another place that has to do with it.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related = Some((span, label.into()));
        self
    }
}

/// All complaints about a description, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: std::collections::HashSet<(Code, Span)>,
}

impl Diagnostics {
    /// More than anybody reads; a bomb must not become a flood.
    const MOST: usize = 1_000;

    /// Adds a complaint. The same one about the same place is kept once.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let first = self.seen.insert((diagnostic.code, diagnostic.span));
        if first && self.list.len() < Self::MOST {
            self.list.push(diagnostic);
        }
    }

    /// Whether any of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// All of them, by their place in the files.
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
