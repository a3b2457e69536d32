//! The environment variables that a client can be set up from.

use super::code;
use super::layout::{Pair, pairs};
use super::plan::Go;
use crate::code::Code;
use crate::ir::Scheme;
use crate::ir::docs::span;
use crate::ir::environment::Environment;

impl Go<'_> {
    /// Returns the member of the table of the description; `None` without variables.
    pub(super) fn environment_table(&self) -> Option<Pair> {
        let mut table = Vec::new();
        let servers = self.ir.variables.iter();
        let mut servers: Vec<_> = servers
            .map(|one| (one.declared.name.as_str(), &one.environment))
            .collect();
        servers.sort();
        let servers = servers.into_iter().map(|(name, variable)| Pair {
            key: code::string(name),
            value: code::string(variable),
        });
        let servers: Vec<_> = servers.collect();
        if !servers.is_empty() {
            let servers = code!("map[string]string{\n", &pairs(&servers, 3), "\t\t}");
            table.push(Pair::new("variables", servers));
        }
        let shared = self.ir.globals.iter().map(|global| Pair {
            key: code::string(&global.parameter.name),
            value: code::string(&global.environment),
        });
        let shared: Vec<_> = shared.collect();
        if !shared.is_empty() {
            let shared = code!("map[string]string{\n", &pairs(&shared, 3), "\t\t}");
            table.push(Pair::new("shared", shared));
        }
        let credentials = self.ir.schemes.iter();
        let credentials = credentials.map(|one| code!("\t\t\t", &entry(one), ",\n"));
        let credentials = Code::list(credentials, "");
        if !credentials.as_str().is_empty() {
            let credentials = code!("[]environmentCredentials{\n", &credentials, "\t\t}");
            table.push(Pair::new("credentials", credentials));
        }
        let has_variables = !table.is_empty();
        has_variables.then(|| {
            let table = code!("environment{\n", &pairs(&table, 2), "\t}");
            Pair::new("environment", table)
        })
    }

    /// Returns the documentation of the function that creates a client from the environment.
    pub(super) fn environment_docs(&self) -> Code {
        let environment = Environment::new(self.ir.api, self.ir.config);
        let names: Vec<_> = environment.names().map(|name| span(name)).collect();
        let names = names.join(", ");
        let variables = if names.is_empty() {
            String::new()
        } else {
            format!(": {names}")
        };
        code::docs(&format!(
            "NewFromEnvironment returns a new client that is set up from environment \
             variables{variables}. Options replace what they set. It returns an error if only \
             one variable of a pair is set."
        ))
    }
}

fn entry(scheme: &Scheme<'_>) -> Code {
    let credential = &scheme.environment;
    let mut parts = vec![
        code!("scheme: ", &code::string(&scheme.declared.name)),
        code!("secret: ", &code::string(&credential.secret)),
    ];
    if let Some(user) = &credential.user {
        parts.push(code!("username: ", &code::string(user)));
    }
    if let Some((id, secret)) = &credential.client {
        parts.push(code!("id: ", &code::string(id)));
        parts.push(code!("clientSecret: ", &code::string(secret)));
        let resource = scheme.resource;
        parts.extend(resource.map(|one| code!("resource: ", &code::string(one))));
    }
    code!("{", &Code::list(parts, ", "), "}")
}
