//! The environment variables from which a client is set up.

use super::super::Rust;
use super::super::code::{self, Code, docs, list, option};
use crate::ir::environment::{Credential, Environment, listed};
use crate::ir::security::resource;
use crate::ir::servers::token_url;

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
        let environment = Environment::new(self.plan.api, self.config);
        let pair = |(name, variable): &(&str, String)| {
            code!("(", code::string(name), ", ", code::string(variable), ")")
        };
        let servers = environment.servers.iter().map(pair);
        let parameters = environment.globals.iter().map(pair);
        let credentials = environment.credentials.iter();
        EnvironmentCode {
            docs: docs(&listed(&environment.meanings())),
            servers: list(servers),
            parameters: list(parameters),
            credentials: credentials.map(|one| self.credential(one)).collect(),
        }
    }

    fn credential(&self, credential: &Credential<'_>) -> CredentialCode {
        let api = self.plan.api;
        let client = credential
            .client
            .as_ref()
            .map(|(id, secret)| code!("(", code::string(id), ", ", code::string(secret), ")"));
        let url = token_url(api, credential.scheme);
        let resource = url.and_then(|url| resource(api, &url));
        CredentialCode {
            scheme: code::string(&credential.scheme.name),
            secret: code::string(&credential.secret),
            user: option(credential.user.as_deref().map(code::string)),
            client: option(client),
            resource: option(resource.map(code::string)),
        }
    }
}
