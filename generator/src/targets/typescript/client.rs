//! The client: its settings and its groups.

use std::fmt::Write as _;

use spec::model::ServerVariable;

use super::TypeScript;
use super::code::{self, comment, docs, ident};
use super::group::list;
use super::imports::Imports;
use super::layout::Doc;
use super::module;
use super::signature::member;
use super::ty::{Place, Type};
use crate::GenerateError;
use crate::ir::docs::span;
use crate::ir::{Scheme, SchemeKind};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `src/client.ts`, `src/api.ts` and `src/index.ts`.
    pub(super) fn client(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.value("./api", "api");
        imports.value("./runtime/core", "Core");
        imports.ty("./runtime/options", "CoreOptions");
        let mut nodes = Vec::new();
        if !self.ir.schemes.is_empty() {
            nodes.push(self.credentials(&mut imports));
        }
        if !self.ir.globals.is_empty() {
            nodes.push(self.global_parameters(&mut imports));
        }
        nodes.push(self.options());
        nodes.push(self.class_of_client(&mut imports));
        module::add(sources, "src/client.ts".to_owned(), None, &imports, &nodes)?;
        self.api_table(sources)?;
        self.index(sources)
    }

    fn credentials(&self, imports: &mut Imports) -> Doc {
        let mut lines = Vec::new();
        for scheme in &self.ir.schemes {
            let ty = credential(scheme);
            let description = scheme.declared.description.as_deref();
            let description = description.filter(|text| !text.trim().is_empty());
            let fallback = || span(&scheme.declared.name);
            lines.push(docs(&description.map_or_else(fallback, str::to_owned)));
            lines.push(Doc::Text(code!(&ident(&scheme.name), "?:")));
            imports.ty("./runtime/credentials", ty);
            lines.extend([
                Type::word(ty).or("undefined").after_colon(),
                Doc::fixed(";"),
                Doc::Hard,
            ]);
        }
        interface("The credentials of the client.", "Credentials", lines)
    }

    /// Returns the type of the parameters that a client, and a copy of it, can set for all calls.
    fn global_parameters(&self, imports: &mut Imports) -> Doc {
        let globals = self.ir.globals.iter();
        let lines = globals.flat_map(|global| {
            let ty = self.ty(&global.ty, ".", Place::Request, imports);
            member(comment(&global.docs), &ident(&global.name), false, ty)
        });
        let lines = lines.collect();
        interface("The parameters of all calls.", GLOBALS, lines)
    }

    fn options(&self) -> Doc {
        let mut lines = Vec::new();
        for variable in &self.ir.variables {
            lines.push(docs(&variable_docs(variable.declared)));
            lines.push(Doc::Text(code!(&ident(&variable.name), "?:")));
            lines.extend([
                Type::word("string").or("undefined").after_colon(),
                Doc::fixed(";"),
                Doc::Hard,
            ]);
        }
        if !self.ir.schemes.is_empty() {
            lines.push(docs("The credentials of the client."));
            lines.extend([
                Doc::fixed("credentials?: Credentials | undefined;"),
                Doc::Hard,
            ]);
        }
        let has_globals = !self.ir.globals.is_empty();
        if lines.is_empty() {
            let ty = if has_globals {
                "export type ClientOptions = CoreOptions & GlobalParameters;"
            } else {
                "export type ClientOptions = CoreOptions;"
            };
            return Doc::Join(vec![docs("The options of a client."), Doc::fixed(ty)]);
        }
        let head = if has_globals {
            "ClientOptions extends CoreOptions, GlobalParameters"
        } else {
            "ClientOptions extends CoreOptions"
        };
        interface("The options of a client.", head, lines)
    }

    fn class_of_client(&self, imports: &mut Imports) -> Doc {
        let mut lines = Vec::new();
        for (group, names) in self.ir.groups.iter().zip(self.names.groups()) {
            let class = ident(&names.class);
            imports.value(format!("./groups/{}", names.file), &names.class);
            lines.push(docs(&group.docs));
            let head = code!("readonly ", &ident(&group.name), " = new ", &class);
            lines.push(Doc::Join(vec![
                Doc::Text(head),
                list(vec![Doc::fixed("this")]),
                Doc::fixed(";"),
            ]));
            lines.extend([Doc::Hard, Doc::Hard]);
        }
        lines.extend(methods(!self.ir.globals.is_empty(), imports));
        let api = self.ir.api;
        let about = format!("A client of {}, version {}.", api.title, api.version);
        Doc::Join(vec![
            docs(&about),
            Doc::fixed("export class Client extends Core {"),
            Doc::indented(Doc::Hard, lines),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }

    fn index(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let api = self.ir.api;
        let mut text = format!("{}, version {}.", api.title, api.version);
        if let Some(description) = &api.description {
            text.push_str("\n\n");
            text.push_str(description);
        }
        let groups = self
            .names
            .groups()
            .iter()
            .map(|group| format!("./groups/{}", group.file));
        let mut exports: Vec<_> = ["./client".to_owned()].into_iter().chain(groups).collect();
        exports.extend(["./models/index", "./runtime/index", "./webhooks"].map(str::to_owned));
        exports.insert(0, "./api".to_owned());
        let exports = exports
            .iter()
            .map(|path| Doc::Text(code!("export * from ", &code::module(path), ";")));
        let exports = Doc::lines(exports.collect());
        let imports = Imports::default();
        module::add(
            sources,
            "src/index.ts".to_owned(),
            Some(&text),
            &imports,
            &[exports],
        )
    }
}

/// Returns the constructor and the methods that every client has.
fn methods(has_globals: bool, imports: &mut Imports) -> Vec<Doc> {
    imports.ty("./runtime/changes", "ClientChanges");
    imports.value("./runtime/environment", "fromEnvironment");
    let method = |head, body| {
        [
            Doc::fixed(head),
            Doc::indent(vec![Doc::Hard, Doc::fixed(body)]),
            Doc::Hard,
            Doc::fixed("}"),
        ]
    };
    let mut lines = Vec::new();
    for line in THROWS {
        lines.extend([Doc::fixed(line), Doc::Hard]);
    }
    lines.extend(method(
        "constructor(options: ClientOptions = {}) {",
        "super(api, options);",
    ));
    lines.extend([Doc::Hard, Doc::Hard, docs(ENVIRONMENT)]);
    lines.extend(method(
        "static fromEnvironment(options: ClientOptions = {}): Client {",
        "return new Client(fromEnvironment(api, options));",
    ));
    lines.extend([Doc::Hard, Doc::Hard, docs(WITH)]);
    lines.extend(method(
        if has_globals {
            "override with(changes: ClientChanges & GlobalParameters): Client {"
        } else {
            "override with(changes: ClientChanges): Client {"
        },
        "return new Client(this.changed(changes));",
    ));
    lines
}

const GLOBALS: &str = "GlobalParameters";

const THROWS: &[&str] = &[
    "/**",
    " * @throws SetupError if an address, a header field or a credential is not",
    " * usable.",
    " */",
];

const ENVIRONMENT: &str = "Returns a client with the addresses and credentials that environment \
    variables have. `options` replace them.";

const WITH: &str = "Returns a changed copy of the client, which shares its credentials and tokens. \
    This client is not changed.";

fn interface(about: &str, name: &'static str, mut lines: Vec<Doc>) -> Doc {
    lines.pop();
    Doc::Join(vec![
        docs(about),
        Doc::fixed("export interface "),
        Doc::fixed(name),
        Doc::fixed(" {"),
        Doc::indented(Doc::Hard, lines),
        Doc::Hard,
        Doc::fixed("}"),
    ])
}

/// Returns the type of a credential.
pub(super) fn credential(scheme: &Scheme<'_>) -> &'static str {
    match scheme.kind {
        SchemeKind::Basic => "BasicCredentials",
        _ => "Credential",
    }
}

fn variable_docs(variable: &ServerVariable) -> String {
    let description = variable.description.as_deref();
    let description = description.filter(|text| !text.trim().is_empty());
    let fallback = || format!("{} in the address.", span(&variable.name));
    let mut text = description.map_or_else(fallback, str::to_owned);
    let quoted = span;
    let _ = write!(text, "\n\nDefault: {}.", quoted(&variable.default));
    if !variable.values.is_empty() {
        let values: Vec<_> = variable.values.iter().map(|value| quoted(value)).collect();
        let _ = write!(text, " One of {}.", values.join(", "));
    }
    text
}
