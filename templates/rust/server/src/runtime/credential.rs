//! Credentials of requests.

use std::fmt;

/// One security scheme of the description (OpenAPI 3.0.3 §4.7.27).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scheme {
    /// The name in the description.
    pub name: &'static str,
    /// How its credential is sent.
    pub carrier: Carrier,
}

/// How the credential of a security scheme is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// `Authorization: Bearer …` (RFC 6750 §2.1): `oauth2`, `openIdConnect`, `http: bearer`.
    Bearer,
    /// `Authorization: Basic …` (RFC 7617).
    Basic,
    /// `Authorization` with another scheme, such as `Key`.
    Http(&'static str),
    /// A header field that contains only the key.
    Header(&'static str),
    /// A query parameter.
    Query(&'static str),
    /// A cookie.
    Cookie(&'static str),
    /// A kind of credential that the stub cannot check, such as `mutualTLS`: never satisfied.
    Unseen,
}

/// A credential that was sent, and what it is for.
#[derive(Debug, Clone)]
pub struct Credential {
    /// The security scheme that it was sent for.
    pub scheme: &'static str,
    /// The scopes that the operation requires of this scheme.
    pub scopes: &'static [&'static str],
    /// The credential itself.
    pub proof: Proof,
}

/// The secret part of a credential.
#[derive(Debug, Clone)]
pub enum Proof {
    /// A bearer token.
    Bearer(Secret),
    /// A user name and a password.
    Basic {
        /// The user name.
        user: String,
        /// The password.
        password: Secret,
    },
    /// An API key, or the text after the scheme in an `Authorization` header with another scheme.
    Key(Secret),
    /// Several credentials, all of which are required.
    All(Vec<Credential>),
}

/// Text that must not end up in a log: [`fmt::Debug`] does not show it.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps `text` so that it is not shown.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text. Compare it in constant time, or compare hashes.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
