//! Builds new values at the places of those that they are converted from.

use std::sync::Arc;

use crate::document::{Node, Object, Value};
use crate::source::Span;

/// An object that is being built.
pub(super) struct Build {
    span: Span,
    object: Object,
}

impl Build {
    pub(super) fn at(span: Span) -> Self {
        Self {
            span,
            object: Object::default(),
        }
    }

    /// Adds a property, whose name is at `span`; the first of two equal names is kept.
    pub(super) fn add(&mut self, name: &str, span: Span, node: Node) {
        self.object.push(name.into(), span, node);
    }

    /// Adds a property that the user did not write.
    pub(super) fn put(&mut self, name: &str, node: Node) {
        self.add(name, node.span, node);
    }

    /// Copies a property of another object under another name, if it is present.
    pub(super) fn copy(&mut self, from: &Node, name: &str, to: &str) {
        if let Some(object) = from.as_object()
            && let (Some(node), Some(span)) = (object.get(name), object.name_span(name))
        {
            self.add(to, span, node.clone());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.object.is_empty()
    }

    pub(super) fn finish(self) -> Node {
        Node {
            span: self.span,
            value: Value::Object(Arc::new(self.object)),
        }
    }
}

/// Returns a string.
pub(super) fn text(text: &str, span: Span) -> Node {
    let value = Value::String(text.into());
    Node { span, value }
}

pub(super) fn boolean(value: bool, span: Span) -> Node {
    let value = Value::Bool(value);
    Node { span, value }
}

pub(super) fn array(items: Vec<Node>, span: Span) -> Node {
    let value = Value::Array(Arc::new(items));
    Node { span, value }
}

/// Returns an object without properties.
pub(super) fn nothing(span: Span) -> Node {
    Build::at(span).finish()
}
