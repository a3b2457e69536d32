//! The table in which tests find operations.

use super::TypeScript;
use super::code::{ident, string};
use super::imports::Imports;
use super::layout::Doc;
use super::module;
use super::value::Value;
use crate::GenerateError;
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `test/dispatch.ts`: every operation, with the names of its group and its methods.
    pub(super) fn dispatch(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.ty("../src/runtime/operation", "AnyOperation");
        let mut entries = Vec::new();
        for (group, names) in self.ir.groups.iter().zip(self.names.groups()) {
            for call in &group.calls {
                imports.value(format!("../src/groups/{}", names.file), &call.unique);
                let mut members = vec![
                    ("operation", Value::Atom(ident(&call.unique))),
                    ("group", Value::Atom(string(&group.name))),
                    ("method", Value::Atom(string(&call.method))),
                ];
                if let Some(pages) = &call.pages {
                    members.push(("all", Value::Atom(string(&pages.method))));
                }
                entries.push(Value::Object(members));
            }
        }
        let nodes = [
            Doc::fixed(ENTRY),
            Doc::Join(vec![
                Doc::fixed("/** Every operation. */"),
                Doc::Hard,
                Doc::fixed("export const entries: readonly Entry[] = "),
                Value::Array(entries).doc(),
                Doc::fixed(";"),
            ]),
            Doc::Join(vec![
                Doc::fixed("export { api } from \"../src/api.js\";"),
                Doc::Hard,
                Doc::fixed("export { Client } from \"../src/client.js\";"),
            ]),
        ];
        let path = "test/dispatch.ts".to_owned();
        let about = Some("Finds operations for the tests.");
        module::add(sources, path, about, &imports, &nodes)
    }
}

/// The type of an entry.
const ENTRY: &str = "/** An operation, and its method of the client. */
export interface Entry {
  readonly operation: AnyOperation;
  readonly group: string;
  readonly method: string;
  readonly all?: string;
}";
