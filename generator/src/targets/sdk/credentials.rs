//! What a client is set up with: credentials, and variables of addresses.

use spec::model::{Api, Location, SecurityKind, SecurityScheme, ServerVariable};

use super::Language;
use crate::targets::names::Scope;
use crate::targets::servers::{self, token_url};

/// A variable of a server's address.
#[derive(Debug)]
pub(in crate::targets) struct Variable<'a> {
    /// The variable.
    pub(in crate::targets) variable: &'a ServerVariable,
    /// What its setting is called.
    pub(in crate::targets) name: String,
}

/// A credential that the API takes.
#[derive(Debug)]
pub(in crate::targets) struct Scheme<'a> {
    /// The scheme, as it is declared.
    pub(in crate::targets) declared: &'a SecurityScheme,
    /// What its setting is called.
    pub(in crate::targets) name: String,
    /// How the credential is sent.
    pub(in crate::targets) kind: SchemeKind<'a>,
    /// Where client credentials are exchanged for a token (RFC 6749 §4.4): an address, with the
    /// variables of a server where it is that of an operation, so that it moves when they do.
    pub(in crate::targets) token_url: Option<String>,
}

/// How a credential is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::targets) enum SchemeKind<'a> {
    /// `Authorization: Bearer …`
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// In a header field.
    Header {
        /// The field.
        name: &'a str,
        /// What stands before the secret and a space.
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

/// The settings for the variables of addresses.
pub(super) fn variables<'a>(api: &'a Api, language: &Language) -> Vec<Variable<'a>> {
    let mut scope = Scope::new(language.argument, language.settings);
    let variables = servers::variables(api).into_iter();
    let named = variables.map(|variable| Variable {
        variable,
        name: scope.claim_or(&variable.name, "variable"),
    });
    named.collect()
}

/// Every scheme whose credentials an SDK can send. Their settings have a space of their own:
/// `credentials.…`.
pub(super) fn schemes<'a>(api: &'a Api, language: &Language) -> Vec<Scheme<'a>> {
    let mut scope = Scope::new(language.argument, language.settings);
    let known = api.security_schemes.iter();
    let known = known.filter_map(|scheme| Some((scheme, kind(&scheme.kind)?)));
    let schemes = known.map(|(scheme, kind)| Scheme {
        declared: scheme,
        name: scope.claim_or(&scheme.name, "credential"),
        kind,
        token_url: token_url(api, scheme),
    });
    schemes.collect()
}

/// How a credential is sent; none for what no SDK sends.
pub(super) fn kind(kind: &SecurityKind) -> Option<SchemeKind<'_>> {
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
