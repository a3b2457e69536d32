//! Overlays (OpenAPI Overlay 1.0 and 1.1): files that say how to change a description.
//!
//! They change the tree, before anything is made of it. What an overlay brings keeps its place in
//! the overlay's file, so that a complaint about it points there.

mod action;
mod edit;
mod select;
mod shape;

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Documents, Node};
use crate::source::FileId;

use self::action::{Action, Version};
use self::select::Path;

/// Changes the main tree as an overlay says, action by action; nothing comes after what costs more
/// than a description may.
pub(crate) fn apply(
    documents: &mut Documents,
    overlay: FileId,
    diagnostics: &mut Diagnostics,
) -> ControlFlow<()> {
    let Some(root) = documents.root(overlay) else {
        return ControlFlow::Continue(());
    };
    let (version, actions) = action::read(root, diagnostics);
    for action in actions {
        if let Err(diagnostic) = run(documents, &action, version, diagnostics) {
            let bankrupt = diagnostic.code == Code::BudgetExceeded;
            diagnostics.push(*diagnostic);
            if bankrupt {
                return ControlFlow::Break(());
            }
        }
    }
    ControlFlow::Continue(())
}

type Outcome = Result<(), Box<Diagnostic>>;

fn run(
    documents: &mut Documents,
    action: &Action,
    version: Version,
    diagnostics: &mut Diagnostics,
) -> Outcome {
    let Some(root) = documents.main() else {
        return Ok(());
    };
    let paths = select::paths(&action.target, action.target_span, root)?;
    if paths.is_empty() {
        let what = "the target selects nothing";
        let warning = Diagnostic::warning(Code::OverlayTarget, action.target_span, what)
            .label("nothing is changed")
            .help("correct the JSONPath, or remove the action");
        diagnostics.push(warning);
    }
    match &action.update {
        // `update` has no effect where `remove` is true (§4.4.3.1).
        _ if action.remove => remove(documents, action, &paths),
        Some(update) => merge(documents, action, version, update, &paths),
        None => match copied(root, action)? {
            Some(copy) => merge(documents, action, version, &copy, &paths),
            None => Ok(()),
        },
    }
}

/// The one value that an action copies.
fn copied(root: &Node, action: &Action) -> Result<Option<Node>, Box<Diagnostic>> {
    let Some((query, span)) = &action.copy else {
        return Ok(None);
    };
    let paths = select::paths(query, *span, root)?;
    let [path] = paths.as_slice() else {
        let what = format!("`copy` selects {} values, and must select one", paths.len());
        let diagnostic = Diagnostic::error(Code::OverlayTarget, *span, what);
        return Err(Box::new(
            diagnostic.help("write a query that selects one value"),
        ));
    };
    Ok(edit::get(root, path).cloned())
}

fn remove(documents: &mut Documents, action: &Action, paths: &[Path]) -> Outcome {
    if paths.iter().any(Vec::is_empty) {
        let what = "the whole description cannot be removed";
        return Err(refused(action, what, "select something in it"));
    }
    // The paths are sorted. From the last to the first, and so children before their parents, no
    // index moves before its turn.
    if let Some(root) = documents.main_mut() {
        for path in paths.iter().rev() {
            edit::remove(root, path);
        }
    }
    Ok(())
}

fn merge(
    documents: &mut Documents,
    action: &Action,
    version: Version,
    update: &Node,
    paths: &[Path],
) -> Outcome {
    if version == Version::V11 {
        alike(documents, action, paths)?;
    }
    let longest = paths.iter().map(Vec::len).max().unwrap_or_default();
    let copies = update.size().saturating_mul(paths.len());
    documents.afford_copies(copies, longest + update.depth(), action.target_span)?;
    let mut outcome = Ok(());
    if let Some(root) = documents.main_mut() {
        for path in paths {
            let Some(node) = edit::at(root, path) else {
                continue;
            };
            if let Err(what) = edit::merge(node, update, version) {
                let help = "select the object or array that contains it";
                outcome = outcome.and(Err(refused(action, what, help)));
            }
        }
    }
    outcome
}

/// What is selected must be of one kind (1.1.0 §4.4.3).
fn alike(documents: &Documents, action: &Action, paths: &[Path]) -> Outcome {
    let kind = |path: &Path| {
        let node = edit::get(documents.main()?, path)?;
        Some((node.as_object().is_some(), node.as_array().is_some()))
    };
    let mut kinds = paths.iter().filter_map(kind);
    let first = kinds.next();
    if kinds.any(|kind| Some(kind) != first) {
        let what = "the target selects values of several kinds";
        let help = "let each action select objects, arrays or other values only";
        return Err(refused(action, what, help));
    }
    Ok(())
}

fn refused(action: &Action, what: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::OverlayTarget, action.target_span, what).help(help))
}
