//! The actions of an overlay's file (Overlay 1.0.0 §4.4.1 and §4.4.3).

use crate::diagnostic::{Code, Diagnostic, Diagnostics, nearest};
use crate::document::{Node, Value};
use crate::source::Span;

/// A change to what a query selects.
#[derive(Debug)]
pub(super) struct Action {
    /// The query (RFC 9535).
    pub(super) target: String,
    /// Where it stands.
    pub(super) target_span: Span,
    /// What is merged into each selected value.
    pub(super) update: Option<Node>,
    /// Whether what is selected is removed.
    pub(super) remove: bool,
}

/// Each action goes through the whole description.
const MOST_ACTIONS: usize = 1_000;

/// The actions, in their order; none where the file is no overlay, which is then said.
pub(super) fn read(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Action> {
    try_read(root, diagnostics).unwrap_or_else(|diagnostic| {
        diagnostics.push(*diagnostic);
        Vec::new()
    })
}

type Complaint = Box<Diagnostic>;

fn try_read(root: &Node, diagnostics: &mut Diagnostics) -> Result<Vec<Action>, Complaint> {
    if root.as_object().is_none() {
        return Err(wrong_type(root, "an overlay must be an object"));
    }
    check_version(required(root, "overlay")?)?;
    known(
        root,
        &["overlay", "info", "extends", "actions"],
        diagnostics,
    );
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
    let read = items.iter().map(|item| action(item, diagnostics));
    read.collect()
}

fn check_version(version: &Node) -> Result<(), Complaint> {
    let text = version.as_str().unwrap_or_default();
    if text.strip_prefix("1.0.").is_some_and(is_digits) {
        return Ok(());
    }
    let what = "this is not an Overlay 1.0 document";
    let diagnostic = Diagnostic::error(Code::UnsupportedVersion, version.span, what);
    Err(Box::new(
        diagnostic
            .label("expected `1.0.0`")
            .help("write `overlay: 1.0.0`"),
    ))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn action(node: &Node, diagnostics: &mut Diagnostics) -> Result<Action, Complaint> {
    if node.as_object().is_none() {
        return Err(wrong_type(node, "an action must be an object"));
    }
    known(
        node,
        &["target", "description", "update", "remove"],
        diagnostics,
    );
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
    if update.is_none() && !remove {
        let what = "an action without `update` and `remove` changes nothing";
        diagnostics.push(Diagnostic::warning(Code::MissingField, node.span, what));
    }
    Ok(Action {
        target: text.to_owned(),
        target_span: target.span,
        update,
        remove,
    })
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

fn known(node: &Node, names: &[&str], diagnostics: &mut Diagnostics) {
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
