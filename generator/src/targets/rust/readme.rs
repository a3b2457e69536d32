//! The README of a crate.

use askama::Template;

use super::Rust;
use super::client::GlobalSetting;
use super::code::{self, Code, filters, fixed};
use super::sources::Sources;
use crate::GenerateError;
use crate::ir::environment::{self, Environment};
use crate::ir::untyped::usual;

#[derive(Template)]
#[template(path = "rust/client/README.md")]
struct ClientReadme {
    title: Code,
    api_version: Code,
    package: Code,
    path: Code,
    /// A program that sets up a client.
    setup: Code,
    variables: Vec<Code>,
    /// The methods of the builder for parameters of all calls, if there are any.
    globals: Option<Code>,
    call: Code,
    /// The feature of a tag, if there is one.
    tag: Option<Code>,
    /// The constant of an operation, if there is one.
    example: Option<Code>,
    log_variable: Code,
}

#[derive(Template)]
#[template(path = "rust/types/README.md")]
struct TypesReadme {
    title: Code,
    api_version: Code,
    package: Code,
}

#[derive(Template)]
#[template(path = "rust/server/README.md")]
struct ServerReadme {
    title: Code,
    api_version: Code,
    package: Code,
}

impl Rust<'_> {
    /// Adds the README of each crate.
    pub(super) fn readmes(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let (api, rust) = (self.plan.api, &self.config.rust);
        let title = || code::markdown(&api.title);
        let api_version = || code::markdown(&api.version);
        let types = TypesReadme {
            title: title(),
            api_version: api_version(),
            package: code::markdown(&rust.types),
        };
        sources.add_text("types/README.md", &types)?;
        let (call, example) = self.example();
        let client = ClientReadme {
            title: title(),
            api_version: api_version(),
            package: code::markdown(&rust.client),
            path: code::ident(&rust.client.replace('-', "_")),
            setup: self.setup(),
            variables: self.environment_variables(),
            globals: self.listed_globals(),
            call,
            tag: self.plan.features.first(),
            example,
            log_variable: code::ident(&environment::log(self.config)),
        };
        sources.add_text("client/README.md", &client)?;
        let server = ServerReadme {
            title: title(),
            api_version: api_version(),
            package: code::markdown(&rust.server),
        };
        sources.add_text("server/README.md", &server)
    }

    /// Returns the call and the constant of an operation that is like most.
    fn example(&self) -> (Code, Option<Code>) {
        let usual = usual(self.plan.api);
        let Some(planned) = usual.and_then(|one| self.plan.find(&one.id)) else {
            return (fixed("client.group().operation(…)"), None);
        };
        let names = [self.plan.method_of(planned), &planned.method];
        let [method, call] = names.map(code::ident);
        let call = code!("client.", method, "().", call, "(…)");
        (call, Some(code::ident(self.plan.constant(planned))))
    }

    /// Returns the methods of the builder for parameters of all calls, in prose.
    fn listed_globals(&self) -> Option<Code> {
        let settings = self.global_settings();
        let names = settings.iter().map(GlobalSetting::name);
        let names: Vec<_> = names.map(|name| code!("`", name, "`")).collect();
        (!names.is_empty()).then(|| code::list(names))
    }

    /// Returns a line for each environment variable of the client.
    fn environment_variables(&self) -> Vec<Code> {
        let environment = Environment::new(self.plan.api, self.config);
        let lines = environment.meanings().into_iter().map(|meaning| {
            let variables = meaning.names.iter();
            let variables = variables.map(|one| code!("`", code::ident(one), "`"));
            let name = code::markdown(&meaning.name);
            code!(code::list(variables), ": ", fixed(meaning.what), " ", name)
        });
        lines.collect()
    }

    /// Returns a program that sets up a client by its builder.
    fn setup(&self) -> Code {
        let path = code::ident(&self.config.rust.client.replace('-', "_"));
        let settings = self.quick_settings().into_iter();
        let builder = settings.fold(
            code!("let client = ", path, "::Client::builder()"),
            |builder, setting| code!(builder, setting),
        );
        code::formatted(&code!(
            "fn main() -> Result<(), Box<dyn std::error::Error>> {",
            builder,
            ".build()?; Ok(()) }"
        ))
    }

    /// Returns server variables and the first credentials, from the environment.
    fn quick_settings(&self) -> Vec<Code> {
        let ir = &self.plan.ir;
        let value = |name: &str| {
            let name = code::string(&environment::variable(self.config, name));
            code!("std::env::var(", name, ")?")
        };
        let variables = ir.variables.iter().map(|variable| {
            let name = code::ident(&variable.name);
            code!(".", name, "(", value(&variable.declared.name), ")")
        });
        let credential = ir.schemes.first().map(|scheme| {
            let credential = if scheme.token_url.is_some() {
                let resource = scheme.resource.map_or_else(
                    || fixed(""),
                    |one| code!(".resource(", code::string(one), ")"),
                );
                let (id, secret) = (value("client_id"), value("client_secret"));
                let new = code!("ClientCredentials::new(", id, ", ", secret, ")", resource);
                let path = code::ident(&self.config.rust.client.replace('-', "_"));
                code!(path, "::", new)
            } else {
                value(&scheme.declared.name)
            };
            code!(".", code::ident(&scheme.name), "(", credential, ")")
        });
        variables.chain(credential).collect()
    }
}
