//! The root of the client: its settings.

use askama::Template;

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, inner_docs, list, option};
use super::super::features::Module;
use super::super::types::security;
use super::environment::EnvironmentCode;
use crate::ir::docs::span;
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment;
use crate::ir::messages;
use crate::ir::servers;
use crate::ir::untyped::usual;
use crate::ir::{Scheme, SchemeKind};

#[derive(Template)]
#[template(path = "rust/client/src/lib.rs")]
pub(super) struct Lib {
    docs: Code,
    /// The feature of a tag, if there is one.
    tag: Option<Code>,
    recursion_limit: Option<Code>,
    modules: Vec<Module>,
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
    /// The name of the method.
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

impl Rust<'_> {
    pub(super) fn client_lib(&self, modules: Vec<Module>) -> Lib {
        let api = self.plan.api;
        let (variables, schemes) = (&self.plan.ir.variables, &self.plan.ir.schemes);
        let defaults = variables.iter().map(|variable| {
            let (name, default) = (&variable.declared.name, &variable.declared.default);
            code!("(", code::string(name), ", ", code::string(default), ")")
        });
        let messages = messages::of(api);
        let limit = self.boxing.recursion_limit();
        Lib {
            docs: inner_docs(&format!(
                "Client of {}, version {}.",
                api.title, api.version
            )),
            tag: self.plan.features.first(),
            recursion_limit: limit.map(|limit| code::string(&limit.to_string())),
            modules,
            variable_defaults: list(defaults),
            needs_unused: schemes.is_empty(),
            schemes: list(schemes.iter().map(scheme)),
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
            globals: self.global_settings(),
            settings: self.client_settings(),
        }
    }

    /// Returns the methods for the parameters of all calls.
    pub(in super::super) fn global_settings(&self) -> Vec<GlobalSetting> {
        let globals = self.plan.ir.globals.iter().map(|global| {
            let name = ident(&global.name);
            let (ty, value) = self.argument(&name, &global.ty);
            GlobalSetting {
                docs: docs(&global.docs.whole()),
                name,
                setting: code::string(&global.name),
                wire: code::string(&global.parameter.name),
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

    /// Returns the methods of the builder: first server variables, then credentials.
    pub(in super::super) fn client_settings(&self) -> Vec<Setting> {
        let variables = self.plan.ir.variables.iter().map(|variable| {
            let description = variable.declared.description.as_deref();
            Setting {
                docs: docs(description.unwrap_or("A variable of the server's address.")),
                name: ident(&variable.name),
                wire: code::string(&variable.declared.name),
                is_credential: false,
            }
        });
        let credentials = self.plan.ir.schemes.iter().map(|scheme| {
            let text = format!("The credential for {}.", span(&scheme.declared.name));
            let description = scheme.declared.description.as_deref().unwrap_or_default();
            Setting {
                docs: docs(&format!("{text}\n\n{description}")),
                name: ident(&scheme.name),
                wire: code::string(&scheme.declared.name),
                is_credential: true,
            }
        });
        variables.chain(credentials).collect()
    }
}

fn scheme(scheme: &Scheme<'_>) -> Code {
    let kind = match scheme.kind {
        SchemeKind::Query { name } => code!("Query { name: ", code::string(name), " }"),
        SchemeKind::Cookie { name } => code!("Cookie { name: ", code::string(name), " }"),
        SchemeKind::Header { name, prefix } => {
            let prefix = prefix.map(|prefix| format!("{prefix} "));
            let prefix = code::string(&prefix.unwrap_or_default());
            code!(
                "Header { name: ",
                code::string(name),
                ", prefix: ",
                prefix,
                " }"
            )
        }
        SchemeKind::Basic => fixed("Basic"),
        SchemeKind::Bearer => fixed("Bearer"),
    };
    let token_url = option(scheme.token_url.as_deref().map(code::string));
    code!(
        "SecurityScheme { name: ",
        code::string(&scheme.declared.name),
        ", kind: SchemeKind::",
        kind,
        ", token_url: ",
        token_url,
        " }"
    )
}
