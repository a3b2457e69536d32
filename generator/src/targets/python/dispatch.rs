//! The table with which the test runner for vectors calls operations.

use askama::Template;

use super::Python;
use super::code::{before_runtime, ident, string, without_levels};
use super::groups::keys;
use super::imports::Imports;
use super::layout::{Node, import, join, statement};
use super::operations::constants;
use super::ty::Place;
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::{Call, Group};
use crate::targets::sources::Sources;

#[derive(Template)]
#[template(path = "python/tests/dispatch.py")]
struct DispatchView {
    imports: Code,
    credentials: Code,
    entries: Code,
}

impl Python<'_> {
    /// Adds the table.
    pub(super) fn add_dispatch(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let module = ident(&self.ir.config.python.module);
        let mut imports = Imports::default();
        let mut entries = Vec::new();
        let mut operations = Vec::new();
        for group in &self.ir.groups {
            operations.push(group.name.clone());
            for (call, names) in group.calls.iter().zip(constants(group)) {
                let operation = code!("ops_", &ident(&group.name), ".", &ident(&names.operation));
                let node = self.entry(group, call, operation, &mut imports);
                entries.push((string(&call.operation.id), node));
            }
        }
        imports.add("..runtime.operation", "Operation");
        imports.add("collections.abc", "Callable");
        imports.add("dataclasses", "dataclass");
        imports.add("typing", "Any");
        operations.sort_by(|one, other| super::imports::natural(one, other));
        let imports = without_levels(&imports.print(0), &module);
        let mut tables = Vec::new();
        for name in operations {
            let name = ident(&name);
            let named = vec![code!(&name, " as ops_", &name)];
            tables.push(import(0, &code!(&module, ".operations"), named));
            tables.push(Code::fixed("\n"));
        }
        let credentials = self.ir.schemes.iter();
        let credentials = credentials.map(|scheme| {
            (
                string(&scheme.declared.name),
                Node::Leaf(string(&scheme.name)),
            )
        });
        let start = Code::fixed("CREDENTIALS: dict[str, str] = ");
        let credentials = statement(0, &start, &Node::dict(credentials.collect()));
        let start = Code::fixed("OPERATIONS: dict[str, Entry] = ");
        let view = DispatchView {
            imports: before_runtime(&imports, &join(&tables)),
            credentials,
            entries: statement(0, &start, &Node::dict(entries)),
        };
        self.add(sources, "tests/dispatch.py", &view)
    }

    fn entry(&self, group: &Group<'_>, call: &Call<'_>, operation: Code, to: &mut Imports) -> Node {
        let arguments = self.arguments(call);
        let arguments = arguments.iter().zip(&call.arguments).zip(keys(call)).map(
            |((argument, planned), key)| {
                let annotation = self.annotate(&planned.ty, Place::Table);
                to.extend(&annotation.imports);
                Node::tuple(vec![
                    Node::Leaf(string(&key)),
                    Node::Leaf(string(&argument.name)),
                    Node::Leaf(code!("lambda: ", &annotation.code)),
                ])
            },
        );
        let mut items = vec![
            Node::Leaf(string(&group.name)),
            Node::Leaf(string(&call.method)),
            Node::Leaf(operation),
            Node::tuple(arguments.collect()),
        ];
        if let Some(pages) = &call.pages {
            let name = Node::Leaf(string(&pages.method));
            items.push(Node::keyword("items", name));
        }
        let media = call.body.iter().flat_map(|body| &body.contents);
        let mut media: Vec<_> = media.map(|content| content.media_type.as_str()).collect();
        media.dedup();
        if media.len() > 1 {
            items.push(Node::keyword("many_media_types", Node::fixed("True")));
        }
        Node::call(&Code::fixed("Entry"), items)
    }
}
