//! Credentials that operations require.

use serde::Serialize;

use super::Extensions;
use crate::source::Span;

/// A security scheme.
#[derive(Debug, Clone, Serialize)]
pub struct SecurityScheme {
    /// The name under `components/securitySchemes`.
    pub name: String,
    /// The place of the scheme in the description.
    #[serde(skip)]
    pub span: Span,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// The kind of scheme.
    pub kind: SecurityKind,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// The kinds of security scheme (OpenAPI 3.0.3 §4.7.23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecurityKind {
    /// A secret in a header field, the query or a cookie.
    ApiKey {
        /// The name of the field, parameter or cookie.
        name: String,
        /// Where it is sent.
        location: super::Location,
        /// What precedes the secret (`x-scheme`), as in `Authorization: Key …`.
        prefix: Option<String>,
    },
    /// HTTP authentication (RFC 9110 §11).
    Http {
        /// The scheme, in lower case.
        scheme: String,
        /// A hint at the format of a bearer token, for documentation.
        bearer_format: Option<String>,
    },
    /// OAuth 2.0 (RFC 6749).
    OAuth2 {
        /// The flows.
        flows: Vec<Flow>,
    },
    /// OpenID Connect.
    OpenIdConnect {
        /// The address of its configuration.
        url: String,
    },
    /// TLS client certificates (3.1).
    MutualTls,
}

/// An OAuth flow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flow {
    /// The kind of flow.
    pub kind: FlowKind,
    /// The address that users are sent to.
    pub authorization_url: Option<String>,
    /// The address where a device requests its code (3.2, RFC 8628).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_authorization_url: Option<String>,
    /// The address where tokens are issued.
    pub token_url: Option<String>,
    /// The address where tokens are renewed.
    pub refresh_url: Option<String>,
    /// The scopes, with their descriptions.
    pub scopes: Vec<(String, String)>,
}

/// The OAuth flows that OpenAPI defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FlowKind {
    /// `implicit`
    Implicit,
    /// `password`
    Password,
    /// `clientCredentials`
    ClientCredentials,
    /// `authorizationCode`
    AuthorizationCode,
    /// `deviceAuthorization` (3.2)
    DeviceAuthorization,
}

impl FlowKind {
    /// Returns the name of the flow in OpenAPI.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Implicit => "implicit",
            Self::Password => "password",
            Self::ClientCredentials => "clientCredentials",
            Self::AuthorizationCode => "authorizationCode",
            Self::DeviceAuthorization => "deviceAuthorization",
        }
    }
}

/// Credentials that are needed together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Requirement {
    /// The schemes by name, each with the required scopes; empty if no credential is needed.
    pub schemes: Vec<(String, Vec<String>)>,
}
