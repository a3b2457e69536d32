//! Lowers paths: finds operations, names and distinguishes them.

use std::collections::HashMap;

use super::Lowering;
use super::operation_id::{self, Ids};
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{Callback, Method, Operation, Provenance, Requirement, Server, path_shape};
use crate::source::Span;

/// The fields that all operations of one path share.
pub(super) struct Item<'d, 'p> {
    pub(super) path: &'p str,
    pub(super) parameters: &'d [Node],
    pub(super) servers: Option<Vec<Server>>,
    pub(super) summary: Option<String>,
    pub(super) description: Option<String>,
    pub(super) security: &'p [Requirement],
    pub(super) provenance: Provenance,
}

impl<'d> Lowering<'d, '_> {
    pub(super) fn paths(
        &mut self,
        root: &Fields<'d>,
        security: &[Requirement],
        provenance: &Provenance,
    ) -> Vec<Operation> {
        let paths = self.named_entries(root, "paths");
        let described = ["paths", "webhooks", "components", "x-webhooks"];
        if described.iter().all(|name| root.get(name).is_none()) {
            self.missing(root, "paths");
        }
        let mut operations = Vec::new();
        let mut shapes = HashMap::new();
        for (path, span, node) in paths {
            self.refuse_hidden(span, path, "a path");
            let mark = self.diagnostics.mark();
            let mut made = Vec::new();
            if path.starts_with('/') {
                self.refuse_ambiguous(path, span, &mut shapes);
                self.name_what_no_path_has(path, span);
                made = self.path_item(path, node, security, provenance);
            } else {
                let message = format!("the path `{path}` does not start with `/`");
                self.invalid(span, message, "a path that starts with `/`");
            }
            if !self.contain(mark, span, &format!("the path `{path}` is left out")) {
                operations.extend(made);
            }
        }
        self.settle_ids(&mut operations);
        operations
    }

    /// Reports ambiguous paths: `/a/{x}` and `/a/{y}` are the same path (OpenAPI 3.0.3 §4.7.8).
    fn refuse_ambiguous(&mut self, path: &str, span: Span, shapes: &mut HashMap<String, Span>) {
        let shape = path_shape(path).collect();
        if let Some(first) = shapes.insert(shape, span) {
            self.diagnostics.push(
                Diagnostic::warning(
                    Code::AmbiguousPath,
                    span,
                    format!("`{path}` matches the same requests as another path"),
                )
                .related(first, "the other one")
                .help("keep one of them, or give them different methods"),
            );
        }
    }

    /// Reports `?` or `#` in a path, with which some descriptions distinguish operations (OpenAPI
    /// 3.1.1 §4.8.2 has neither). A client must not send it as a query.
    fn name_what_no_path_has(&mut self, path: &str, span: Span) {
        let Some(at) = path.find(['?', '#']) else {
            return;
        };
        let (what, help) = if path[at..].starts_with('?') {
            let help = "end the path before the `?`, and declare each part of the query as a \
                        parameter, with an `enum` of its one value";
            ("query", help)
        } else {
            (
                "fragment",
                "end the path before the `#`, which never reaches a server",
            )
        };
        let message = format!("the path `{path}` has a {what}");
        self.diagnostics.push(
            Diagnostic::warning(Code::UnsupportedConstruct, span, message)
                .label("sent as a part of the path, percent-encoded")
                .help(help),
        );
    }

    fn path_item(
        &mut self,
        path: &str,
        node: &'d Node,
        security: &[Requirement],
        provenance: &Provenance,
    ) -> Vec<Operation> {
        let Some(node) = self.deref(node, "a path") else {
            return Vec::new();
        };
        let Some(fields) = self.fields(node, "a path") else {
            return Vec::new();
        };
        let item = Item {
            path,
            parameters: self.array(&fields, "parameters"),
            servers: self.servers(&fields),
            summary: self.prose(&fields, "summary"),
            description: self.prose(&fields, "description"),
            security,
            provenance: self.provenance(&fields, provenance),
        };
        let mut operations = Vec::new();
        for (name, span, node) in fields.spans() {
            let mut known = Method::ALL.into_iter().chain([Method::Query]);
            let Some(method) = known.find(|m| m.field() == name) else {
                continue;
            };
            operations.extend(self.operation_of_path((method, span, node), &item));
        }
        for (name, span, node) in self.named_entries(&fields, "additionalOperations") {
            let entry = (Method::named(name), span, node);
            operations.extend(self.operation_of_path(entry, &item));
        }
        operations
    }

    fn operation_of_path(
        &mut self,
        (method, span, node): (Method, Span, &'d Node),
        item: &Item<'d, '_>,
    ) -> Option<Operation> {
        let mark = self.diagnostics.mark();
        let operation = self.operation(method, node, item);
        let shown = format!("{} {}", method.as_str(), item.path);
        let outcome = format!("the operation `{}` is left out", shown.trim_end());
        let contained = self.contain(mark, span, &outcome);
        operation.filter(|_| !contained)
    }

    /// Returns the operations of a webhook or callback. They do not belong to the API's operations,
    /// and have separate ids.
    pub(super) fn hook_operations(
        &mut self,
        name: &str,
        node: &'d Node,
        provenance: &Provenance,
    ) -> Vec<Operation> {
        let found = self.found;
        let mut operations = self.path_item("", node, &[], provenance);
        for operation in &operations {
            if !Method::ALL.contains(&operation.method) {
                let method = operation.method.as_str();
                let what = format!("a webhook or callback with the method {method}");
                self.unsupported(operation.span, what, "left out");
            }
        }
        operations.retain(|operation| Method::ALL.contains(&operation.method));
        self.found = found;
        let single = operations.len() == 1;
        for operation in &mut operations {
            if !operation.id_given {
                let method = operation.method.field();
                operation.id = if single {
                    name.to_owned()
                } else {
                    format!("{name}-{method}")
                };
            }
        }
        operations
    }

    pub(super) fn callbacks(
        &mut self,
        operation: &Fields<'d>,
        provenance: &Provenance,
    ) -> Vec<Callback> {
        /// The maximum nesting: a callback can refer to itself through the callbacks of its
        /// operation.
        const DEEPEST: usize = 4;
        let mut callbacks = Vec::new();
        for (name, node) in self.entries(operation, "callbacks") {
            if self.hooks >= DEEPEST {
                self.endless_callback(node.span);
                break;
            }
            let mark = self.diagnostics.mark();
            let behind = self.deref(node, "a callback");
            let fields = behind.and_then(|node| self.fields(node, "a callback"));
            let outcome = format!("the callback `{name}` is left out");
            let contained = self.contain(mark, node.span, &outcome);
            let Some(fields) = fields.filter(|_| !contained) else {
                continue;
            };
            self.hooks += 1;
            for (expression, node) in fields.iter().filter(|(name, _)| !name.starts_with("x-")) {
                let operations = self.hook_operations(name, node, provenance);
                callbacks.push(Callback {
                    name: name.to_owned(),
                    expression: expression.to_owned(),
                    operations,
                });
            }
            self.hooks -= 1;
        }
        callbacks
    }

    fn endless_callback(&mut self, span: Span) {
        let what = "callbacks of callbacks contain themselves, or nest too deeply";
        let diagnostic = Diagnostic::warning(Code::CircularReference, span, what);
        self.diagnostics.push(
            diagnostic
                .label("left out")
                .help("remove the callbacks from the operation of the callback"),
        );
    }

    /// Gives an id to operations without one, and makes equal ids different.
    fn settle_ids(&mut self, operations: &mut [Operation]) {
        let mut ids = Ids::default();
        for operation in operations.iter_mut().filter(|operation| operation.id_given) {
            let given = std::mem::take(&mut operation.id);
            let first = ids.first(&given, operation.span);
            operation.id = ids.claim(&given);
            let Some(first) = first else {
                continue;
            };
            let message = format!("two operations have the id `{given}`");
            self.diagnostics.push(
                Diagnostic::warning(Code::DuplicateOperationId, operation.span, message)
                    .label(format!("renamed to `{}`", operation.id))
                    .related(first, "the first one")
                    .help("give one of them another operationId"),
            );
        }
        for operation in operations
            .iter_mut()
            .filter(|operation| !operation.id_given)
        {
            let id = operation_id::from_path(operation.method, &operation.path);
            operation.id = ids.claim(&id);
        }
    }
}
