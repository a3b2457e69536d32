//! Operations: their requests and responses.

use serde::Serialize;

use super::{
    Body, Extensions, MediaType, Pagination, Parameter, Provenance, Requirement, Response, Server,
};
use crate::source::Span;

/// The methods that a path can have (OpenAPI 3.2.0 §4.9).
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
    /// QUERY (3.2)
    Query,
    /// Any other method (`additionalOperations`, 3.2), as it is sent.
    #[serde(untagged)]
    Other(&'static str),
}

impl Method {
    /// Returns the method with a name, which must be a token (RFC 9110 §9.1) and is case-sensitive.
    ///
    /// Names of other methods are kept for the lifetime of the program, each once.
    #[must_use]
    pub fn named(name: &str) -> Self {
        static OTHERS: std::sync::Mutex<std::collections::BTreeSet<&'static str>> =
            std::sync::Mutex::new(std::collections::BTreeSet::new());
        let mut known = Self::ALL.into_iter().chain([Self::Query]);
        if let Some(known) = known.find(|known| known.as_str() == name) {
            return known;
        }
        let mut others = OTHERS
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(other) = others.get(name) {
            return Self::Other(other);
        }
        let other: &'static str = Box::leak(name.into());
        others.insert(other);
        Self::Other(other)
    }

    /// All methods of OpenAPI 3.0 and 3.1, in its order.
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

    /// Returns the method as it is sent.
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
            Self::Query => "QUERY",
            Self::Other(name) => name,
        }
    }

    /// Returns the field of a path item that holds the operation.
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
            Self::Query => "query",
            Self::Other(name) => name,
        }
    }

    /// Returns whether the same request may be sent twice without harm (RFC 9110 §9.2.2).
    #[must_use]
    pub const fn is_idempotent(self) -> bool {
        !matches!(self, Self::Post | Self::Patch | Self::Other(_))
    }

    /// Returns whether the request changes nothing (RFC 9110 §9.2.1).
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(
            self,
            Self::Get | Self::Head | Self::Options | Self::Trace | Self::Query
        )
    }
}

/// One operation.
#[derive(Debug, Clone, Serialize)]
pub struct Operation {
    /// The operationId; derived from method and path if the description has none.
    pub id: String,
    /// Whether the description declares the id.
    pub id_given: bool,
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// The method.
    pub method: Method,
    /// The path template, as it is written.
    pub path: String,
    /// A short summary.
    pub summary: Option<String>,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// The tags.
    pub tags: Vec<String>,
    /// The parameters, those of the path first.
    pub parameters: Vec<Parameter>,
    /// The parameter that is the whole query (3.2), unless it is JSON or a form of plain fields: that is
    /// a parameter of the query. No client sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_string: Option<QueryString>,
    /// The request body.
    pub body: Option<Body>,
    /// The responses, in the order of the description.
    pub responses: Vec<Response>,
    /// The security alternatives, any of which is sufficient. Empty if none is needed.
    pub security: Vec<Requirement>,
    /// Where they are: in the operation, or in the description for all operations.
    #[serde(skip)]
    pub security_span: Span,
    /// The servers, if they differ from those of the API.
    pub servers: Vec<Server>,
    /// The deprecation, if it is deprecated.
    pub deprecation: Option<Deprecation>,
    /// The property of its JSON body that makes the request idempotent, with a value that the
    /// client chooses (`x-idempotency-property`).
    pub idempotency: Option<String>,
    /// The name of its method in SDKs, instead of one made from `id` (`x-sdk-name`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sdk_name: Option<SdkName>,
    /// How the list that it returns is paged.
    pub pagination: Option<Pagination>,
    /// Requests that the API sends later because of it.
    pub callbacks: Vec<Callback>,
    /// The provenance of the operation.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

/// The name of a method in SDKs (`x-sdk-name`). It has no case; each language converts it.
#[derive(Debug, Clone, Serialize)]
pub struct SdkName {
    /// The name, which is not empty.
    pub text: String,
    /// Where it is in the description.
    #[serde(skip)]
    pub span: Span,
}

/// A parameter that is the whole query (`in: querystring`, OpenAPI 3.2.0 §4.12.2).
#[derive(Debug, Clone, Serialize)]
pub struct QueryString {
    /// The name, which is for people.
    pub name: String,
    /// Where it is in the description.
    #[serde(skip)]
    pub span: Span,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// The encoding of the query, and its schema.
    pub content: MediaType,
}

/// A piece of a path template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathSegment {
    /// Literal text.
    Literal(String),
    /// A variable.
    Variable(String),
}

impl Operation {
    /// Returns the provenance of the set of its statuses, which is the weakest: another status
    /// would contradict all of them.
    #[must_use]
    pub fn statuses(&self) -> &Provenance {
        let all = self.responses.iter().map(|one| &one.provenance);
        Provenance::weakest(all).unwrap_or(&self.provenance)
    }

    /// Returns the provenance of its behavior: the weakest of its method and path, its request and
    /// its successful responses.
    #[must_use]
    pub fn behavior(&self) -> &Provenance {
        let request = self.body.iter().flat_map(Body::provenances);
        let successes = self.responses.iter().filter(|one| one.status.is_success());
        let parts = request.chain(successes.flat_map(Response::provenances));
        let all = std::iter::once(&self.provenance).chain(parts);
        Provenance::weakest(all).unwrap_or(&self.provenance)
    }

    /// Returns the path template, split into segments.
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

/// The deprecation of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Deprecation {
    /// Since when it is deprecated, an RFC 3339 date-time (`x-deprecated-at`).
    pub since: Option<String>,
    /// Until when it responds, an RFC 3339 date-time (`x-sunset`).
    pub sunset: Option<String>,
    /// The address of a migration guide (`x-migration-guide`).
    pub guide: Option<String>,
}

/// A request that the API sends to an address from an earlier request.
#[derive(Debug, Clone, Serialize)]
pub struct Callback {
    /// The name.
    pub name: String,
    /// A runtime expression for the address (OpenAPI 3.0.3 §4.7.18.4).
    pub expression: String,
    /// The requests and their responses.
    pub operations: Vec<Operation>,
}

/// A request that the API sends.
#[derive(Debug, Clone, Serialize)]
pub struct Webhook {
    /// The name.
    pub name: String,
    /// The requests and their responses.
    pub operations: Vec<Operation>,
}
