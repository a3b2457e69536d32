//! Finds the place to point at for a value: its name is clearer than the first of many lines.

use super::{Documents, Node, Value};
use crate::source::Span;

impl Documents {
    /// Returns the name of the property whose value is at `span`, if the value is an object or an
    /// array; otherwise the span itself.
    #[must_use]
    pub fn point_at(&self, span: Span) -> Span {
        let mut node = match self.written(span.file) {
            Some(root) if root.span != span => root,
            _ => return span,
        };
        while let Some((step, child)) = step_around(node, span) {
            if child.span == span {
                return match (step, &child.value) {
                    (Step::Property(_, name), Value::Object(_) | Value::Array(_)) => name,
                    _ => span,
                };
            }
            node = child;
        }
        span
    }
}

impl Documents {
    /// Returns the JSON Pointer (RFC 6901) to the innermost value that contains a span, within its
    /// file.
    #[must_use]
    pub fn pointer_to(&self, span: Span) -> String {
        let mut pointer = String::new();
        let Some(mut node) = self.written(span.file) else {
            return pointer;
        };
        while let Some((step, child)) = step_around(node, span) {
            pointer.push('/');
            let step = step.to_string();
            pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
            node = child;
        }
        pointer
    }
}

impl Documents {
    /// Returns the path to the innermost value that contains a span, like [`Self::pointer_to`], but
    /// with array items identified by their contents, so that it does not change when items are
    /// inserted before them.
    #[must_use]
    pub fn stable_path(&self, span: Span) -> String {
        let mut path = String::new();
        let Some(mut node) = self.written(span.file) else {
            return path;
        };
        while let Some((step, child)) = step_around(node, span) {
            path.push('/');
            match node.as_array().and(identity(child)) {
                Some(identity) => path.push_str(&identity),
                None => path.push_str(&step.to_string()),
            }
            node = child;
        }
        path
    }
}

/// Returns what distinguishes an item of an array from the others.
fn identity(item: &Node) -> Option<String> {
    if let Value::String(text) | Value::Number(text) = &item.value {
        return Some(text.to_string());
    }
    let text = |name| item.get(name).and_then(Node::as_str);
    match (text("in"), text("name")) {
        (Some(location), Some(name)) => Some(format!("{location} {name}")),
        (_, Some(name)) => Some(name.to_owned()),
        _ => ["$ref", "title", "url"]
            .into_iter()
            .find_map(text)
            .map(str::to_owned),
    }
}

/// The way from a value to one in it.
enum Step<'d> {
    /// The name of a property, and its place.
    Property(&'d str, Span),
    /// The index of an item.
    Item(usize),
}

impl std::fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Property(name, _) => f.write_str(name),
            Self::Item(index) => index.fmt(f),
        }
    }
}

/// Returns the property or item that contains a span. Children are in the order of the file, except
/// for copies by aliases, which are at their anchors.
fn step_around(node: &Node, span: Span) -> Option<(Step<'_>, &Node)> {
    let before = |child: &Node| child.span.file == span.file && child.span.start <= span.start;
    let holds = |child: &Node| before(child) && child.span.end >= span.end;
    match &node.value {
        Value::Object(object) => {
            let guess = object.partition_point(before).and_then(|at| object.at(at));
            guess
                .filter(|(_, _, child)| holds(child))
                .or_else(|| object.spans().find(|(_, _, child)| holds(child)))
                .map(|(name, at, child)| (Step::Property(name, at), child))
        }
        Value::Array(items) => {
            let guess = items.partition_point(before).checked_sub(1);
            guess
                .filter(|at| holds(&items[*at]))
                .or_else(|| items.iter().position(holds))
                .map(|at| (Step::Item(at), &items[at]))
        }
        _ => None,
    }
}
