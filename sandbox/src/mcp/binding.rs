//! `generated/mcp/bindings.json`: how a tool call becomes a request, and how its response is
//! interpreted. Unsupported bindings are refused when the file is read, not when a tool is called.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// All bindings, by tool name.
#[derive(Debug, Deserialize)]
pub(super) struct Bindings {
    pub(super) tools: BTreeMap<String, Binding>,
}

/// How a tool is called.
#[derive(Debug, Deserialize)]
pub(super) struct Binding {
    pub(super) method: String,
    pub(super) server: Host,
    pub(super) path: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Option<RequestBody>,
    pub(super) success: Vec<Success>,
    security: Vec<BTreeMap<String, Vec<String>>>,
}

impl Binding {
    /// Returns the scopes that a bearer token must have; `None` if the operation accepts no
    /// credential.
    pub(super) fn scopes(&self) -> Option<&[String]> {
        let scopes = |alternative: &'_ BTreeMap<_, Vec<String>>| alternative.contains_key("OAuth2");
        let bearer = self.security.iter().find(|one| scopes(one))?;
        bearer.get("OAuth2").map(Vec::as_slice)
    }
}

/// The host that serves an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Host {
    #[serde(rename = "{base_url}")]
    Resource,
    #[serde(rename = "{auth_url}")]
    Token,
}

/// A parameter of an operation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameter {
    pub(super) argument: String,
    pub(super) name: String,
    pub(super) r#in: Place,
    pub(super) style: Style,
    pub(super) explode: bool,
    #[serde(rename = "required")]
    _required: bool,
}

/// Where a parameter is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Place {
    Path,
    Query,
    Header,
}

/// How a parameter is encoded (OpenAPI 3.0.3 §4.7.12.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Style {
    Simple,
    Form,
}

/// The body of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct RequestBody {
    pub(super) argument: String,
    pub(super) media_type: String,
    pub(super) encoding: Encoding,
    #[serde(rename = "required")]
    _required: bool,
}

/// How a value is encoded in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Encoding {
    Json,
    Form,
}

/// A successful response.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Success {
    #[serde(deserialize_with = "status")]
    pub(super) status: u16,
    pub(super) media_type: Option<String>,
    #[serde(rename = "encoding")]
    _encoding: Option<Json>,
    pub(super) wrapped: Wrapped,
    #[serde(default)]
    pub(super) headers: Vec<String>,
}

/// The only media type of the service's responses.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Json {
    Json,
}

/// The structure of `structuredContent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wrapped {
    Bare,
    Envelope,
}

/// Returns a status, written as text. Classes (`2XX`) and `default` are not supported.
fn status<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let text = String::deserialize(deserializer)?;
    let unsupported = || D::Error::custom(format!("the status {text} is not supported"));
    text.parse().map_err(|_| unsupported())
}
