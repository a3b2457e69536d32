//! The client, the errors by status, and the documentation of the package.

use std::collections::BTreeMap;

use askama::Template;
use spec::model::Status;

use super::code;
use super::layout::{Pair, block, pairs};
use super::plan::{Go, StatusError};
use super::table::security;
use super::ty::needs_time;
use crate::code::{Code, filters};
use crate::ir::docs::{self, span};
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment;
use crate::ir::names::{Case, Scope};
use crate::ir::servers;
use crate::ir::{
    ContentKind, Docs, Global, Messages, Scheme, SchemeKind, Ty, Variable, messages, untyped,
};

#[derive(Template)]
#[template(path = "go/client.go")]
pub(super) struct ClientView<'v> {
    header: &'v Code,
    docs: Code,
    package: Code,
    version: Code,
    user_agent: Code,
    groups: Vec<GroupField>,
    variables: Vec<Setting>,
    schemes: Vec<Setting>,
    globals: Vec<GlobalSetting>,
    needs_time: bool,
    environment: Code,
    description: Code,
    literal: Code,
}

struct GroupField {
    docs: Code,
    name: Code,
    service: Code,
}

struct Setting {
    docs: Code,
    option: Code,
    key: Code,
    is_basic: bool,
}

/// The options for a parameter that clients set for all calls.
struct GlobalSetting {
    docs: Code,
    request_docs: Code,
    option: Code,
    request_option: Code,
    key: Code,
    ty: Code,
}

#[derive(Template)]
#[template(path = "go/errors.go")]
pub(super) struct ErrorsView<'v> {
    header: &'v Code,
    needs_time: bool,
    errors: Vec<ErrorView>,
}

pub(super) struct ErrorView {
    docs: Code,
    pub(super) name: Code,
    pub(super) bodies: Vec<BodyView>,
}

/// A kind of body that an error can have.
pub(super) struct BodyView {
    pub(super) name: Code,
    pub(super) ty: Code,
}

impl Go<'_> {
    pub(super) fn client<'v>(&self, header: &'v Code) -> ClientView<'v> {
        let config = self.ir.config;
        let groups: Vec<_> = self.ir.groups.iter().zip(&self.services).collect();
        let version = &config.package.version;
        let module = config.go.module.rsplit('/').next().unwrap_or_default();
        let literal = groups.iter().map(|(group, service)| Pair {
            key: code::exported(&group.name),
            value: code!("&", &code::exported(service), "{core}"),
        });
        let mut literal: Vec<_> = literal.collect();
        literal.insert(0, Pair::new("core", Code::fixed("core")));
        let globals = self.global_options();
        let types: Vec<_> = globals.iter().map(|one| &one.ty).collect();
        let title = format!(
            "Package {} is a client of {}, version {} of its interface.",
            config.go.package,
            one_line(&self.ir.api.title),
            one_line(&self.ir.api.version)
        );
        ClientView {
            header,
            docs: code::docs(&title),
            package: code::checked(&config.go.package),
            version: code::string(version),
            user_agent: code::string(&format!("{module}/{version}")),
            groups: groups
                .iter()
                .map(|(group, service)| GroupField {
                    docs: code::field_docs(&group.docs),
                    name: code::exported(&group.name),
                    service: code::exported(service),
                })
                .collect(),
            variables: self.variable_options(),
            schemes: self.scheme_options(),
            needs_time: needs_time(&types),
            globals,
            environment: self.environment_docs(),
            description: self.description(),
            literal: pairs(&literal, 2),
        }
    }

    fn variable_options(&self) -> Vec<Setting> {
        let variables = self.ir.variables.iter().zip(&self.variables);
        let settings = variables.map(|(variable, option)| Setting {
            docs: code::docs(&variable_docs(option, variable)),
            option: code::exported(option),
            key: code::string(&variable.declared.name),
            is_basic: false,
        });
        settings.collect()
    }

    fn scheme_options(&self) -> Vec<Setting> {
        let schemes = self.ir.schemes.iter().zip(&self.schemes);
        let settings = schemes.map(|(scheme, option)| Setting {
            docs: code::docs(&scheme_docs(option, scheme)),
            option: code::exported(option),
            key: code::string(&scheme.declared.name),
            is_basic: scheme.kind == SchemeKind::Basic,
        });
        settings.collect()
    }

    fn global_options(&self) -> Vec<GlobalSetting> {
        let globals = self.ir.globals.iter().zip(&self.globals);
        let settings = globals.map(|(global, (option, request))| GlobalSetting {
            docs: global_docs(option, global, "all calls", &global.docs),
            request_docs: global_docs(
                request,
                global,
                "one call",
                &docs::of_parameter(self.ir.api, global.parameter),
            ),
            option: code::exported(option),
            request_option: code::exported(request),
            key: code::string(&global.parameter.name),
            ty: self.ty(&global.ty),
        });
        settings.collect()
    }

    /// Returns the options of the parameters that clients set for all calls, by their names.
    fn shared_table(&self) -> Vec<Pair> {
        let globals = self.ir.globals.iter().zip(&self.globals);
        let pairs = globals.map(|(global, (option, request))| {
            let options = [option, request].map(|one| code::string(code::exported(one).as_str()));
            Pair {
                key: code::string(&global.parameter.name),
                value: code!("{", &Code::list(options, ", "), "}"),
            }
        });
        pairs.collect()
    }

    /// Returns the members of the table of the description.
    fn description(&self) -> Code {
        let texts = |texts: Vec<&str>| {
            let texts = texts.into_iter().map(code::string);
            code!("[]string{", &Code::list(texts, ", "), "}")
        };
        let mut variables = BTreeMap::new();
        for one in &self.ir.variables {
            variables.insert(&one.declared.name, code::string(&one.declared.default));
        }
        let variables: Vec<_> = variables
            .into_iter()
            .map(|(name, default)| Pair {
                key: code::string(name),
                value: default,
            })
            .collect();
        let schemes: Vec<_> = self.ir.schemes.iter().map(scheme_entry).collect();
        let api = self.ir.api;
        let log = environment::log(self.ir.config);
        let mut table = vec![
            Pair::new("userAgent", Code::fixed("userAgent")),
            Pair::new("logVariable", code::string(&log)),
            Pair::new("servers", texts(api.addresses())),
        ];
        let elsewhere = elsewhere(api);
        if !elsewhere.is_empty() {
            table.push(Pair::new(
                "elsewhere",
                texts(elsewhere.into_iter().collect()),
            ));
        }
        if let Some(usual) = untyped::usual(api) {
            let server = code::string(servers::of(api, usual));
            table.push(Pair::new("usualServer", server));
            let security = security(usual);
            table.extend(security.map(|one| Pair::new("usualSecurity", one)));
        }
        table.push(Pair::new("variables", map("map[string]string", &variables)));
        if !self.ir.globals.is_empty() {
            let shared = map("map[string]shared", &self.shared_table());
            table.push(Pair::new("shared", shared));
        }
        table.push(Pair::new("schemes", map("map[string]scheme", &schemes)));
        table.extend(self.environment_table());
        table.push(Pair::new("messages", error_messages(&messages::of(api))));
        pairs(&table, 1)
    }

    pub(super) fn errors<'v>(&self, header: &'v Code) -> ErrorsView<'v> {
        let errors: Vec<_> = self.errors.iter().map(|error| self.error(error)).collect();
        let bodies = errors.iter().flat_map(|error| &error.bodies);
        let types: Vec<_> = bodies.map(|body| &body.ty).collect();
        ErrorsView {
            header,
            needs_time: needs_time(&types),
            errors,
        }
    }

    pub(super) fn error(&self, error: &StatusError) -> ErrorView {
        let name = code::exported(&error.name);
        let mut scope = Scope::new(
            Case::Pascal,
            &["APIError", "Error", "Operation", "Raw", "Status", "Unwrap"],
        );
        let bodies = error.bodies.iter().map(|kind| {
            let base = match kind {
                ContentKind::Json(Ty::Declared(id)) => self.ir.types.get(*id).name.as_str(),
                ContentKind::Text | ContentKind::Form(_) => "Text",
                ContentKind::Bytes | ContentKind::Multipart(_) | ContentKind::Stream(_) => "Bytes",
                ContentKind::Json(_) => "Body",
            };
            let ty = match kind {
                ContentKind::Form(_) => Code::fixed("string"),
                ContentKind::Multipart(_) => Code::fixed("[]byte"),
                other => self.content_ty(other),
            };
            BodyView {
                name: code::exported(&scope.claim_or(base, "body")),
                ty,
            }
        });
        let bodies: Vec<_> = bodies.collect();
        let status = match error.status {
            Status::Code(code) => format!("with the status {code}"),
            Status::Range(class) => format!("with a status from {class}00 to {class}99"),
            Status::Default => "with a status that is not declared otherwise".to_owned(),
        };
        ErrorView {
            docs: code::docs(&format!("{} is a response {status}.", name.as_str())),
            name,
            bodies,
        }
    }
}

fn map(ty: &'static str, entries: &[Pair]) -> Code {
    if entries.is_empty() {
        return Code::fixed("nil");
    }
    code!(ty, "{\n", &pairs(entries, 2), "\t}")
}

fn scheme_entry(scheme: &Scheme<'_>) -> Pair {
    let mut parts = Vec::new();
    let (place, name, prefix) = match scheme.kind {
        SchemeKind::Bearer => ("", "Authorization", "Bearer ".to_owned()),
        SchemeKind::Basic => ("inBasic", "Authorization", "Basic ".to_owned()),
        SchemeKind::Header { name, prefix } => {
            let prefix = prefix.map(|prefix| format!("{prefix} "));
            ("", name, prefix.unwrap_or_default())
        }
        SchemeKind::Query { name } => ("inQuery", name, String::new()),
        SchemeKind::Cookie { name } => ("inCookie", name, String::new()),
    };
    if !place.is_empty() {
        parts.push(code!("in: ", place));
    }
    parts.push(code!("name: ", &code::string(name)));
    if !prefix.is_empty() {
        parts.push(code!("prefix: ", &code::string(&prefix)));
    }
    if let Some(url) = &scheme.token_url {
        parts.push(code!("tokenURL: ", &code::string(url)));
    }
    Pair {
        key: code::string(&scheme.declared.name),
        value: code!("{", &Code::list(parts, ", "), "}"),
    }
}

/// Returns the places of messages in error bodies.
fn error_messages(messages: &Messages) -> Code {
    let texts = |all: &[String]| {
        let texts = all.iter().map(|one| code::string(one));
        code!("[]string{", &Code::list(texts, ", "), "}")
    };
    let lists = messages.lists.iter().map(|list| {
        let parts = [&list.list, &list.place, &list.text];
        let parts = parts.map(|part| code::string(part));
        code!("{", &Code::list(parts, ", "), "}")
    });
    let mut table = Vec::new();
    if !messages.named.is_empty() {
        table.push(Pair::new("named", texts(&messages.named)));
    }
    table.push(Pair::new("texts", texts(&messages.texts)));
    let lists = code!("[]errorList{", &Code::list(lists, ", "), "}");
    table.push(Pair::new("lists", lists));
    code!("messages{\n", &pairs(&table, 2), "\t}")
}

fn variable_docs(option: &str, variable: &Variable<'_>) -> String {
    let option = code::exported(option);
    let text = variable.declared.description.as_deref().unwrap_or_default();
    let name = span(&variable.declared.name);
    let default = span(&variable.declared.default);
    format!(
        "{} sets {name} in the addresses of servers; {default} by default.\n\n{text}",
        option.as_str()
    )
}

fn scheme_docs(option: &str, scheme: &Scheme<'_>) -> String {
    let option = code::exported(option);
    let text = scheme.declared.description.as_deref().unwrap_or_default();
    let name = span(&scheme.declared.name);
    format!(
        "{} sets the credentials of the scheme {name}.\n\n{text}",
        option.as_str()
    )
}

/// Returns the documentation of an option for a parameter of all calls, or of one call.
fn global_docs(option: &str, global: &Global<'_>, calls: &str, docs: &Docs) -> Code {
    let option = code::exported(option);
    let name = span(&global.parameter.name);
    let text = format!(
        "{} sets the parameter {name} of {calls}.\n\n{}",
        option.as_str(),
        docs.text()
    );
    code::docs_of(&docs.with_text(text))
}

/// Returns text from a description for use within a sentence.
fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

/// Returns a list of the groups, for the file that explains the package.
pub(super) fn group_names(go: &Go<'_>) -> Vec<Code> {
    let groups = go.ir.groups.iter();
    groups.map(|group| code::exported(&group.name)).collect()
}

/// Returns the table in which the test service finds operations.
pub(super) fn operations(go: &Go<'_>) -> Code {
    let calls = go.ir.groups.iter().flat_map(|group| &group.calls);
    let operations = calls.map(|call| Pair {
        key: code::string(&call.operation.id),
        value: Code::fixed("true"),
    });
    let operations: Vec<_> = operations.collect();
    if operations.is_empty() {
        return Code::fixed("map[string]bool{}");
    }
    code!("map[string]bool{\n", &pairs(&operations, 1), "}")
}

/// Returns the table in which tests find methods.
pub(super) fn calls(go: &Go<'_>) -> Code {
    let mut entries = Vec::new();
    for group in &go.ir.groups {
        for call in &group.calls {
            let method = code::exported(&call.method);
            let all = match &call.pages {
                Some(pages) => code::exported(&pages.method),
                None => Code::default(),
            };
            let operation = code!("&operation", &code::exported(&call.pascal));
            let name = code::exported(&group.name);
            entries.push(code!(
                "{operation: ",
                &operation,
                ", group: \"",
                &name,
                "\", method: \"",
                &method,
                "\", all: \"",
                &all,
                "\"}"
            ));
        }
    }
    block(&entries, 0)
}
