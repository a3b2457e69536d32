//! A file for each group: its operations, and the class with their methods.

use super::TypeScript;
use super::code::{comment, docs, ident};
use super::imports::Imports;
use super::layout::Doc;
use super::model::constant;
use super::module;
use super::names::GroupNames;
use super::schema::UP;
use super::signature::Takes;
use super::ty::{Place, Type, generic};
use crate::GenerateError;
use crate::code::Code;
use crate::ir::docs::request;
use crate::ir::{Call, Group, Pages};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Returns the files of all groups.
    pub(super) fn groups(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        for (group, names) in self.ir.groups.iter().zip(self.names.groups()) {
            let mut imports = Imports::default();
            let mut nodes = Vec::new();
            for call in &group.calls {
                nodes.extend(self.signature(call, &mut imports));
                nodes.push(self.table(call, &mut imports));
            }
            nodes.push(self.class(group, names, &mut imports));
            let path = format!("src/groups/{}.ts", names.file);
            let imports = imports.beside("groups");
            module::add(sources, path, None, &imports, &nodes)?;
        }
        Ok(())
    }

    fn table(&self, call: &Call<'_>, imports: &mut Imports) -> Doc {
        let name = ident(&call.unique);
        let kind = if call.pages.is_some() {
            "PagedOperation"
        } else {
            "Operation"
        };
        imports.ty(format!("{UP}/runtime/operation"), kind);
        let mut arguments = vec![
            self.params_type(call),
            self.result(call, imports),
            self.failure(call),
        ];
        if let Some(pages) = &call.pages {
            arguments.push(self.ty(&pages.item, UP, Place::Anywhere, imports));
        }
        let ty = Type::Generic(kind, arguments);
        let about = request(call.operation);
        constant(&about, &name, &ty, &self.operation(call, imports))
    }

    /// Returns the type of an operation's arguments, in one word.
    fn params_type(&self, call: &Call<'_>) -> Type {
        let name = ident(&self.names.of_call(call).params);
        match Self::takes(call) {
            Takes::Nothing => Type::word("undefined"),
            Takes::Optional => Type::Word(name).or("undefined"),
            Takes::Required => Type::Word(name),
        }
    }

    fn class(&self, group: &Group<'_>, names: &GroupNames, imports: &mut Imports) -> Doc {
        imports.ty(format!("{UP}/runtime/core"), "Core");
        imports.ty(format!("{UP}/runtime/prepare"), "RequestOptions");
        let mut lines = vec![
            Doc::fixed("readonly #core: Core;"),
            Doc::Hard,
            Doc::Hard,
            Doc::fixed("constructor(core: Core) {"),
            Doc::indent(vec![Doc::Hard, Doc::fixed("this.#core = core;")]),
            Doc::Hard,
            Doc::fixed("}"),
        ];
        for call in &group.calls {
            lines.extend([Doc::Hard, Doc::Hard, self.method(call, imports)]);
            if let Some(pages) = &call.pages {
                lines.extend([Doc::Hard, Doc::Hard, self.all(call, pages, imports)]);
            }
        }
        Doc::Join(vec![
            docs(&group.docs),
            Doc::Text(code!("export class ", &ident(&names.class), " {")),
            Doc::indented(Doc::Hard, lines),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }

    fn method(&self, call: &Call<'_>, imports: &mut Imports) -> Doc {
        let result = generic("Promise", vec![self.result(call, imports).doc()]);
        self.caller(
            call,
            &ident(&call.method),
            "call",
            comment(&call.docs),
            result,
        )
    }

    /// Returns the method that iterates over the items of all pages.
    fn all(&self, call: &Call<'_>, pages: &Pages<'_>, imports: &mut Imports) -> Doc {
        let item = self.ty(&pages.item, UP, Place::Anywhere, imports).doc();
        let arguments = vec![item, Doc::fixed("void"), Doc::fixed("undefined")];
        let about = format!(
            "Iterates over all items of `{}`, page by page.",
            call.method
        );
        self.caller(
            call,
            &ident(&pages.method),
            "items",
            docs(&about),
            generic("AsyncGenerator", arguments),
        )
    }

    fn caller(
        &self,
        call: &Call<'_>,
        name: &Code,
        function: &'static str,
        about: Doc,
        result: Doc,
    ) -> Doc {
        let params = ident(&self.names.of_call(call).params);
        let options = Doc::fixed("options?: RequestOptions");
        let (parameters, given) = match Self::takes(call) {
            Takes::Nothing => (vec![options], "undefined"),
            Takes::Optional => (
                vec![Doc::Text(code!("params?: ", &params)), options],
                "params",
            ),
            Takes::Required => (
                vec![Doc::Text(code!("params: ", &params)), options],
                "params",
            ),
        };
        let table = Doc::Text(ident(&call.unique));
        let arguments = vec![table, Doc::fixed(given), Doc::fixed("options")];
        Doc::Join(vec![
            about,
            // Parameters are broken before a result is.
            Doc::group(vec![
                Doc::Text(name.clone()),
                Doc::Join(listed(parameters)),
                Doc::fixed(": "),
                result,
            ]),
            Doc::fixed(" {"),
            Doc::indent(vec![
                Doc::Hard,
                Doc::fixed("return this.#core."),
                Doc::fixed(function),
                list(arguments),
                Doc::fixed(";"),
            ]),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }
}

/// Returns a parenthesized list, on one line or with one line for each item.
pub(super) fn list(pieces: Vec<Doc>) -> Doc {
    Doc::group(listed(pieces))
}

/// Lists pieces, on one line if their group is.
fn listed(pieces: Vec<Doc>) -> Vec<Doc> {
    let pieces = Doc::separated(pieces, &[Doc::fixed(","), Doc::Line]);
    vec![
        Doc::fixed("("),
        Doc::indented(Doc::Soft, pieces),
        Doc::IfBroken(","),
        Doc::Soft,
        Doc::fixed(")"),
    ]
}
