//! Decides which credentials are accepted, and refuses others.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use conformance_core::values::seed;
use hyper::HeaderMap;
use spec::Api;
use spec::model::{Location, Operation, SecurityKind, SecurityScheme};

/// The accepted credentials, derived from the seed.
#[derive(Debug)]
pub(crate) struct Credentials {
    pub(crate) bearer: String,
    pub(crate) api_key: String,
    pub(crate) user: String,
    pub(crate) password: String,
}

impl Credentials {
    pub(crate) fn new(base: u64) -> Self {
        let text = |what: &str| {
            let mut text = String::new();
            for byte in seed(&["mock", "credential", what], base).iter().take(20) {
                // Writing to a `String` cannot fail.
                let _ = write!(text, "{byte:02x}");
            }
            text
        };
        Self {
            bearer: text("bearer"),
            api_key: text("key"),
            user: "mock".to_owned(),
            password: text("password"),
        }
    }

    /// Checks that a request satisfies one of the security alternatives. Otherwise returns the
    /// value of `WWW-Authenticate` (RFC 9110 §11.6.1).
    pub(crate) fn authorize(
        &self,
        api: &Api,
        operation: &Operation,
        headers: &HeaderMap,
        query: &[(String, String)],
    ) -> Result<(), String> {
        let schemes = |names: &[(String, Vec<String>)]| -> Vec<Option<SecurityScheme>> {
            let find = |name: &str| api.security_schemes.iter().find(|one| one.name == name);
            names.iter().map(|(name, _)| find(name).cloned()).collect()
        };
        let has = |scheme: &Option<SecurityScheme>| {
            scheme
                .as_ref()
                .is_some_and(|scheme| self.has(&scheme.kind, headers, query))
        };
        let mut alternatives = operation.security.iter();
        if operation.security.is_empty()
            || alternatives.any(|one| schemes(&one.schemes).iter().all(has))
        {
            return Ok(());
        }
        let all = operation
            .security
            .iter()
            .flat_map(|one| schemes(&one.schemes));
        let mut challenges: Vec<String> = Vec::new();
        for scheme in all.flatten() {
            let challenge = challenge(&scheme.kind, headers);
            if !challenges.contains(&challenge) {
                challenges.push(challenge);
            }
        }
        Err(challenges.join(", "))
    }

    fn has(&self, kind: &SecurityKind, headers: &HeaderMap, query: &[(String, String)]) -> bool {
        match kind {
            SecurityKind::ApiKey {
                name,
                location,
                prefix,
            } => {
                let key = match prefix {
                    Some(prefix) => format!("{prefix} {}", self.api_key),
                    None => self.api_key.clone(),
                };
                match location {
                    // Schemes are case-insensitive (RFC 9110 §11.1).
                    Location::Header => only(headers, name).is_some_and(|own| {
                        let (scheme, rest) = own.split_once(' ').unwrap_or(("", own));
                        let wanted = prefix.as_deref().unwrap_or_default();
                        scheme.eq_ignore_ascii_case(wanted) && rest == self.api_key
                    }),
                    Location::Cookie => {
                        let cookies = crate::parameters::cookies(headers);
                        cookies.contains(&(name.clone(), key))
                    }
                    _ => query.contains(&(name.clone(), key)),
                }
            }
            SecurityKind::Http { scheme, .. } if scheme == "basic" => {
                let pair = STANDARD.encode(format!("{}:{}", self.user, self.password));
                credential(headers, "basic") == Some(pair.as_str())
            }
            SecurityKind::Http { .. }
            | SecurityKind::OAuth2 { .. }
            | SecurityKind::OpenIdConnect { .. } => {
                credential(headers, "bearer") == Some(self.bearer.as_str())
            }
            // There is no TLS.
            SecurityKind::MutualTls => false,
        }
    }
}

/// Returns the value of a field that occurs once.
fn only<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok();
    first.filter(|_| all.next().is_none())
}

/// Returns the credential after a scheme in `Authorization`; schemes are case-insensitive.
fn credential<'h>(headers: &'h HeaderMap, scheme: &str) -> Option<&'h str> {
    let (own, rest) = only(headers, "authorization")?.split_once(' ')?;
    own.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

fn challenge(kind: &SecurityKind, headers: &HeaderMap) -> String {
    match kind {
        SecurityKind::Http { scheme, .. } if scheme == "basic" => {
            "Basic realm=\"mock\", charset=\"UTF-8\"".to_owned()
        }
        SecurityKind::ApiKey { .. } => "ApiKey realm=\"mock\"".to_owned(),
        SecurityKind::MutualTls => "TLS realm=\"mock\"".to_owned(),
        // The challenge for a request without a token has no error code (RFC 6750 §3.1).
        _ if credential(headers, "bearer").is_some_and(|token| !token.is_empty()) => {
            "Bearer realm=\"mock\", error=\"invalid_token\"".to_owned()
        }
        _ => "Bearer realm=\"mock\"".to_owned(),
    }
}
