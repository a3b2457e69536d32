//! The exceptions by declared status.

use askama::Template;
use spec::model::Status;

use super::Python;
use super::code::{docstring, ident, one_level_up, string};
use super::imports::{Imports, sorted_for_all};
use super::layout::{Node, statement};
use super::mode::Mode;
use super::ty::{Annotation, Place};
use crate::code::{Code, filters};
use crate::ir::Call;
use crate::ir::names::{Case, Scope};
use crate::ir::status;

#[derive(Template)]
#[template(path = "python/package/errors.py")]
pub(super) struct ErrorsView {
    imports: Code,
    classes: Vec<Code>,
    by_status: Code,
    all: Code,
}

/// The exceptions of the runtime, whose names no status may use.
const ERRORS: &[&str] = &[
    "AnswerError",
    "ApiError",
    "ConfigurationError",
    "CredentialsError",
    "DecodeError",
    "Error",
    "MissingCredentialsError",
    "PageLoopError",
    "RequestError",
    "TimedOutError",
    "TokenRefusedError",
    "TokenUnavailableError",
    "TooLargeError",
    "TransportError",
    "UndeclaredError",
    "UnreadableError",
];

impl Python<'_> {
    /// Returns the module of exceptions.
    pub(super) fn errors(&self) -> ErrorsView {
        let mut imports = Imports::default();
        let mut classes = Vec::new();
        let mut entries = Vec::new();
        let mut all: Vec<_> = ERRORS.iter().map(|name| (*name).to_owned()).collect();
        for (status, name) in &self.error_classes {
            let body = self.error_body(*status);
            imports.extend(&body.imports);
            let about = match status {
                Status::Default => "Any status that is not declared individually.".to_owned(),
                other => format!("Status {other}."),
            };
            classes.push(code!(
                "class ",
                &ident(name),
                "(ApiError):\n    ",
                &docstring(&about, 4),
                "\n\n    body: ",
                &body.code
            ));
            let key = string(&status.to_string());
            entries.push((key, Node::Leaf(ident(name))));
            all.push(name.clone());
        }
        let all = sorted_for_all(all);
        let all = all.iter().map(|name| Node::Leaf(string(name))).collect();
        let all = Node::Group(Code::fixed("["), all, Code::fixed("]"));
        let start = Code::fixed("BY_STATUS: dict[str, type[ApiError]] = ");
        ErrorsView {
            imports: one_level_up(&imports.print_for_checkers()),
            classes,
            by_status: statement(0, &start, &Node::dict(entries)),
            all: statement(0, &Code::fixed("__all__ = "), &all),
        }
    }

    /// Returns the body of errors with a status.
    pub(super) fn error_body(&self, status: Status) -> Annotation {
        let answers = self.ir.calls().flat_map(Call::errors);
        let answers = answers.filter(|answer| answer.response.status == status);
        let mut kinds = Vec::new();
        for answer in answers {
            let contents = answer.contents.iter();
            let mut own: Vec<_> = contents.map(|content| Some(content.kind.clone())).collect();
            if own.is_empty() {
                own.push(None);
            }
            own.retain(|kind| !kinds.contains(kind));
            kinds.append(&mut own);
        }
        self.union_of(kinds, Place::Signature, Mode::Sync)
    }

    /// Returns the exception for a declared status.
    pub(super) fn error_class(&self, status: &str) -> &str {
        let mut classes = self.error_classes.iter();
        let found = classes.find(|(known, _)| known.to_string() == status);
        found.map_or("ApiError", |(_, name)| name)
    }

    /// Returns the exceptions by declared status.
    pub(super) fn make_error_classes(&self) -> Vec<(Status, String)> {
        let calls = self.ir.calls();
        let answers = calls.flat_map(Call::errors);
        let mut statuses: Vec<_> = answers.map(|answer| answer.response.status).collect();
        statuses.sort();
        statuses.dedup();
        let mut scope = Scope::new(Case::Pascal, ERRORS);
        let classes = statuses.into_iter().map(|status| {
            let name = match status {
                Status::Default => "UnexpectedStatus".to_owned(),
                other => status::name(other),
            };
            let name = name.strip_suffix("Error").unwrap_or(&name);
            (status, scope.claim(&format!("{name} error")))
        });
        classes.collect()
    }
}
