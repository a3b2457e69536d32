//! The state that the parsers of both syntaxes share: the budget and the diagnostics.

use std::sync::Arc;

use super::{Node, Object};
use crate::budget::{Budget, Unit};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span, offset};

/// The error that ended the parsing of a file.
#[derive(Debug)]
pub(super) struct Fault(pub(super) Box<Diagnostic>);

impl Fault {
    pub(super) fn syntax(span: Span, what: &str) -> Self {
        Self(Box::new(Diagnostic::error(Code::Syntax, span, what)))
    }

    pub(super) fn label(mut self, label: &str) -> Self {
        self.0.label = Some(label.to_owned());
        self
    }

    pub(super) fn help(mut self, help: &str) -> Self {
        self.0.help = Some(help.to_owned());
        self
    }

    pub(super) fn too_deep(span: Span) -> Self {
        let what = "values nest too deeply";
        let diagnostic = Diagnostic::error(Code::BudgetExceeded, span, what);
        Self(Box::new(diagnostic)).help("reduce the nesting with `$ref`")
    }
}

/// A file that is being parsed.
pub(super) struct Builder<'b> {
    file: FileId,
    budget: &'b Budget,
    diagnostics: &'b mut Diagnostics,
}

impl<'b> Builder<'b> {
    pub(super) const fn new(
        file: FileId,
        budget: &'b Budget,
        diagnostics: &'b mut Diagnostics,
    ) -> Self {
        Self {
            file,
            budget,
            diagnostics,
        }
    }

    pub(super) const fn file(&self) -> FileId {
        self.file
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.budget.spent(Unit::Nodes)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn count(&mut self, depth: usize, span: Span) -> Result<(), Fault> {
        if depth > self.budget.depth() {
            return Err(Fault::too_deep(span));
        }
        self.spend(Unit::Nodes, 1, span)
    }

    /// Counts the values that an alias stands for.
    pub(super) fn count_copies(&mut self, copies: usize, span: Span) -> Result<(), Fault> {
        self.spend(Unit::Aliased, copies, span)?;
        self.spend(Unit::Nodes, copies, span)
    }

    fn spend(&self, unit: Unit, amount: usize, span: Span) -> Result<(), Fault> {
        let spent = self.budget.spend(unit, amount);
        spent.map_err(|exceeded| Fault(Box::new(exceeded.at(span))))
    }

    pub(super) fn insert(&mut self, object: &mut Object, name: Arc<str>, span: Span, node: Node) {
        let Some(clash) = object.insert(name, span, node) else {
            return;
        };
        let message = format!("`{}` appears twice in the same object", clash.name);
        let harmless = clash.same || is_prose(&clash.name);
        let diagnostic = if harmless {
            Diagnostic::warning(Code::DuplicateKey, span, message).label("ignored")
        } else {
            Diagnostic::error(Code::DuplicateKey, span, message).label("the second one")
        };
        self.report(
            diagnostic
                .related(clash.first_span, "the first one")
                .help("remove one of them"),
        );
    }

    /// Warns about a plain scalar that YAML 1.1 and 1.2 read differently.
    pub(super) fn warn_of_ambiguity(&mut self, text: &str, span: Span) {
        let meant = match text {
            "yes" | "Yes" | "YES" | "on" | "On" | "ON" => "`true`",
            "no" | "No" | "NO" | "off" | "Off" | "OFF" => "`false`",
            _ if is_odd_number(text) => "another number",
            _ => return,
        };
        let message = format!("`{text}` is {meant} to older YAML readers");
        let diagnostic = Diagnostic::warning(Code::AmbiguousScalar, span, message);
        let mend = if meant == "another number" {
            "put it in quotes if it is text, or write the number plainly"
        } else {
            "put it in quotes if it is text, or write `true` or `false`"
        };
        self.report(diagnostic.help(mend));
    }
}

/// Returns the character at `at`, or the last one of the text if nothing follows.
pub(super) fn last_character(file: FileId, text: &str, at: usize) -> Span {
    let end = text.trim_end().len();
    let start = if at < end { at } else { end.saturating_sub(1) };
    let start = text.floor_char_boundary(start);
    let end = text.ceil_char_boundary((start + 1).min(text.len()));
    Span {
        file,
        start: offset(start),
        end: offset(end),
    }
}

/// Returns whether a property is only for people, so that a duplicate changes no code.
fn is_prose(name: &str) -> bool {
    matches!(name, "description" | "summary" | "title" | "example")
}

/// Returns whether readers disagree on a number: `012` is octal in YAML 1.1, `1_000` a thousand,
/// `0o12` a string.
fn is_odd_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let starts = digits.starts_with(|first: char| first.is_ascii_digit());
    let numeric = digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let octal = digits.len() > 1 && digits.starts_with('0') && numeric;
    starts && (octal || (numeric && digits.contains('_')) || digits.starts_with("0o"))
}
