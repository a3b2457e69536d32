//! The environment variables from which a client is set up.

use super::super::Rust;
use super::super::code::{self, Code, docs, list, option};
use crate::ir::docs::span;
use crate::ir::environment::{Credential, Environment};
use crate::ir::security::resource;
use crate::ir::servers::token_url;

/// The code of the variables.
pub(super) struct EnvironmentCode {
    pub(super) docs: Code,
    pub(super) servers: Code,
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
        let servers = environment.servers.iter().map(|(name, variable)| {
            join!("(", code::string(name), ", ", code::string(variable), ")")
        });
        let credentials = environment.credentials.iter();
        EnvironmentCode {
            docs: docs(&listed(&environment)),
            servers: list(servers),
            credentials: credentials.map(|one| self.credential(one)).collect(),
        }
    }

    fn credential(&self, credential: &Credential<'_>) -> CredentialCode {
        let api = self.plan.api;
        let client = credential
            .client
            .as_ref()
            .map(|(id, secret)| join!("(", code::string(id), ", ", code::string(secret), ")"));
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

/// What environment variables mean that belong together.
pub(in super::super) struct Meaning {
    pub(in super::super) variables: Vec<String>,
    pub(in super::super) text: String,
}

/// Returns the meaning of all variables.
pub(in super::super) fn meanings(environment: &Environment<'_>) -> Vec<Meaning> {
    let servers = environment.servers.iter().map(|(name, variable)| Meaning {
        variables: vec![variable.clone()],
        text: format!("the variable {name} in the addresses of servers"),
    });
    let credentials = environment.credentials.iter().flat_map(|credential| {
        let secret = credential.secret.clone();
        let (variables, text) = match credential.user.clone() {
            Some(user) => (vec![user, secret], "user name and password"),
            None => (vec![secret], "the token or key"),
        };
        let client = credential.client.clone();
        let client = client.map(|(id, secret)| (vec![id, secret], "client ID and client secret"));
        let all = std::iter::once((variables, text)).chain(client);
        all.map(|(variables, text)| Meaning {
            variables,
            text: format!("{text} for {}", credential.scheme.name),
        })
    });
    servers.chain(credentials).collect()
}

/// Returns documentation of the variables.
fn listed(environment: &Environment<'_>) -> String {
    let meanings = meanings(environment).into_iter().map(|meaning| {
        let variables = meaning.variables.iter().map(|one| span(one));
        let variables = variables.collect::<Vec<_>>().join(", ");
        format!("- {variables}: {}", meaning.text)
    });
    meanings.collect::<Vec<_>>().join("\n")
}
