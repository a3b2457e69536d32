//! Follows references.

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::Node;
use crate::source::Span;

impl<'d> Lowering<'d, '_> {
    /// Follows `$ref`s until another value is found. Returns `None` if they lead nowhere.
    pub(super) fn deref(&mut self, node: &'d Node, what: &'static str) -> Option<&'d Node> {
        let mut at = node;
        let (mut passed, mut mark, mut power) = (Vec::new(), self.documents.identity(node), 1);
        let end = loop {
            let Some(target) = at.get("$ref") else {
                break Some(at);
            };
            if let Some(known) = self.behind.get(&self.documents.identity(at)) {
                break *known;
            }
            let reference = self.text_of(target, "$ref")?;
            self.check_kind(&reference, target.span, what)?;
            passed.push(self.documents.identity(at));
            at = self.follow(&reference, target.span)?;
            let here = self.documents.identity(at);
            if here == mark {
                self.circular(node.span, what);
                break None;
            }
            // Brent's algorithm: the mark advances at powers of two, so a cycle meets it.
            if passed.len() == power {
                (mark, power) = (here, 2 * power);
            }
        };
        if passed.len() > 1 || end.is_none() {
            self.behind
                .extend(passed.into_iter().map(|span| (span, end)));
        }
        end
    }

    fn circular(&mut self, span: Span, what: &str) {
        let message = format!("the references of {what} form a cycle");
        let diagnostic = Diagnostic::error(Code::CircularReference, span, message)
            .label("comes back here")
            .help("change one of the references");
        self.diagnostics.push(diagnostic);
    }

    /// Follows one reference, and reports it if it cannot be resolved.
    pub(super) fn follow(&mut self, reference: &str, at: Span) -> Option<&'d Node> {
        match self.documents.follow(reference, at, self.diagnostics) {
            Ok(node) => Some(node),
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                None
            }
        }
    }

    /// Reports a reference to a component of another kind.
    pub(super) fn check_kind(&mut self, reference: &str, at: Span, what: &str) -> Option<()> {
        let (Some(wanted), Some(found)) = (container_for(what), container_in(reference)) else {
            return Some(());
        };
        let is = KINDS.iter().find(|(_, container)| *container == found);
        let Some((is, _)) = is.filter(|_| found != wanted) else {
            return Some(());
        };
        let alike = ALIKE.contains(&(wanted, found)) || ALIKE.contains(&(found, wanted));
        let message = format!("`{reference}` is {is}, not {what}");
        let mut diagnostic = Diagnostic::error(Code::MismatchedReference, at, message)
            .label(format!("expected {what}"))
            .help(format!("refer to something under `components/{wanted}`"));
        if alike {
            diagnostic.severity = Severity::Warning;
            diagnostic = diagnostic.label(format!("read as {what}"));
        }
        self.diagnostics.push(diagnostic);
        alike.then_some(())
    }
}

/// Returns whether a reference leads to a component of another kind.
pub(super) fn is_mismatched(reference: &str, what: &str) -> bool {
    match (container_for(what), container_in(reference)) {
        (Some(wanted), Some(found)) => {
            wanted != found && KINDS.iter().any(|(_, container)| *container == found)
        }
        _ => false,
    }
}

/// Kinds so similar that one can be read as the other.
const ALIKE: [(&str, &str); 2] = [("responses", "requestBodies"), ("parameters", "headers")];

/// The kinds of objects in the containers of `components`.
const KINDS: [(&str, &str); 11] = [
    ("a schema", "schemas"),
    ("a response", "responses"),
    ("a parameter", "parameters"),
    ("an example", "examples"),
    ("a request body", "requestBodies"),
    ("a header", "headers"),
    ("a security scheme", "securitySchemes"),
    ("a link", "links"),
    ("a callback", "callbacks"),
    ("a path", "pathItems"),
    ("a media type", "mediaTypes"),
];

fn container_for(what: &str) -> Option<&'static str> {
    let kind = KINDS.iter().find(|(kind, _)| *kind == what);
    kind.map(|(_, container)| *container)
}

/// Returns the container of a reference to a complete component.
fn container_in(reference: &str) -> Option<&str> {
    let (_, fragment) = reference.split_once('#')?;
    let (container, name) = fragment.strip_prefix("/components/")?.split_once('/')?;
    (!name.contains('/')).then_some(container)
}
