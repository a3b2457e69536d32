//! Checks the fields of an overlay apart from its actions (Overlay 1.1.0 §4.4).

use super::action::Version;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::Node;

/// Warns about fields that have no effect.
pub(super) fn check(root: &Node, version: Version, diagnostics: &mut Diagnostics) {
    text(root, "extends", false, diagnostics);
    match root.get("info") {
        Some(info) if info.as_object().is_some() => {
            text(info, "title", true, diagnostics);
            text(info, "version", true, diagnostics);
            if version == Version::V11 {
                text(info, "description", false, diagnostics);
            }
        }
        Some(info) => wrong(info, "`info` must be an object", diagnostics),
        None => missing(root, "info", diagnostics),
    }
    let Some(node) = root.get("actions") else {
        return;
    };
    let actions = node.as_array().unwrap_or_default();
    if actions.is_empty() && node.as_array().is_some() {
        let what = "an overlay without an action changes nothing";
        diagnostics.push(Diagnostic::warning(Code::InvalidValue, node.span, what));
    }
    for action in actions.iter().filter(|action| action.as_object().is_some()) {
        text(action, "description", false, diagnostics);
    }
    repeated(actions, diagnostics);
}

/// The maximum number of actions that are compared with each other.
const MOST_COMPARED: usize = 200;

fn repeated(actions: &[Node], diagnostics: &mut Diagnostics) {
    let actions = &actions[..actions.len().min(MOST_COMPARED)];
    for (at, action) in actions.iter().enumerate() {
        if let Some(first) = actions[..at].iter().find(|first| first.same(action)) {
            let what = "the same action appears twice";
            let diagnostic = Diagnostic::warning(Code::InvalidValue, action.span, what);
            let diagnostic = diagnostic.label("the second one");
            let help = "remove it, unless an array is to get two equal entries";
            diagnostics.push(diagnostic.related(first.span, "the first one").help(help));
        }
    }
}

fn text(node: &Node, name: &str, is_required: bool, diagnostics: &mut Diagnostics) {
    match node.get(name) {
        Some(value) if value.as_str().is_none() => {
            wrong(value, &format!("`{name}` must be a string"), diagnostics);
        }
        None if is_required => missing(node, name, diagnostics),
        _ => {}
    }
}

fn wrong(node: &Node, what: &str, diagnostics: &mut Diagnostics) {
    let label = format!("this is {}", node.describe());
    let diagnostic = Diagnostic::warning(Code::WrongType, node.span, what);
    diagnostics.push(diagnostic.label(label));
}

fn missing(node: &Node, name: &str, diagnostics: &mut Diagnostics) {
    let what = format!("`{name}` is missing");
    let diagnostic = Diagnostic::warning(Code::MissingField, node.span, what);
    diagnostics.push(diagnostic.help("add it"));
}
