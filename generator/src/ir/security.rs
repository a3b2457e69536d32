//! The settings of a client: credentials, and server variables.

use spec::model::{
    Api, Kind, Location, Operation, SchemaId, SecurityKind, SecurityScheme, ServerVariable,
};

use super::environment::{Credential, Environment};
use super::names::Scope;
use super::servers::{self, token_url};
use super::{Ir, Language};

/// A variable in a server address.
#[derive(Debug)]
pub(crate) struct Variable<'a> {
    /// The variable, as it is declared.
    pub(crate) declared: &'a ServerVariable,
    /// The name of its setting.
    pub(crate) name: String,
    /// Its environment variable.
    pub(crate) environment: String,
}

/// A credential that the API accepts.
#[derive(Debug)]
pub(crate) struct Scheme<'a> {
    /// The scheme, as it is declared.
    pub(crate) declared: &'a SecurityScheme,
    /// The name of its setting.
    pub(crate) name: String,
    /// How the credential is sent.
    pub(crate) kind: SchemeKind<'a>,
    /// The address where client credentials are exchanged for a token (RFC 6749 §4.4). If it
    /// belongs to an operation, it has the variables of the operation's server, so that it changes
    /// with them.
    pub(crate) token_url: Option<String>,
    /// The resource that tokens are for (RFC 8707), as an address with server variables, if the
    /// token endpoint accepts it.
    pub(crate) resource: Option<&'a str>,
    /// Its environment variables.
    pub(crate) environment: Credential<'a>,
}

/// How a credential is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemeKind<'a> {
    /// `Authorization: Bearer …`
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// In a header field.
    Header {
        /// The field.
        name: &'a str,
        /// The word before the secret, without the space.
        prefix: Option<&'a str>,
    },
    /// In the query.
    Query {
        /// The parameter.
        name: &'a str,
    },
    /// In a cookie.
    Cookie {
        /// The cookie.
        name: &'a str,
    },
}

/// Pass: collects the settings of a client.
pub(super) fn set_up(ir: &mut Ir<'_>) {
    let Environment {
        servers,
        credentials,
        ..
    } = Environment::new(ir.api, ir.config);
    ir.variables = variables(ir.api, ir.language, servers);
    let scope = if ir.language.credentials_apart {
        Scope::new(ir.language.argument, ir.language.settings)
    } else {
        ir.settings()
    };
    ir.schemes = schemes(ir.api, scope, credentials);
}

impl Ir<'_> {
    /// Returns the names of the settings that have been named so far.
    pub(super) fn settings(&self) -> Scope {
        let mut scope = Scope::new(self.language.argument, self.language.settings);
        for variable in &self.variables {
            scope.claim_derived(&variable.name, "");
        }
        // Parameters of all calls avoid the names of credentials in every language.
        for scheme in &self.schemes {
            scope.claim_derived(&scheme.name, "");
        }
        scope
    }
}

/// Returns the settings for server variables.
fn variables<'a>(
    api: &'a Api,
    language: &Language,
    environment: Vec<(&str, String)>,
) -> Vec<Variable<'a>> {
    let mut scope = Scope::new(language.argument, language.settings);
    let variables = servers::variables(api).into_iter().zip(environment);
    let named = variables.map(|(declared, (_, environment))| Variable {
        declared,
        name: scope.claim_or(&declared.name, "variable"),
        environment,
    });
    named.collect()
}

/// Returns every scheme whose credentials an SDK can send.
fn schemes<'a>(
    api: &'a Api,
    mut scope: Scope,
    environment: Vec<Credential<'a>>,
) -> Vec<Scheme<'a>> {
    let schemes = environment.into_iter().filter_map(|environment| {
        let scheme = environment.scheme;
        let token_url = token_url(api, scheme);
        Some(Scheme {
            declared: scheme,
            name: scope.claim_or(&scheme.name, "credential"),
            kind: kind(&scheme.kind)?,
            resource: token_url.as_deref().and_then(|url| resource(api, url)),
            token_url,
            environment,
        })
    });
    schemes.collect()
}

/// Returns the resource of a token, if the token endpoint is an operation that accepts it: the
/// first server.
pub(crate) fn resource<'a>(api: &'a Api, token_url: &str) -> Option<&'a str> {
    let is_endpoint = |operation: &&Operation| {
        format!("{}{}", servers::of(api, operation), operation.path) == token_url
    };
    let mut endpoints = api.operations.iter().filter(is_endpoint);
    let takes = endpoints.any(|operation| {
        let contents = operation.body.iter().flat_map(|body| &body.content);
        contents
            .filter_map(|media| media.schema)
            .any(|id| takes_resource(api, id, 0))
    });
    let server = api.servers.first().filter(|_| takes)?;
    Some(&server.url)
}

/// Returns whether a form, or one of its variants, has the field.
fn takes_resource(api: &Api, id: SchemaId, depth: usize) -> bool {
    const DEEPEST: usize = 4;
    match &api.schema(api.resolve(id)).kind {
        Kind::Object(object) => object.properties.iter().any(|one| one.name == "resource"),
        Kind::Union(union) => {
            let mut members = union.members.iter();
            depth < DEEPEST && members.any(|one| takes_resource(api, one.schema, depth + 1))
        }
        _ => false,
    }
}

/// Returns how a credential is sent; `None` if no SDK supports it.
pub(crate) fn kind(kind: &SecurityKind) -> Option<SchemeKind<'_>> {
    match kind {
        SecurityKind::ApiKey {
            name,
            location,
            prefix,
        } => Some(match location {
            Location::Query => SchemeKind::Query { name },
            Location::Cookie => SchemeKind::Cookie { name },
            Location::Header | Location::Path => SchemeKind::Header {
                name,
                prefix: prefix.as_deref(),
            },
        }),
        SecurityKind::Http { scheme, .. } if scheme == "basic" => Some(SchemeKind::Basic),
        SecurityKind::Http { scheme, .. } if scheme == "bearer" => Some(SchemeKind::Bearer),
        SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => {
            Some(SchemeKind::Bearer)
        }
        SecurityKind::Http { .. } | SecurityKind::MutualTls => None,
    }
}
