//! Finds the components that the selected operations need.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::Diagnostics;
use crate::document::{Documents, Node, Object, Value};
use crate::source::{FileId, Span};

/// A component: its kind and its name.
type Component = (String, String);

/// The components that are never removed, because they are referred to only by name.
const ALWAYS: &str = "securitySchemes";

/// The keywords by which a schema can be referred to, apart from its place.
const NAMES: [&str; 3] = ["$id", "$anchor", "$dynamicAnchor"];

/// The components that are needed.
pub(super) struct Needed(HashSet<Component>);

/// A search in progress.
struct Search<'n> {
    documents: &'n Documents,
    diagnostics: &'n mut Diagnostics,
    components: HashMap<Component, &'n Node>,
    /// The components that belong to another one's implicit union because they name it under
    /// `allOf`.
    children: HashMap<String, Vec<Component>>,
    needed: HashSet<Component>,
    /// The visited targets of references.
    seen: HashSet<usize>,
    queue: Vec<&'n Node>,
}

impl Needed {
    /// Finds everything that is reachable from what is not a component.
    pub(super) fn of(root: &Node, documents: &Documents, diagnostics: &mut Diagnostics) -> Self {
        let components = components(root);
        let named = components.iter().filter(|(_, node)| has_name(node, 0));
        let named: Vec<_> = named.map(|(component, _)| component.clone()).collect();
        let mut search = Search {
            documents,
            diagnostics,
            children: children(&components),
            components,
            needed: HashSet::new(),
            seen: HashSet::new(),
            queue: Vec::new(),
        };
        let members = root.as_object().into_iter().flat_map(Object::iter);
        let members = members.filter(|(name, _)| *name != "components");
        search.queue.extend(members.map(|(_, node)| node));
        for component in named {
            search.need(&component);
        }
        search.run();
        Self(search.needed)
    }

    /// Returns the needed components; `None` if the description has no components at all.
    pub(super) fn components(&self, root: &Node) -> Option<Node> {
        let all = root.get("components")?;
        let mut kept = Object::default();
        for (kind, span, entries) in all.as_object()?.spans() {
            let mut entries = entries.clone();
            if let Value::Object(object) = &mut entries.value
                && kind != ALWAYS
                && !kind.starts_with("x-")
            {
                let names: Vec<_> = object.iter().map(|(name, _)| name.to_owned()).collect();
                let needs = |name: &String| self.0.contains(&(kind.to_owned(), name.clone()));
                let needed: Vec<_> = names.iter().map(needs).collect();
                Arc::make_mut(object).retain(|at, _| needed.get(at).copied().unwrap_or(true));
            }
            kept.push(kind.into(), span, entries);
        }
        let value = Value::Object(Arc::new(kept));
        Some(Node {
            span: all.span,
            value,
        })
    }
}

impl<'n> Search<'n> {
    fn run(&mut self) {
        while let Some(node) = self.queue.pop() {
            match &node.value {
                Value::Array(items) => self.queue.extend(items.iter()),
                Value::Object(object) => self.object(node, object),
                _ => {}
            }
        }
    }

    fn object(&mut self, node: &'n Node, object: &'n Object) {
        for (name, member) in object.iter() {
            match (name, member.as_str()) {
                ("$ref" | "operationRef", Some(reference)) => self.reference(reference, node.span),
                ("discriminator", _) => self.mapped(member),
                _ => {}
            }
            self.queue.push(member);
        }
    }

    /// Follows the names and references in a discriminator.
    fn mapped(&mut self, discriminator: &'n Node) {
        let mapping = discriminator.get("mapping").and_then(Node::as_object);
        let values = mapping.into_iter().flat_map(Object::iter);
        let default = discriminator.get("defaultMapping");
        for value in values.map(|(_, value)| value).chain(default) {
            let Some(text) = value.as_str() else { continue };
            let component = ("schemas".to_owned(), text.to_owned());
            if self.components.contains_key(&component) {
                self.need(&component);
            } else {
                self.reference(text, value.span);
            }
        }
    }

    fn reference(&mut self, reference: &str, at: Span) {
        let documents = self.documents;
        // An unresolved reference is reported when it is read.
        let Ok(target) = documents.follow(reference, at, self.diagnostics) else {
            return;
        };
        if let Some(component) = self.component(reference, at, target) {
            self.need(&component);
        } else if self.seen.insert(std::ptr::from_ref(target).addr()) {
            self.queue.push(target);
        }
    }

    /// Returns the component that a reference leads to or into.
    fn component(&self, reference: &str, at: Span, target: &Node) -> Option<Component> {
        let is_main = self.documents.home(at.file) == FileId(0);
        if let Some(fragment) = reference.strip_prefix("#/components/").filter(|_| is_main) {
            let mut steps = fragment.split('/').map(crate::document::pointer_step);
            let component = (steps.next()?, steps.next()?);
            return self
                .components
                .contains_key(&component)
                .then_some(component);
        }
        let span = target.span;
        let holds = |node: &Node| {
            let own = node.span;
            own.file == span.file && own.start <= span.start && span.end <= own.end
        };
        let mut all = self.components.iter();
        all.find(|(_, node)| holds(node))
            .map(|(name, _)| name.clone())
    }

    fn need(&mut self, component: &Component) {
        if !self.needed.insert(component.clone()) {
            return;
        }
        let Some(node) = self.components.get(component).copied() else {
            return;
        };
        self.queue.push(node);
        // The members of a union by inheritance are not named anywhere else.
        let is_parent = component.0 == "schemas" && node.get("discriminator").is_some();
        let children = is_parent.then(|| self.children.get(&component.1)).flatten();
        for child in children.cloned().unwrap_or_default() {
            self.need(&child);
        }
    }
}

fn components(root: &Node) -> HashMap<Component, &Node> {
    let kinds = root.get("components").and_then(Node::as_object);
    let kinds = kinds.into_iter().flat_map(Object::iter);
    let all = kinds.flat_map(|(kind, entries)| {
        let entries = entries.as_object().into_iter().flat_map(Object::iter);
        entries.map(move |(name, node)| ((kind.to_owned(), name.to_owned()), node))
    });
    all.collect()
}

/// Returns the schemas that name each schema under `allOf`.
fn children(components: &HashMap<Component, &Node>) -> HashMap<String, Vec<Component>> {
    let mut children: HashMap<String, Vec<Component>> = HashMap::new();
    for (component, node) in components {
        let parents = node.get("allOf").and_then(Node::as_array);
        let parents = parents.into_iter().flatten().filter_map(Node::reference);
        for parent in parents.filter_map(Node::as_str) {
            if let Some(name) = parent.strip_prefix("#/components/schemas/") {
                let own = children.entry(crate::document::pointer_step(name));
                own.or_default().push(component.clone());
            }
        }
    }
    children
}

/// Returns whether a schema has an identifier, so that references need not name its place.
fn has_name(node: &Node, depth: usize) -> bool {
    const DEEPEST: usize = 100;
    match &node.value {
        Value::Object(object) => {
            NAMES.iter().any(|name| object.get(name).is_some())
                || depth < DEEPEST && object.iter().any(|(_, node)| has_name(node, depth + 1))
        }
        Value::Array(items) => depth < DEEPEST && items.iter().any(|n| has_name(n, depth + 1)),
        _ => false,
    }
}
