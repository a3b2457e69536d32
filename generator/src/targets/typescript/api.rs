//! The table of facts about the API.

use super::TypeScript;
use super::code::string;
use super::imports::Imports;
use super::model::constant;
use super::module;
use super::operation::security;
use super::ty::Type;
use super::value::Value;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment::{self, Credential};
use crate::ir::servers;
use crate::ir::untyped::usual;
use crate::ir::{Global, Messages, Scheme, SchemeKind, Variable, messages};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `src/api.ts`.
    pub(super) fn api_table(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        imports.ty("./runtime/options", "Api");
        let package = &self.ir.config.typescript.package;
        let version = &self.ir.config.package.version;
        let product = package.trim_start_matches('@').replace('/', "-");
        let agent = format!("{product}/{version}");
        let log = environment::log(self.ir.config);
        let variables = self.ir.variables.iter().map(variable);
        let schemes = self.ir.schemes.iter().map(scheme);
        let texts = |texts: Vec<&str>| Value::Array(texts.into_iter().map(text).collect());
        let mut table = vec![
            ("userAgent", text(&agent)),
            ("logVariable", text(&log)),
            ("servers", texts(self.ir.api.addresses())),
            ("variables", Value::Array(variables.collect())),
            ("schemes", Value::Array(schemes.collect())),
            ("messages", error_messages(&messages::of(self.ir.api))),
        ];
        if !self.ir.globals.is_empty() {
            let globals = self.ir.globals.iter().map(global);
            table.push(("globals", Value::Array(globals.collect())));
        }
        let elsewhere = elsewhere(self.ir.api);
        if !elsewhere.is_empty() {
            table.push(("elsewhere", texts(elsewhere.into_iter().collect())));
        }
        if let Some(usual) = usual(self.ir.api) {
            let members = vec![
                ("server", text(servers::of(self.ir.api, usual))),
                ("security", security(usual)),
            ];
            table.push(("untyped", Value::Object(members)));
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
}

fn variable(variable: &Variable<'_>) -> Value {
    Value::Object(vec![
        ("name", text(&variable.declared.name)),
        ("setting", text(&variable.name)),
        ("default", text(&variable.declared.default)),
        ("environment", text(&variable.environment)),
    ])
}

fn global(global: &Global<'_>) -> Value {
    Value::Object(vec![
        ("name", text(&global.parameter.name)),
        ("setting", text(&global.name)),
        ("environment", text(&global.environment)),
    ])
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
    members.extend(scheme.resource.map(|resource| ("resource", text(resource))));
    members.push(("environment", credential_variables(&scheme.environment)));
    Value::Object(members)
}

/// Returns the environment variables of a credential.
fn credential_variables(credential: &Credential<'_>) -> Value {
    let mut members = vec![("secret", text(&credential.secret))];
    members.extend(credential.user.iter().map(|name| ("username", text(name))));
    if let Some((id, secret)) = &credential.client {
        members.extend([("clientId", text(id)), ("clientSecret", text(secret))]);
    }
    Value::Object(members)
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

fn text(text: &str) -> Value {
    Value::Atom(string(text))
}
