//! Parses a settings file with places, within limits.

use spec::diagnostic::Severity;
use spec::{Budget, Code, Diagnostics, Documents, Unit};

/// The tree of a settings file; empty if the text is not YAML, which serde reports.
pub(super) struct Places {
    documents: Documents,
}

impl Places {
    /// The maximum length of a settings file, in bytes.
    const LONGEST: u64 = 1 << 20;

    /// Parses the text.
    ///
    /// # Errors
    /// Returns an error if it is too long, nests too deeply, or repeats too much by aliases.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let budget = Budget::default()
            .with(Unit::Bytes, Self::LONGEST)
            .with(Unit::Nodes, 100_000)
            .with(Unit::Aliased, 10_000);
        let mut found = Diagnostics::default();
        let documents = Documents::from_text("codegen.yaml", text.to_owned(), budget, &mut found);
        let exceeded = |one: &&spec::Diagnostic| {
            one.severity == Severity::Error && one.code == Code::BudgetExceeded
        };
        if let Some(diagnostic) = found.iter().find(exceeded) {
            let place = documents.sources.locate(diagnostic.span);
            let code = diagnostic.code;
            return Err(at(
                place.line,
                place.column,
                &format!("{} [{code}]", diagnostic.message),
            ));
        }
        Ok(Self { documents })
    }

    /// Returns an error about the value at a path of names.
    pub(super) fn error(&self, path: &[&str], what: &str) -> String {
        let start = self.documents.main();
        let node = path
            .iter()
            .fold(start, |node, name| node.and_then(|node| node.get(name)));
        match node {
            Some(node) => {
                let place = self.documents.sources.locate(node.span);
                at(place.line, place.column, what)
            }
            // A default value that conflicts with another setting.
            None => at(1, 1, what),
        }
    }
}

/// Formats a message with its place, without control characters and of limited length.
pub(super) fn at(line: usize, column: usize, what: &str) -> String {
    const LONGEST: usize = 300;
    let shown = what.chars().map(|character| match character {
        '\n' | '\t' => ' ',
        other => spec::hidden::visible(other),
    });
    let mut text: String = shown.clone().take(LONGEST).collect();
    if shown.clone().count() > LONGEST {
        text.push('…');
    }
    format!("{line}:{column}: {text}")
}
