//! The settings that all requests share, and the credentials of a client.

use askama::Template;
use spec::model::SecurityKind;

use super::Python;
use super::code::{docstring, ident, string};
use super::imports::Imports;
use super::layout::{Node, statement};
use super::operations::security;
use crate::code::{Code, filters};
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment;
use crate::ir::servers;
use crate::ir::untyped::usual;
use crate::ir::{Messages, Scheme, SchemeKind, messages};

#[derive(Template)]
#[template(path = "python/package/api.py")]
pub(super) struct ApiView {
    user_agent: Code,
    has_schemes: bool,
    schemes: Code,
    servers: Code,
    elsewhere: Option<Code>,
    messages: Code,
    log_variable: Code,
    server: Option<Code>,
    security: Option<Code>,
}

#[derive(Template)]
#[template(path = "python/package/credentials.py")]
pub(super) struct CredentialsView {
    imports: Code,
    fields: Vec<Code>,
    from_environment: Code,
    by_scheme: Code,
}

impl Python<'_> {
    /// Returns the settings that all requests share.
    pub(super) fn api(&self) -> ApiView {
        let package = &self.ir.config.python.package;
        let version = &self.ir.config.package.version;
        let schemes = self.ir.schemes.iter().map(scheme);
        let set = |mut texts: Vec<&str>| {
            texts.sort_unstable();
            let texts: Vec<_> = texts
                .into_iter()
                .map(|url| Node::Leaf(string(url)))
                .collect();
            if texts.is_empty() {
                return Node::fixed("frozenset()");
            }
            let set = Node::Group(Code::fixed("{"), texts, Code::fixed("}"));
            Node::call(&Code::fixed("frozenset"), vec![set])
        };
        let elsewhere = elsewhere(self.ir.api);
        let usual = usual(self.ir.api);
        let print = |name: &'static str, node: Node| {
            code!("    ", &Node::keyword(name, node).print(4, 0, 1), ",")
        };
        ApiView {
            user_agent: print(
                "user_agent",
                Node::call(
                    &Code::fixed("user_agent"),
                    vec![Node::Leaf(string(package)), Node::Leaf(string(version))],
                ),
            ),
            has_schemes: !self.ir.schemes.is_empty(),
            schemes: print("schemes", Node::tuple(schemes.collect())),
            servers: print("servers", set(self.ir.api.addresses())),
            elsewhere: (!elsewhere.is_empty())
                .then(|| print("elsewhere", set(elsewhere.into_iter().collect()))),
            messages: print("messages", error_messages(&messages::of(self.ir.api))),
            log_variable: print(
                "log_variable",
                Node::Leaf(string(&environment::log(self.ir.config))),
            ),
            server: usual.map(|operation| {
                let server = servers::of(self.ir.api, operation);
                print("server", Node::Leaf(string(server)))
            }),
            security: usual
                .map(security)
                .filter(|alternatives| !alternatives.is_empty())
                .map(|alternatives| print("security", Node::tuple(alternatives))),
        }
    }

    /// Returns the class of credentials.
    pub(super) fn credentials(&self) -> CredentialsView {
        let mut imports = Imports::default();
        imports.add(".runtime.credentials", "AnyCredential");
        let mut fields = Vec::new();
        let mut entries = Vec::new();
        let mut given = Vec::new();
        for scheme in &self.ir.schemes {
            let kind = credential(scheme);
            imports.add(".runtime.credentials", kind);
            let name = ident(&scheme.name);
            let docs = scheme.declared.description.clone().unwrap_or_default();
            let docs = format!(
                "The credential for the security scheme `{}`. {docs}",
                scheme.declared.name
            );
            fields.push(code!("    ", &name, ": ", kind, " | None = None"));
            fields.push(code!("    ", &docstring(docs.trim(), 4)));
            entries.push((
                string(&scheme.declared.name),
                Node::Leaf(code!("self.", &name)),
            ));
            let (function, value) = from_environment(scheme);
            imports.add(".runtime.environment", function);
            given.push(Node::after(code!(&name, "="), value));
        }
        let made = Node::call(&Code::fixed("cls"), given);
        CredentialsView {
            imports: imports.print(0),
            fields,
            from_environment: statement(8, &Code::fixed("return "), &made),
            by_scheme: statement(8, &Code::fixed("return "), &Node::dict(entries)),
        }
    }
}

/// Returns the type of a credential.
pub(super) const fn credential(scheme: &Scheme<'_>) -> &'static str {
    match (&scheme.kind, &scheme.declared.kind) {
        (SchemeKind::Basic, _) => "BasicCredentials",
        (_, SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. }) => "OAuthCredential",
        _ => "TokenCredential",
    }
}

/// Returns the function that reads a credential from the environment, and its call.
fn from_environment(scheme: &Scheme<'_>) -> (&'static str, Node) {
    let variables = &scheme.environment;
    let texts = |names: &[&String]| {
        let nodes = names.iter().map(|name| Node::Leaf(string(name)));
        nodes.collect::<Vec<_>>()
    };
    let secret = &variables.secret;
    let (function, arguments) = match (&variables.user, &variables.client) {
        (Some(user), _) => ("basic", texts(&[user, secret])),
        (None, Some((id, client_secret))) => {
            let mut arguments = texts(&[secret, id, client_secret]);
            let resource = scheme.resource.map(|one| Node::Leaf(string(one)));
            arguments.extend(resource.map(|one| Node::keyword("resource", one)));
            ("token", arguments)
        }
        (None, None) => ("secret", texts(&[secret])),
    };
    (function, Node::call(&Code::fixed(function), arguments))
}

/// Returns the places of messages in error bodies.
fn error_messages(messages: &Messages) -> Node {
    let texts = |name: &'static str, all: &[String]| {
        let texts = all.iter().map(|one| Node::Leaf(string(one))).collect();
        Node::keyword(name, Node::tuple(texts))
    };
    let lists = messages.lists.iter().map(|list| {
        let parts = [&list.list, &list.place, &list.text];
        let parts = parts.map(|part| Node::Leaf(string(part))).to_vec();
        Node::call(&Code::fixed("ErrorList"), parts)
    });
    let items = vec![
        texts("named", &messages.named),
        texts("texts", &messages.texts),
        Node::keyword("lists", Node::tuple(lists.collect())),
    ];
    Node::call(&Code::fixed("Messages"), items)
}

fn scheme(scheme: &Scheme<'_>) -> Node {
    let (kind, field, prefix) = match scheme.kind {
        SchemeKind::Bearer => ("\"bearer\"", "", None),
        SchemeKind::Basic => ("\"basic\"", "", None),
        SchemeKind::Header { name, prefix } => ("\"header\"", name, prefix),
        SchemeKind::Query { name } => ("\"query\"", name, None),
        SchemeKind::Cookie { name } => ("\"cookie\"", name, None),
    };
    let mut items = vec![Node::Leaf(string(&scheme.declared.name)), Node::fixed(kind)];
    if !field.is_empty() {
        items.push(Node::keyword("field", Node::Leaf(string(field))));
    }
    if let Some(prefix) = prefix {
        let prefix = format!("{prefix} ");
        items.push(Node::keyword("prefix", Node::Leaf(string(&prefix))));
    }
    if let Some(url) = &scheme.token_url {
        items.push(Node::keyword("token_url", Node::Leaf(string(url))));
    }
    Node::call(&Code::fixed("Scheme"), items)
}
