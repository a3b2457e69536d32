//! Operations: what can be asked, and what is answered.

use serde::Serialize;
use serde_json::Value;

use super::{Extensions, Provenance, Requirement, SchemaId, Server};
use crate::source::Span;

/// The methods that a path can have (OpenAPI 3.0.3 §4.7.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// GET
    Get,
    /// PUT
    Put,
    /// POST
    Post,
    /// DELETE
    Delete,
    /// OPTIONS
    Options,
    /// HEAD
    Head,
    /// PATCH
    Patch,
    /// TRACE
    Trace,
}

impl Method {
    /// All methods, in the order of OpenAPI.
    pub const ALL: [Self; 8] = [
        Self::Get,
        Self::Put,
        Self::Post,
        Self::Delete,
        Self::Options,
        Self::Head,
        Self::Patch,
        Self::Trace,
    ];

    /// The method as it is sent.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
            Self::Trace => "TRACE",
        }
    }

    /// The field of a path that holds the operation.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Put => "put",
            Self::Post => "post",
            Self::Delete => "delete",
            Self::Options => "options",
            Self::Head => "head",
            Self::Patch => "patch",
            Self::Trace => "trace",
        }
    }

    /// Whether the same request may be sent twice without harm (RFC 9110 §9.2.2).
    #[must_use]
    pub const fn is_idempotent(self) -> bool {
        !matches!(self, Self::Post | Self::Patch)
    }

    /// Whether the request changes nothing (RFC 9110 §9.2.1).
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options | Self::Trace)
    }
}

/// One operation.
#[derive(Debug, Clone, Serialize)]
pub struct Operation {
    /// The operationId; made from method and path where the description has none.
    pub id: String,
    /// Whether the description has the id.
    pub id_given: bool,
    /// Where the operation stands.
    #[serde(skip)]
    pub span: Span,
    /// The method.
    pub method: Method,
    /// The path template, as it is written.
    pub path: String,
    /// A short summary.
    pub summary: Option<String>,
    /// What it does (CommonMark).
    pub description: Option<String>,
    /// The tags.
    pub tags: Vec<String>,
    /// The parameters, those of the path first.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The responses, in the order of the description.
    pub responses: Vec<Response>,
    /// The alternatives of credentials, any of which serves. Empty where none is needed.
    pub security: Vec<Requirement>,
    /// The servers, where they are not those of the API.
    pub servers: Vec<Server>,
    /// Whether it is on its way out.
    pub deprecation: Option<Deprecation>,
    /// How the list that it answers with is paged.
    pub pagination: Option<Pagination>,
    /// What the API sends later because of it.
    pub callbacks: Vec<Callback>,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// A piece of a path template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathSegment {
    /// Text that stands as it is.
    Literal(String),
    /// A variable.
    Variable(String),
}

impl Operation {
    /// The path template, taken apart.
    #[must_use]
    pub fn path_segments(&self) -> Vec<PathSegment> {
        let mut segments = Vec::new();
        let mut rest = self.path.as_str();
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else {
                break;
            };
            if open > 0 {
                segments.push(PathSegment::Literal(rest[..open].to_owned()));
            }
            let name = &rest[open + 1..open + length];
            segments.push(PathSegment::Variable(name.to_owned()));
            rest = &rest[open + length + 1..];
        }
        if !rest.is_empty() {
            segments.push(PathSegment::Literal(rest.to_owned()));
        }
        segments
    }
}

/// A parameter of an operation.
#[derive(Debug, Clone, Serialize)]
pub struct Parameter {
    /// The name, as it is sent.
    pub name: String,
    /// Where it stands in the description.
    #[serde(skip)]
    pub span: Span,
    /// Where it is sent.
    pub location: Location,
    /// What it means (CommonMark).
    pub description: Option<String>,
    /// Whether it must be there.
    pub required: bool,
    /// Whether it is on its way out.
    pub deprecated: bool,
    /// How its value is written as text.
    pub style: Style,
    /// Whether each item or property is written apart.
    pub explode: bool,
    /// Whether reserved characters are sent as they are.
    pub allow_reserved: bool,
    /// Whether it may be sent without a value.
    pub allow_empty: bool,
    /// The media type of its text (`content` in place of `schema`).
    pub media_type: Option<String>,
    /// What its value may be.
    pub schema: SchemaId,
    /// Sample values.
    pub examples: Vec<Example>,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// Where a parameter is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Location {
    /// In the path.
    Path,
    /// In the query.
    Query,
    /// In a header field.
    Header,
    /// In a cookie.
    Cookie,
}

impl Location {
    /// The location as OpenAPI writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}

/// How a value is written as text (OpenAPI 3.0.3 §4.7.12.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Style {
    /// `;name=value`
    Matrix,
    /// `.value`
    Label,
    /// `name=value`
    Form,
    /// `value`
    Simple,
    /// `name=a%20b`
    SpaceDelimited,
    /// `name=a|b`
    PipeDelimited,
    /// `name[property]=value`
    DeepObject,
}

/// A request body.
#[derive(Debug, Clone, Serialize)]
pub struct Body {
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// What it means (CommonMark).
    pub description: Option<String>,
    /// Whether it must be there.
    pub required: bool,
    /// The forms it can have, in the order of the description.
    pub content: Vec<MediaType>,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// A body of one media type.
#[derive(Debug, Clone, Serialize)]
pub struct MediaType {
    /// The media type or range, as it is written.
    pub name: String,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// What the body may be; none where nothing is said.
    pub schema: Option<SchemaId>,
    /// How single fields of a form are written.
    pub encoding: Vec<Encoding>,
    /// Sample bodies.
    pub examples: Vec<Example>,
    /// Vendor extensions.
    pub extensions: Extensions,
}

impl MediaType {
    /// The media type without parameters, in lower case (RFC 9110 §8.3.1).
    #[must_use]
    pub fn essence(&self) -> String {
        let essence = self.name.split(';').next().unwrap_or_default();
        essence.trim().to_ascii_lowercase()
    }

    /// Whether the body is JSON: `application/json`, `text/json` or `…+json` (RFC 6839 §3.1).
    #[must_use]
    pub fn is_json(&self) -> bool {
        let essence = self.essence();
        matches!(essence.as_str(), "application/json" | "text/json") || essence.ends_with("+json")
    }
}

/// How one field of a form is written.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Encoding {
    /// The property.
    pub property: String,
    /// The media type of its part.
    pub content_type: Option<String>,
    /// Its style.
    pub style: Option<Style>,
    /// Whether each item or property is written apart.
    pub explode: Option<bool>,
    /// Whether reserved characters are sent as they are.
    pub allow_reserved: bool,
}

/// A sample value.
#[derive(Debug, Clone, Serialize)]
pub struct Example {
    /// Its name, where there are several.
    pub name: Option<String>,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A response.
#[derive(Debug, Clone, Serialize)]
pub struct Response {
    /// The status it is for.
    pub status: Status,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// What it means (CommonMark).
    pub description: String,
    /// The header fields.
    pub headers: Vec<Header>,
    /// The forms its body can have; empty where it has none.
    pub content: Vec<MediaType>,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// The statuses that a response is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// One status.
    Code(u16),
    /// All statuses of a class that are not declared themselves: `4XX` is `Range(4)`.
    Range(u8),
    /// All statuses that are not declared otherwise.
    Default,
}

impl Status {
    /// Whether it is for success only.
    #[must_use]
    pub const fn is_success(self) -> bool {
        match self {
            Self::Code(code) => code / 100 == 2,
            Self::Range(class) => class == 2,
            Self::Default => false,
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "{code}"),
            Self::Range(class) => write!(f, "{class}XX"),
            Self::Default => f.write_str("default"),
        }
    }
}

impl Serialize for Status {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A header field of a response.
#[derive(Debug, Clone, Serialize)]
pub struct Header {
    /// The name.
    pub name: String,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// What it means (CommonMark).
    pub description: Option<String>,
    /// Whether it must be there.
    pub required: bool,
    /// Whether each item or property is written apart.
    pub explode: bool,
    /// What its value may be.
    pub schema: SchemaId,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// What is announced of an operation's end.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Deprecation {
    /// Since when it is deprecated, an RFC 3339 date-time (`x-deprecated-at`).
    pub since: Option<String>,
    /// Until when it answers, an RFC 3339 date-time (`x-sunset`).
    pub sunset: Option<String>,
    /// Where a migration guide is (`x-migration-guide`).
    pub guide: Option<String>,
}

/// How a list is paged (`x-pagination`): names of parameters and properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pagination {
    /// The property of the answer that holds the items.
    pub items: String,
    /// The property of the answer that holds the next offset, `null` at the end.
    pub next_offset: String,
    /// The parameter for how many items a page has.
    pub limit: String,
    /// The parameter for where a page starts.
    pub offset: String,
}

/// What the API sends to an address that a request gave it.
#[derive(Debug, Clone, Serialize)]
pub struct Callback {
    /// The name.
    pub name: String,
    /// A runtime expression for the address (OpenAPI 3.0.3 §4.7.18.4).
    pub expression: String,
    /// What is sent and answered.
    pub operations: Vec<Operation>,
}

/// What the API sends of its own accord.
#[derive(Debug, Clone, Serialize)]
pub struct Webhook {
    /// The name.
    pub name: String,
    /// What is sent and answered.
    pub operations: Vec<Operation>,
}
