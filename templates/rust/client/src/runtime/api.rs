//! The parts of the description that all operations share, as data for the runtime.

use super::{Environment, Global, Messages};
use crate::types::runtime::Operation;

/// The parts of the description that are the same for every request.
#[derive(Debug)]
pub struct Api {
    /// Every operation.
    pub operations: &'static [&'static Operation],
    /// Server variables and their default values.
    pub variables: &'static [(&'static str, &'static str)],
    /// The parameters that a client can set for all calls.
    pub globals: &'static [Global],
    /// The security schemes.
    pub schemes: &'static [SecurityScheme],
    /// Where error bodies have their message.
    pub messages: Messages,
    /// Servers of single operations on other sites. They receive credentials only if the caller
    /// sets their address.
    pub elsewhere: &'static [&'static str],
    /// The server and the credentials of requests that the description does not describe.
    pub untyped: &'static Operation,
    /// The environment variables from which a client is set up.
    pub environment: Environment,
    /// The environment variable that turns on the log of attempts.
    pub log_variable: &'static str,
}

impl Api {
    pub(super) fn scheme(&self, name: &str) -> Option<&'static SecurityScheme> {
        self.schemes.iter().find(|scheme| scheme.name == name)
    }
}

/// One security scheme (OpenAPI 3.0.3 §4.7.27).
#[derive(Debug)]
pub struct SecurityScheme {
    /// The name by which operations refer to it.
    pub name: &'static str,
    /// How its credential is sent.
    pub kind: SchemeKind,
    /// The token endpoint for OAuth 2.0 client credentials; may contain server variables.
    pub token_url: Option<&'static str>,
}

/// How a credential is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemeKind {
    /// `Authorization: Bearer …` (RFC 6750 §2.1).
    Bearer,
    /// `Authorization: Basic …` (RFC 7617).
    Basic,
    /// In a header field, behind a prefix such as `Key `, which may be empty.
    Header {
        /// The name of the field.
        name: &'static str,
        /// The text before the credential.
        prefix: &'static str,
    },
    /// In the query.
    Query {
        /// The name of the parameter.
        name: &'static str,
    },
    /// In the `Cookie` header field.
    Cookie {
        /// The name of the cookie.
        name: &'static str,
    },
}
