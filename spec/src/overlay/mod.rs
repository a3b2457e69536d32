//! Overlays (OpenAPI Overlay 1.0 and 1.1): files with changes to a description.
//!
//! They change the tree before it is lowered. Values that an overlay adds keep their place in the
//! overlay's file, so that diagnostics point there.

mod action;
mod edit;
mod query;
mod select;
mod shape;

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Documents, Node};
use crate::source::FileId;

use self::action::{Action, Version};
use self::query::Selection;

/// Applies an overlay to the main tree, action by action, and stops if the budget runs out.
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
    let selection = select::select(&action.target, action.target_span, documents)?;
    if selection.len() == 0 {
        let what = "the target selects nothing";
        let warning = Diagnostic::warning(Code::OverlayTarget, action.target_span, what)
            .label("nothing is changed")
            .help("correct the JSONPath, or remove the action");
        diagnostics.push(warning);
    }
    match &action.update {
        // `update` has no effect if `remove` is true (§4.4.3.1).
        _ if action.remove => remove(documents, action, &selection),
        Some(update) => merge(documents, action, version, update, &selection),
        None => match copied(documents, action)? {
            Some(copy) => merge(documents, action, version, &copy, &selection),
            None => Ok(()),
        },
    }
}

/// Returns the one value that an action copies.
fn copied(documents: &Documents, action: &Action) -> Result<Option<Node>, Box<Diagnostic>> {
    let (Some((query, span)), Some(root)) = (&action.copy, documents.main()) else {
        return Ok(None);
    };
    let selection = select::select(query, *span, documents)?;
    let mut values = Vec::new();
    edit::selected(root, &selection, &mut values);
    let [value] = values.as_slice() else {
        let what = format!(
            "`copy` selects {} values, and must select one",
            values.len()
        );
        let diagnostic = Diagnostic::error(Code::OverlayTarget, *span, what);
        return Err(Box::new(
            diagnostic.help("write a query that selects one value"),
        ));
    };
    Ok(Some((*value).clone()))
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
    version: Version,
    update: &Node,
    selection: &Selection,
) -> Outcome {
    if version == Version::V11 {
        alike(documents, action, selection)?;
    }
    let copies = update.size().saturating_mul(selection.len());
    let depth = selection.depth() + update.depth();
    documents.afford_copies(copies, depth, action.target_span)?;
    let Some(root) = documents.main_mut() else {
        return Ok(());
    };
    edit::change(root, selection, &mut |node| {
        let help = "select the object or array that contains it";
        edit::merge(node, update, version).map_err(|what| refused(action, what, help))
    })
}

/// Checks that all selected values have one type (1.1.0 §4.4.3).
fn alike(documents: &Documents, action: &Action, selection: &Selection) -> Outcome {
    let mut values = Vec::new();
    if let Some(root) = documents.main() {
        edit::selected(root, selection, &mut values);
    }
    let kind = |node: &&Node| (node.as_object().is_some(), node.as_array().is_some());
    let mut kinds = values.iter().map(kind);
    let first = kinds.next();
    if kinds.any(|kind| Some(kind) != first) {
        let what = "the target selects values of several kinds";
        let help =
            "split the action, so that each selects only objects, only arrays or only other values";
        return Err(refused(action, what, help));
    }
    Ok(())
}

fn refused(action: &Action, what: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::OverlayTarget, action.target_span, what).help(help))
}
