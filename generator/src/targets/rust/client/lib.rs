//! The root of the client: its settings.

use askama::Template;
use spec::model::{Location, SecurityKind, SecurityScheme};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, inner_docs, list, option};
use super::super::names::{Case, Scope};
use super::super::types::security;
use super::environment::EnvironmentCode;
use crate::ir::docs::span;
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment;
use crate::ir::globals;
use crate::ir::messages;
use crate::ir::servers::{self, token_url, variables};
use crate::ir::untyped::usual;

#[derive(Template)]
#[template(path = "rust/client/src/lib.rs")]
pub(super) struct Lib {
    docs: Code,
    recursion_limit: Option<Code>,
    modules: Vec<Code>,
    variable_defaults: Code,
    schemes: Code,
    named_messages: Code,
    messages: Code,
    error_lists: Code,
    elsewhere: Code,
    untyped: Untyped,
    environment: EnvironmentCode,
    log_variable: Code,
    settings: Vec<Setting>,
    globals: Vec<GlobalSetting>,
    needs_unused: bool,
}

/// A parameter that a client sets for all calls.
pub(in super::super) struct GlobalSetting {
    docs: Code,
    name: Code,
    setting: Code,
    wire: Code,
    ty: Code,
    /// A reference to the value.
    value: Code,
}

/// Server and credentials of requests that the description does not describe.
struct Untyped {
    server: Code,
    security: Code,
}

pub(in super::super) struct Setting {
    docs: Code,
    /// The name of the method, as a text and as code.
    text: String,
    name: Code,
    wire: Code,
    is_credential: bool,
}

impl GlobalSetting {
    /// Returns the name of the method.
    pub(in super::super) fn name(&self) -> Code {
        self.name.clone()
    }
}

impl Setting {
    /// Returns whether it accepts a credential.
    pub(in super::super) const fn is_credential(&self) -> bool {
        self.is_credential
    }

    /// Returns the name of the method.
    pub(in super::super) fn name(&self) -> Code {
        self.name.clone()
    }
}

/// The methods of every builder.
const RESERVED: &[&str] = &[
    "new",
    "default",
    "variable",
    "server",
    "origin",
    "credentials",
    "timeout",
    "call_timeout",
    "transport",
    "from_variables",
    "connect_timeout",
    "user_agent",
    "response_limit",
    "retry",
    "observer",
    "http_client",
    "clock",
    "middleware",
    "default_header",
    "default_query",
    "parameter",
    "build",
    "self",
];

impl Rust<'_> {
    pub(super) fn client_lib(&self, modules: Vec<Code>) -> Lib {
        let api = self.plan.api;
        let schemes = self.sent_schemes();
        let variables = variables(api);
        let settings = self.client_settings();
        let defaults = variables.iter().map(|variable| {
            let (name, default) = (&variable.name, &variable.default);
            code!("(", code::string(name), ", ", code::string(default), ")")
        });
        let messages = messages::of(api);
        let limit = self.boxing.recursion_limit();
        Lib {
            docs: inner_docs(&format!(
                "Client of {}, version {}.",
                api.title, api.version
            )),
            recursion_limit: limit.map(|limit| code::string(&limit.to_string())),
            modules,
            variable_defaults: list(defaults),
            needs_unused: schemes.is_empty(),
            schemes: list(schemes.into_iter().map(|(_, code)| code)),
            named_messages: list(messages.named.iter().map(|one| code::string(one))),
            messages: list(messages.texts.iter().map(|one| code::string(one))),
            error_lists: list(messages.lists.iter().map(|list| {
                let parts = [&list.list, &list.place, &list.text];
                let [at, place, text] = parts.map(|part| code::string(part));
                code!("(", at, ", ", place, ", ", text, ")")
            })),
            elsewhere: list(elsewhere(api).into_iter().map(code::string)),
            untyped: self.untyped(),
            environment: self.environment(),
            log_variable: code::string(&environment::log(self.config)),
            globals: self.global_settings(&settings),
            settings,
        }
    }

    /// Returns the methods for the parameters of all calls.
    pub(in super::super) fn global_settings(&self, settings: &[Setting]) -> Vec<GlobalSetting> {
        let mut scope = Scope::new(Case::Snake, RESERVED);
        for setting in settings {
            scope.claim_derived(&setting.text, "");
        }
        let parameters = globals::of(self.plan.api, self.config).into_iter();
        let globals = parameters.map(|parameter| {
            let name = scope.claim_or(&parameter.name, "parameter");
            let argument = ident(&name);
            let (ty, value) = self.argument(&argument, &self.plan.ty(parameter.schema));
            GlobalSetting {
                docs: docs(&globals::docs_of(self.plan.api, parameter).whole()),
                name: argument,
                setting: code::string(&name),
                wire: code::string(&parameter.name),
                ty,
                value,
            }
        });
        globals.collect()
    }

    fn untyped(&self) -> Untyped {
        let api = self.plan.api;
        let usual = usual(api);
        let alternatives = usual.map_or(&[][..], |operation| operation.alternatives());
        Untyped {
            server: code::string(usual.map_or("", |operation| servers::of(api, operation))),
            security: list(
                alternatives
                    .iter()
                    .map(|one| security(one, "types::runtime")),
            ),
        }
    }

    /// Returns the security schemes whose credentials the client can send, as code.
    fn sent_schemes(&self) -> Vec<(&SecurityScheme, Code)> {
        let schemes = self.plan.api.security_schemes.iter();
        let sent = schemes.filter_map(|scheme| Some((scheme, self.scheme(scheme)?)));
        sent.collect()
    }

    /// Returns the first of them.
    pub(in super::super) fn first_scheme(&self) -> Option<&SecurityScheme> {
        self.sent_schemes().first().map(|(scheme, _)| *scheme)
    }

    /// Returns the methods of the builder: first server variables, then credentials.
    pub(in super::super) fn client_settings(&self) -> Vec<Setting> {
        let mut scope = Scope::new(Case::Snake, RESERVED);
        let mut settings = Vec::new();
        for variable in variables(self.plan.api) {
            let name = scope.claim_or(&variable.name, "variable");
            settings.push(Setting {
                docs: docs(
                    variable
                        .description
                        .as_deref()
                        .unwrap_or("A variable of the server's address."),
                ),
                name: ident(&name),
                text: name,
                wire: code::string(&variable.name),
                is_credential: false,
            });
        }
        for (scheme, _) in self.sent_schemes() {
            let text = format!("The credential for {}.", span(&scheme.name));
            let description = scheme.description.as_deref().unwrap_or_default();
            let name = scope.claim_or(&scheme.name, "credential");
            settings.push(Setting {
                docs: docs(&format!("{text}\n\n{description}")),
                name: ident(&name),
                text: name,
                wire: code::string(&scheme.name),
                is_credential: true,
            });
        }
        settings
    }

    fn scheme(&self, scheme: &SecurityScheme) -> Option<Code> {
        let kind = match &scheme.kind {
            SecurityKind::ApiKey {
                name,
                location,
                prefix,
            } => {
                let name = code::string(name);
                match location {
                    Location::Query => code!("Query { name: ", name, " }"),
                    Location::Cookie => code!("Cookie { name: ", name, " }"),
                    Location::Header | Location::Path => {
                        let prefix = prefix.as_ref().map(|prefix| format!("{prefix} "));
                        let prefix = code::string(prefix.as_deref().unwrap_or_default());
                        code!("Header { name: ", name, ", prefix: ", prefix, " }")
                    }
                }
            }
            SecurityKind::Http { scheme, .. } if scheme == "basic" => fixed("Basic"),
            SecurityKind::Http { scheme, .. } if scheme == "bearer" => fixed("Bearer"),
            SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => fixed("Bearer"),
            SecurityKind::Http { .. } | SecurityKind::MutualTls => return None,
        };
        let token_url = option(token_url(self.plan.api, scheme).map(|url| code::string(&url)));
        Some(code!(
            "SecurityScheme { name: ",
            code::string(&scheme.name),
            ", kind: SchemeKind::",
            kind,
            ", token_url: ",
            token_url,
            " }"
        ))
    }
}
