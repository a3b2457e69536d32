//! Credentials for a request, by the description's security schemes.

use spec::Api;
use spec::encode::percent;
use spec::model::{Location, Operation, SecurityKind};

use super::request::SECRET;

/// `user:` and the secret in base64, for `Basic` (RFC 7617).
const BASIC: &str = "dXNlcjpzZWNyZXQtb2YtdGhlLXRlc3Q=";

/// The credentials of a request.
#[derive(Debug, Default)]
pub(super) struct Credentials {
    /// The header fields.
    pub(super) headers: Vec<String>,
    /// The query parameters, encoded.
    pub(super) query: Vec<String>,
}

impl Credentials {
    /// Returns the credentials of the first security alternative that can be sent; `None` if none
    /// can.
    pub(super) fn of(operation: &Operation, api: &Api) -> Option<Self> {
        if operation.security.is_empty() {
            return Some(Self::default());
        }
        let mut alternatives = operation.security.iter();
        alternatives.find_map(|alternative| {
            let mut credentials = Self::default();
            for (name, _) in &alternative.schemes {
                let mut schemes = api.security_schemes.iter();
                let scheme = schemes.find(|scheme| scheme.name == *name)?;
                credentials.add(&scheme.kind)?;
            }
            Some(credentials)
        })
    }

    fn add(&mut self, kind: &SecurityKind) -> Option<()> {
        match kind {
            SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => {
                self.header("authorization", &format!("Bearer {SECRET}"))
            }
            SecurityKind::Http { scheme, .. } => match scheme.as_str() {
                "basic" => self.header("authorization", &format!("Basic {BASIC}")),
                "bearer" => self.header("authorization", &format!("Bearer {SECRET}")),
                other => self.header("authorization", &format!("{other} {SECRET}")),
            },
            SecurityKind::ApiKey {
                name,
                location,
                prefix,
            } => match (location, prefix) {
                (Location::Header, Some(prefix)) => {
                    self.header(name, &format!("{prefix} {SECRET}"))
                }
                (Location::Header, None) => self.header(name, SECRET),
                (Location::Cookie, _) => self.header("cookie", &format!("{name}={SECRET}")),
                (Location::Query, _) => {
                    self.query.push(format!("{}={SECRET}", percent(name)));
                    Some(())
                }
                (Location::Path, _) => None,
            },
            SecurityKind::MutualTls => None,
        }
    }

    /// Adds a header field; `None` if it is repeated or cannot be sent.
    fn header(&mut self, name: &str, value: &str) -> Option<()> {
        let start = format!("{}: ", name.to_ascii_lowercase());
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        let is_sendable = !name.is_empty()
            && name.bytes().all(token)
            && value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
            && !self.headers.iter().any(|line| line.starts_with(&start));
        is_sendable.then(|| self.headers.push(format!("{start}{value}")))
    }
}
