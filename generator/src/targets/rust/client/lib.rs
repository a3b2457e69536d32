//! The root of the client: how it is set up.

use askama::Template;
use spec::model::{FlowKind, Location, Method, SecurityKind, SecurityScheme, Server};

use super::super::Rust;
use super::super::code::{self, Code, docs, filters, fixed, ident, inner_docs, list, option};
use super::super::names::{Case, Scope};

#[derive(Template)]
#[template(path = "rust/client/src/lib.rs")]
pub(super) struct Lib {
    docs: Code,
    recursion_limit: Option<Code>,
    modules: Vec<Code>,
    variable_defaults: Code,
    schemes: Code,
    settings: Vec<Setting>,
    needs_unused: bool,
}

struct Setting {
    docs: Code,
    name: Code,
    wire: Code,
    is_credential: bool,
}

/// The methods that every builder has.
const RESERVED: &[&str] = &[
    "new",
    "variable",
    "server",
    "origin",
    "credentials",
    "timeout",
    "connect_timeout",
    "user_agent",
    "response_limit",
    "retry",
    "observer",
    "http_client",
    "clock",
    "build",
    "self",
];

impl Rust<'_> {
    pub(super) fn client_lib(&self, modules: Vec<Code>) -> Lib {
        let api = self.plan.api;
        let schemes: Vec<_> = api
            .security_schemes
            .iter()
            .filter_map(|scheme| Some((scheme, self.scheme(scheme)?)))
            .collect();
        let variables = self.variables();
        let mut scope = Scope::new(Case::Snake, RESERVED);
        let mut settings = Vec::new();
        for (name, _, description) in &variables {
            settings.push(Setting {
                docs: docs(
                    description
                        .as_deref()
                        .unwrap_or("A variable of the server's address."),
                ),
                name: ident(&scope.claim_or(name, "variable")),
                wire: code::string(name),
                is_credential: false,
            });
        }
        for (scheme, _) in &schemes {
            let text = format!("The credential for `{}`.", scheme.name.replace('`', "'"));
            let description = scheme.description.as_deref().unwrap_or_default();
            settings.push(Setting {
                docs: docs(&format!("{text}\n\n{description}")),
                name: ident(&scope.claim_or(&scheme.name, "credential")),
                wire: code::string(&scheme.name),
                is_credential: true,
            });
        }
        let defaults = variables.iter().map(|(name, default, _)| {
            join!("(", code::string(name), ", ", code::string(default), ")")
        });
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
            settings,
        }
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
                    Location::Query => join!("Query { name: ", name, " }"),
                    Location::Cookie => join!("Cookie { name: ", name, " }"),
                    Location::Header | Location::Path => {
                        let prefix = prefix.as_ref().map(|prefix| format!("{prefix} "));
                        let prefix = code::string(prefix.as_deref().unwrap_or_default());
                        join!("Header { name: ", name, ", prefix: ", prefix, " }")
                    }
                }
            }
            SecurityKind::Http { scheme, .. } if scheme == "basic" => fixed("Basic"),
            SecurityKind::Http { scheme, .. } if scheme == "bearer" => fixed("Bearer"),
            SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => fixed("Bearer"),
            SecurityKind::Http { .. } | SecurityKind::MutualTls => return None,
        };
        let token_url = option(self.token_url(scheme).map(|url| code::string(&url)));
        Some(join!(
            "SecurityScheme { name: ",
            code::string(&scheme.name),
            ", kind: SchemeKind::",
            kind,
            ", token_url: ",
            token_url,
            " }"
        ))
    }

    /// Where client credentials are exchanged. An address that is also that of an operation is
    /// written with the variables of its server, so that it moves when they do.
    fn token_url(&self, scheme: &SecurityScheme) -> Option<String> {
        let SecurityKind::OAuth2 { flows } = &scheme.kind else {
            return None;
        };
        let flow = flows
            .iter()
            .find(|flow| flow.kind == FlowKind::ClientCredentials)?;
        let url = flow.token_url.as_ref()?;
        let api = self.plan.api;
        let posts = api.operations.iter().filter(|o| o.method == Method::Post);
        let templated = posts.filter_map(|operation| {
            let server = operation.servers.first().or(api.servers.first())?;
            let path = &operation.path;
            (format!("{}{path}", expand(server)) == *url).then(|| format!("{}{path}", server.url))
        });
        Some(templated.into_iter().next().unwrap_or_else(|| url.clone()))
    }

    /// Every variable of every server in use, once, with its default and what it is for.
    fn variables(&self) -> Vec<(String, String, Option<String>)> {
        let api = self.plan.api;
        let own = api
            .operations
            .iter()
            .flat_map(|operation| &operation.servers);
        let mut variables: Vec<(String, String, Option<String>)> = Vec::new();
        for variable in api
            .servers
            .iter()
            .chain(own)
            .flat_map(|server| &server.variables)
        {
            if !variables.iter().any(|(name, ..)| *name == variable.name) {
                let description = variable.description.clone();
                variables.push((variable.name.clone(), variable.default.clone(), description));
            }
        }
        variables
    }
}

fn expand(server: &Server) -> String {
    let variables = server.variables.iter();
    variables.fold(server.url.clone(), |url, variable| {
        url.replace(&format!("{{{}}}", variable.name), &variable.default)
    })
}
