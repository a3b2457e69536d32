//! Parses a settings file with places, within limits.

use spec::diagnostic::Severity;
use spec::document::Node;
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
        // Otherwise it is a default value that conflicts with another setting.
        let (line, column) = self.node(path).map_or((1, 1), |node| self.locate(node));
        at(line, column, what)
    }

    /// Returns whether there is a value at a path of names.
    pub(super) fn has(&self, path: &[&str]) -> bool {
        self.node(path).is_some()
    }

    /// Returns line and column of each item of the list at a path of names.
    pub(super) fn items(&self, path: &[&str]) -> Vec<(usize, usize)> {
        let items = self.node(path).and_then(Node::as_array);
        let items = items.into_iter().flatten();
        items.map(|item| self.locate(item)).collect()
    }

    /// Returns the names of the object at a path, with line and column of each value.
    pub(super) fn members(&self, path: &[&str]) -> Vec<(String, (usize, usize))> {
        let members = self.node(path).and_then(Node::as_object);
        let members = members.into_iter().flat_map(spec::document::Object::iter);
        members
            .map(|(name, node)| (name.to_owned(), self.locate(node)))
            .collect()
    }

    fn node(&self, path: &[&str]) -> Option<&Node> {
        let start = self.documents.main();
        path.iter()
            .fold(start, |node, name| node.and_then(|node| node.get(name)))
    }

    fn locate(&self, node: &Node) -> (usize, usize) {
        let place = self.documents.sources.locate(node.span);
        (place.line, place.column)
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
