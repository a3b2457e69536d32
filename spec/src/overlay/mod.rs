//! Overlays (OpenAPI Overlay 1.0.0): files that say how to change a description.
//!
//! They change the tree, before anything is made of it. What an overlay brings keeps its place in
//! the overlay's file, so that a complaint about it points there.

mod action;
mod edit;
mod query;
mod select;

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Documents, Node};
use crate::source::FileId;

use self::action::Action;
use self::query::Selection;

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
    for action in action::read(root, diagnostics) {
        if let Err(diagnostic) = run(documents, &action, diagnostics) {
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

fn run(documents: &mut Documents, action: &Action, diagnostics: &mut Diagnostics) -> Outcome {
    let selection = select::select(action, documents)?;
    if selection.len() == 0 {
        let what = "the target selects nothing";
        let warning = Diagnostic::warning(Code::OverlayTarget, action.target_span, what)
            .label("nothing is changed")
            .help("correct the JSONPath, or remove the action");
        diagnostics.push(warning);
    }
    match &action.update {
        // `update` has no effect where `remove` is true (§4.4.3.1).
        _ if action.remove => remove(documents, action, &selection),
        Some(update) => merge(documents, action, update, &selection),
        None => Ok(()),
    }
}

fn remove(documents: &mut Documents, action: &Action, selection: &Selection) -> Outcome {
    if selection.selected {
        let what = "the whole description cannot be removed";
        return Err(refused(action, what, "select something in it"));
    }
    if let Some(root) = documents.main_mut() {
        edit::remove(root, selection);
    }
    Ok(())
}

fn merge(
    documents: &mut Documents,
    action: &Action,
    update: &Node,
    selection: &Selection,
) -> Outcome {
    let copies = update.size().saturating_mul(selection.len());
    let depth = selection.depth() + update.depth();
    documents.afford_copies(copies, depth, action.target_span)?;
    let Some(root) = documents.main_mut() else {
        return Ok(());
    };
    edit::change(root, selection, &mut |node| {
        let help = "select the object or array that contains it";
        edit::merge(node, update).map_err(|what| refused(action, what, help))
    })
}

fn refused(action: &Action, what: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::OverlayTarget, action.target_span, what).help(help))
}
