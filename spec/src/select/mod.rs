//! Selects parts of a description: some operations, with everything that they need.
//!
//! The tree is reduced before it is lowered, so that later stages need not know.

mod needed;
mod pattern;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::Diagnostics;
use crate::document::{Documents, Node, Object, Value};
use crate::lower::operation_id;
use crate::model::Method;

use self::needed::Needed;
use self::pattern::Named;
pub use self::pattern::Pattern;

/// Which operations of a description are wanted.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Any of these; all operations if the list is empty.
    pub include: Vec<Pattern>,
    /// None of these.
    pub exclude: Vec<Pattern>,
}

/// A selection in progress.
struct Selecting<'s> {
    selection: &'s Selection,
    documents: &'s Documents,
    diagnostics: &'s mut Diagnostics,
    /// The patterns that have matched, by index.
    matched: HashSet<usize>,
    /// The tags of the selected operations.
    tags: HashSet<String>,
}

impl Selection {
    /// Returns whether everything is selected.
    #[must_use]
    pub const fn is_everything(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }
}

/// Removes what is not selected, and what only that needs.
pub(crate) fn apply(
    documents: &mut Documents,
    selection: &Selection,
    diagnostics: &mut Diagnostics,
) {
    if selection.is_everything() {
        return;
    }
    let Some(root) = documents.main() else {
        return;
    };
    let mut selecting = Selecting::new(documents, selection, diagnostics);
    let kept = selecting.root(root);
    let matched = selecting.matched;
    let components = Needed::of(&kept, documents, diagnostics).components(&kept);
    let kept = match components {
        Some(components) => with(&kept, "components", components),
        None => kept,
    };
    let all = selection.include.iter().chain(&selection.exclude);
    let unmatched = all.enumerate().filter(|(at, _)| !matched.contains(at));
    let unmatched = unmatched.map(|(_, pattern)| pattern.to_string()).collect();
    documents.replace_main(kept, unmatched);
}

/// Returns the patterns that match no operation of a description, by their index: first those of
/// `include`, then those of `exclude`.
#[must_use]
pub fn unmatched(documents: &Documents, selection: &Selection) -> Vec<usize> {
    let count = selection.include.len() + selection.exclude.len();
    // The reader has reported what it finds.
    let mut diagnostics = Diagnostics::default();
    let mut selecting = Selecting::new(documents, selection, &mut diagnostics);
    if let Some(root) = documents.main().filter(|_| count > 0) {
        selecting.root(root);
    }
    let is_unmatched = |at: &usize| !selecting.matched.contains(at);
    (0..count).filter(is_unmatched).collect()
}

impl<'s> Selecting<'s> {
    fn new(
        documents: &'s Documents,
        selection: &'s Selection,
        diagnostics: &'s mut Diagnostics,
    ) -> Self {
        Self {
            selection,
            documents,
            diagnostics,
            matched: HashSet::new(),
            tags: HashSet::new(),
        }
    }

    /// Returns the description with the selected operations, and with all components.
    fn root(&mut self, root: &Node) -> Node {
        let mut root = root.clone();
        for name in ["paths", "webhooks", "x-webhooks"] {
            if let Some(items) = root.get(name).filter(|items| items.as_object().is_some()) {
                let items = self.items(items, name == "paths");
                root = with(&root, name, items);
            }
        }
        if let Some(tags) = root.get("tags").and_then(Node::as_array) {
            let tags = self.declared(tags);
            let span = root.get("tags").map_or(root.span, |tags| tags.span);
            let value = Value::Array(Arc::new(tags));
            root = with(&root, "tags", Node { span, value });
        }
        root
    }

    /// Returns paths or webhooks, with the selected operations.
    fn items(&mut self, items: &Node, paths: bool) -> Node {
        let mut kept = Object::default();
        for (name, span, item) in items.as_object().into_iter().flat_map(Object::spans) {
            let behind = self.behind(item);
            let Some(fields) = behind.as_object() else {
                kept.push(name.into(), span, item.clone());
                continue;
            };
            let path = if paths { name } else { "" };
            if let Some(fields) = self.item(path, fields) {
                let value = Value::Object(Arc::new(fields));
                let span_of_item = behind.span;
                let item = Node {
                    span: span_of_item,
                    value,
                };
                kept.push(name.into(), span, item);
            }
        }
        let value = Value::Object(Arc::new(kept));
        Node {
            span: items.span,
            value,
        }
    }

    /// Returns the target of a reference, or the value itself if it is not a reference or cannot be
    /// resolved, which is reported later.
    fn behind<'n>(&mut self, node: &'n Node) -> &'n Node
    where
        's: 'n,
    {
        let reference = node.reference().and_then(Node::as_str);
        let documents = self.documents;
        let target = reference.map(|text| documents.follow(text, node.span, self.diagnostics));
        target.and_then(Result::ok).unwrap_or(node)
    }

    /// Returns a path with the selected operations; `None` if no operation is selected.
    fn item(&mut self, path: &str, fields: &Object) -> Option<Object> {
        let mut kept = Object::default();
        let mut operations = 0;
        for (name, span, node) in fields.spans() {
            let known = Method::ALL.into_iter().chain([Method::Query]);
            let method = known.into_iter().find(|method| method.field() == name);
            let node = match method {
                Some(method) if !self.keeps(path, method, node) => continue,
                Some(_) => {
                    operations += 1;
                    node.clone()
                }
                None if name == "additionalOperations" => {
                    let further = self.additional(path, node);
                    operations += further.as_object().map_or(0, Object::len);
                    further
                }
                None => node.clone(),
            };
            kept.push(name.into(), span, node);
        }
        (operations > 0).then_some(kept)
    }

    fn additional(&mut self, path: &str, node: &Node) -> Node {
        let mut kept = Object::default();
        for (name, span, operation) in node.as_object().into_iter().flat_map(Object::spans) {
            if self.keeps(path, Method::named(name), operation) {
                kept.push(name.into(), span, operation.clone());
            }
        }
        let value = Value::Object(Arc::new(kept));
        Node {
            span: node.span,
            value,
        }
    }

    fn keeps(&mut self, path: &str, method: Method, operation: &Node) -> bool {
        let operation = self.behind(operation);
        let id = operation.get("operationId").and_then(Node::as_str);
        let tags = operation.get("tags").and_then(Node::as_array);
        let tags = tags.into_iter().flatten().filter_map(Node::as_str);
        let named = Named {
            path,
            id: id.map_or_else(|| operation_id::from_path(method, path), str::to_owned),
            tags: tags.collect(),
        };
        let Selection { include, exclude } = self.selection;
        let mut matches = |patterns: &[Pattern], first: usize| {
            let own = patterns.iter().zip(first..);
            let own = own.filter(|(pattern, _)| pattern.matches(&named));
            let own: Vec<_> = own.map(|(_, at)| at).collect();
            self.matched.extend(&own);
            !own.is_empty()
        };
        let included = matches(include, 0) || include.is_empty();
        let excluded = matches(exclude, include.len());
        let kept = included && !excluded;
        if kept {
            let tags = named.tags.iter().map(|tag| (*tag).to_owned());
            self.tags.extend(tags);
        }
        kept
    }

    /// Returns the declared tags of the selected operations, with their parents.
    fn declared(&self, tags: &[Node]) -> Vec<Node> {
        let text = |tag: &Node, field| tag.get(field).and_then(Node::as_str).map(str::to_owned);
        let mut parents: HashMap<String, Vec<String>> = HashMap::new();
        for tag in tags {
            if let (Some(name), Some(parent)) = (text(tag, "name"), text(tag, "parent")) {
                parents.entry(name).or_default().push(parent);
            }
        }
        let mut wanted = self.tags.clone();
        let mut open: Vec<_> = wanted.iter().cloned().collect();
        while let Some(name) = open.pop() {
            let above = parents.remove(&name).unwrap_or_default();
            open.extend(above.iter().cloned());
            wanted.extend(above);
        }
        let own = tags.iter();
        let own = own.filter(|tag| text(tag, "name").is_none_or(|name| wanted.contains(&name)));
        own.cloned().collect()
    }
}

/// Returns an object with another value for one of its properties.
fn with(node: &Node, name: &str, value: Node) -> Node {
    let mut node = node.clone();
    if let Value::Object(object) = &mut node.value
        && let Some(member) = Arc::make_mut(object).get_mut(name)
    {
        *member = value;
    }
    node
}
