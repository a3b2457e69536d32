//! The environment variables from which a client is set up.

use super::super::Rust;
use super::super::code::{self, Code, docs, list, option};
use crate::ir::Scheme;
use crate::ir::environment::{Environment, listed};

/// The code of the variables.
pub(super) struct EnvironmentCode {
    pub(super) docs: Code,
    pub(super) servers: Code,
    pub(super) parameters: Code,
    pub(super) credentials: Vec<CredentialCode>,
}

/// The code of the variables of one credential.
pub(super) struct CredentialCode {
    pub(super) scheme: Code,
    pub(super) secret: Code,
    pub(super) user: Code,
    pub(super) client: Code,
    pub(super) resource: Code,
}

impl Rust<'_> {
    pub(super) fn environment(&self) -> EnvironmentCode {
        let ir = &self.plan.ir;
        let pair = |name: &str, variable: &str| {
            code!("(", code::string(name), ", ", code::string(variable), ")")
        };
        let servers = ir.variables.iter();
        let servers = servers.map(|one| pair(&one.declared.name, &one.environment));
        let parameters = ir.globals.iter();
        let parameters = parameters.map(|one| pair(&one.parameter.name, &one.environment));
        EnvironmentCode {
            docs: docs(&listed(&Environment::new(ir.api, ir.config).meanings())),
            servers: list(servers),
            parameters: list(parameters),
            credentials: ir.schemes.iter().map(credential).collect(),
        }
    }
}

fn credential(scheme: &Scheme<'_>) -> CredentialCode {
    let variables = &scheme.environment;
    let client = variables.client.as_ref();
    let client =
        client.map(|(id, secret)| code!("(", code::string(id), ", ", code::string(secret), ")"));
    CredentialCode {
        scheme: code::string(&scheme.declared.name),
        secret: code::string(&variables.secret),
        user: option(variables.user.as_deref().map(code::string)),
        client: option(client),
        resource: option(scheme.resource.map(code::string)),
    }
}
