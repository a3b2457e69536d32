//! The actions of an overlay's file (Overlay 1.1.0 §4.4.1 and §4.4.3).

use super::shape;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, nearest};
use crate::document::{Node, Value};
use crate::source::Span;

/// A change of what a query selects.
#[derive(Debug)]
pub(super) struct Action {
    /// The query (RFC 9535).
    pub(super) target: String,
    /// Its place in the overlay.
    pub(super) target_span: Span,
    /// The value that is merged into each selected value.
    pub(super) update: Option<Node>,
    /// A query for the value that is copied into each selected value (1.1), and its place.
    pub(super) copy: Option<(String, Span)>,
    /// Whether the selected values are removed.
    pub(super) remove: bool,
}

/// The versions of the Overlay specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    V10,
    V11,
}

/// The maximum number of actions, each of which searches the complete description.
const MOST_ACTIONS: usize = 1_000;

/// Returns the version and the actions in order. If the file is not an overlay, that is reported,
/// and there are no actions.
pub(super) fn read(root: &Node, diagnostics: &mut Diagnostics) -> (Version, Vec<Action>) {
    try_read(root, diagnostics).unwrap_or_else(|diagnostic| {
        diagnostics.push(*diagnostic);
        (Version::V10, Vec::new())
    })
}

type Complaint = Box<Diagnostic>;

fn try_read(
    root: &Node,
    diagnostics: &mut Diagnostics,
) -> Result<(Version, Vec<Action>), Complaint> {
    if root.as_object().is_none() {
        return Err(wrong_type(root, "an overlay must be an object"));
    }
    let version = version(required(root, "overlay")?)?;
    warn_of_unknown(
        root,
        &["overlay", "info", "extends", "actions"],
        diagnostics,
    );
    shape::check(root, version, diagnostics);
    let actions = required(root, "actions")?;
    let Some(items) = actions.as_array() else {
        return Err(wrong_type(actions, "`actions` must be an array"));
    };
    if items.len() > MOST_ACTIONS {
        let what = format!("an overlay with more than {MOST_ACTIONS} actions");
        let diagnostic = Diagnostic::error(Code::BudgetExceeded, actions.span, what);
        return Err(Box::new(
            diagnostic.help("let a target select more at once"),
        ));
    }
    let read = items.iter().map(|item| action(item, version, diagnostics));
    Ok((version, read.collect::<Result<_, _>>()?))
}

/// The patch version makes no difference.
fn version(node: &Node) -> Result<Version, Complaint> {
    let text = node.as_str().unwrap_or_default();
    for (prefix, version) in [("1.0.", Version::V10), ("1.1.", Version::V11)] {
        if text.strip_prefix(prefix).is_some_and(is_digits) {
            return Ok(version);
        }
    }
    let what = "this is not an Overlay 1.0 or 1.1 document";
    let diagnostic = Diagnostic::error(Code::UnsupportedVersion, node.span, what);
    Err(Box::new(
        diagnostic
            .label("expected `1.0.0` or `1.1.0`")
            .help("write `overlay: 1.1.0`"),
    ))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn action(
    node: &Node,
    version: Version,
    diagnostics: &mut Diagnostics,
) -> Result<Action, Complaint> {
    if node.as_object().is_none() {
        return Err(wrong_type(node, "an action must be an object"));
    }
    let fields = ["target", "description", "update", "remove", "copy"];
    let count = if version == Version::V10 { 4 } else { 5 };
    warn_of_unknown(node, &fields[..count], diagnostics);
    let target = required(node, "target")?;
    let Some(text) = target.as_str() else {
        return Err(wrong_type(target, "`target` must be a string"));
    };
    let remove = match node.get("remove") {
        None => false,
        Some(remove) => match remove.value {
            Value::Bool(remove) => remove,
            _ => return Err(wrong_type(remove, "`remove` must be a boolean")),
        },
    };
    let update = node.get("update").cloned();
    let copy = match node.get("copy").filter(|_| version == Version::V11) {
        None => None,
        Some(copy) => match copy.as_str() {
            Some(query) => Some((query.to_owned(), copy.span)),
            None => return Err(wrong_type(copy, "`copy` must be a string")),
        },
    };
    let mut action = Action {
        target: text.to_owned(),
        target_span: target.span,
        update,
        copy,
        remove,
    };
    settle(&mut action, node.span, diagnostics);
    Ok(action)
}

/// Resolves `update` and `copy` in one action, which exclude each other (§4.4.3.1).
fn settle(action: &mut Action, span: Span, diagnostics: &mut Diagnostics) {
    if action.remove {
        return;
    }
    if action.update.is_some() && action.copy.is_some() {
        let what = "`update` and `copy` have no effect beside each other";
        let diagnostic = Diagnostic::warning(Code::ExclusiveFields, span, what);
        let help = "split it into two actions";
        diagnostics.push(diagnostic.label("nothing is changed").help(help));
        (action.update, action.copy) = (None, None);
    } else if action.update.is_none() && action.copy.is_none() {
        let what = "an action without `update` and `remove` changes nothing";
        diagnostics.push(Diagnostic::warning(Code::MissingField, span, what));
    }
}

fn required<'n>(node: &'n Node, name: &str) -> Result<&'n Node, Complaint> {
    node.get(name).ok_or_else(|| {
        let what = format!("`{name}` is missing");
        Box::new(Diagnostic::error(Code::MissingField, node.span, what).help("add it"))
    })
}

fn wrong_type(node: &Node, what: &str) -> Complaint {
    let label = format!("this is {}", node.describe());
    Box::new(Diagnostic::error(Code::WrongType, node.span, what).label(label))
}

fn warn_of_unknown(node: &Node, names: &[&str], diagnostics: &mut Diagnostics) {
    let members = node
        .as_object()
        .into_iter()
        .flat_map(crate::document::Object::spans);
    for (name, span, _) in members.filter(|(name, ..)| !name.starts_with("x-")) {
        if names.contains(&name) {
            continue;
        }
        let what = format!("`{name}` means nothing here");
        let help = nearest(name, names.iter().copied()).map_or_else(
            || "remove it".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let warning = Diagnostic::warning(Code::UnknownField, span, what);
        diagnostics.push(warning.label("ignored").help(help));
    }
}
