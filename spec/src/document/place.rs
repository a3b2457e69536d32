//! The place to point at for a value: its name says more than the first of many lines.

use super::{Documents, Node, Value};
use crate::source::Span;

impl Documents {
    /// The name of the member whose value stands at `span`, where that value is an object or an
    /// array; the span itself for everything else.
    #[must_use]
    pub fn point_at(&self, span: Span) -> Span {
        let mut node = match self.root(span.file) {
            Some(root) if root.span != span => root,
            _ => return span,
        };
        while let Some((name, child)) = child_around(node, span) {
            if child.span == span {
                let compound = matches!(child.value, Value::Object(_) | Value::Array(_));
                return name.filter(|_| compound).unwrap_or(span);
            }
            node = child;
        }
        span
    }
}

/// The member or item that a span is in. Children stand in the order of the file, but for copies
/// by aliases, which stand at their anchors.
fn child_around(node: &Node, span: Span) -> Option<(Option<Span>, &Node)> {
    let before = |child: &Node| child.span.file == span.file && child.span.start <= span.start;
    let holds = |child: &Node| before(child) && child.span.end >= span.end;
    match &node.value {
        Value::Object(object) => {
            let guess = object.partition_point(before).and_then(|at| object.at(at));
            guess
                .filter(|(_, _, child)| holds(child))
                .or_else(|| object.spans().find(|(_, _, child)| holds(child)))
                .map(|(_, name, child)| (Some(name), child))
        }
        Value::Array(items) => {
            let guess = items.partition_point(before).checked_sub(1);
            guess
                .and_then(|at| items.get(at))
                .filter(|child| holds(child))
                .or_else(|| items.iter().find(|child| holds(child)))
                .map(|child| (None, child))
        }
        _ => None,
    }
}
