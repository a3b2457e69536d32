//! The client: its settings, its groups, and the facts about the API.

use std::fmt::Write as _;

use spec::model::ServerVariable;

use super::TypeScript;
use super::code::{self, docs, ident, string};
use super::group::list;
use super::imports::Imports;
use super::layout::Doc;
use super::model::constant;
use super::module;
use super::ty::Type;
use super::value::Value;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::docs::span;
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment;
use crate::ir::servers;
use crate::ir::{Messages, Scheme, SchemeKind, messages};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `src/client.ts`, `src/api.ts` and `src/index.ts`.
    pub(super) fn client(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.value("./api", "api");
        imports.value("./runtime/core", "Core");
        imports.ty("./runtime/core", "CoreOptions");
        let mut nodes = Vec::new();
        if !self.ir.schemes.is_empty() {
            nodes.push(self.credentials(&mut imports));
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

    fn options(&self) -> Doc {
        let mut lines = Vec::new();
        for variable in &self.ir.variables {
            lines.push(docs(&variable_docs(variable.variable)));
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
        if lines.is_empty() {
            return Doc::Join(vec![
                docs("The options of a client."),
                Doc::fixed("export type ClientOptions = CoreOptions;"),
            ]);
        }
        interface(
            "The options of a client.",
            "ClientOptions extends CoreOptions",
            lines,
        )
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
        lines.extend([
            Doc::fixed("/**"),
            Doc::Hard,
            Doc::fixed(
                " * @throws SetupError if an address, a header field or a credential is not",
            ),
            Doc::Hard,
            Doc::fixed(" * usable."),
            Doc::Hard,
            Doc::fixed(" */"),
            Doc::Hard,
            Doc::fixed("constructor(options: ClientOptions = {}) {"),
            Doc::indent(vec![Doc::Hard, Doc::fixed("super(api, options);")]),
            Doc::Hard,
            Doc::fixed("}"),
        ]);
        let api = self.ir.api;
        let about = format!("A client of {}, version {}.", api.title, api.version);
        Doc::Join(vec![
            docs(&about),
            Doc::fixed("export class Client extends Core {"),
            Doc::indent([vec![Doc::Hard], lines].concat()),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }

    fn api_table(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.ty("./runtime/core", "Api");
        let package = &self.ir.config.typescript.package;
        let version = &self.ir.config.package.version;
        let product = package.trim_start_matches('@').replace('/', "-");
        let agent = format!("{product}/{version}");
        let log = environment::log(self.ir.config);
        let variables = self.ir.variables.iter().map(|variable| {
            Value::Object(vec![
                ("name", text(&variable.variable.name)),
                ("setting", text(&variable.name)),
                ("default", text(&variable.variable.default)),
            ])
        });
        let schemes = self.ir.schemes.iter().map(scheme);
        let texts = |texts: Vec<&str>| Value::Array(texts.into_iter().map(text).collect());
        let mut table = vec![
            ("userAgent", text(&agent)),
            ("logVariable", text(&log)),
            ("servers", texts(servers::used(self.ir.api))),
            ("variables", Value::Array(variables.collect())),
            ("schemes", Value::Array(schemes.collect())),
            ("messages", error_messages(&messages::of(self.ir.api))),
        ];
        let elsewhere = elsewhere(self.ir.api);
        if !elsewhere.is_empty() {
            table.push(("elsewhere", texts(elsewhere)));
        }
        let about = "The part of the description that is the same for every request.";
        let node = constant(
            about,
            &Code::fixed("api"),
            &Type::word("Api"),
            &Value::Object(table),
        );
        module::add(sources, "src/api.ts".to_owned(), None, &imports, &[node])
    }

    fn index(&self, sources: &mut Sources) -> Result<(), GenerateError> {
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

fn text(text: &str) -> Value {
    Value::Atom(string(text))
}

fn interface(about: &str, name: &'static str, mut lines: Vec<Doc>) -> Doc {
    lines.pop();
    Doc::Join(vec![
        docs(about),
        Doc::fixed("export interface "),
        Doc::fixed(name),
        Doc::fixed(" {"),
        Doc::indent([vec![Doc::Hard], lines].concat()),
        Doc::Hard,
        Doc::fixed("}"),
    ])
}

/// Returns the places of messages in error bodies.
fn error_messages(messages: &Messages) -> Value {
    let texts = |all: &[String]| Value::Array(all.iter().map(|one| text(one)).collect());
    let lists = messages.lists.iter().map(|list| {
        let parts = [&list.list, &list.place, &list.text];
        Value::Array(parts.map(|part| text(part)).to_vec())
    });
    Value::Object(vec![
        ("named", texts(&messages.named)),
        ("texts", texts(&messages.texts)),
        ("lists", Value::Array(lists.collect())),
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

fn scheme(scheme: &Scheme<'_>) -> Value {
    let mut members = vec![
        ("name", text(&scheme.declared.name)),
        ("setting", text(&scheme.name)),
    ];
    let (place, field) = match scheme.kind {
        SchemeKind::Bearer => ("\"bearer\"", None),
        SchemeKind::Basic => ("\"basic\"", None),
        SchemeKind::Header { name, .. } => ("\"header\"", Some(name)),
        SchemeKind::Query { name } => ("\"query\"", Some(name)),
        SchemeKind::Cookie { name } => ("\"cookie\"", Some(name)),
    };
    members.push(("in", Value::fixed(place)));
    members.extend(field.map(|field| ("field", text(field))));
    if let SchemeKind::Header {
        prefix: Some(prefix),
        ..
    } = scheme.kind
    {
        members.push(("prefix", text(&format!("{prefix} "))));
    }
    members.extend(
        scheme
            .token_url
            .as_deref()
            .map(|url| ("tokenUrl", text(url))),
    );
    Value::Object(members)
}
