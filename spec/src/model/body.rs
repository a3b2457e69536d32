//! Bodies, and the responses that have them.

use serde::Serialize;
use serde_json::Value;

use super::{Extensions, Provenance, SchemaId, Stream, Style};
use crate::source::Span;

/// A request body.
#[derive(Debug, Clone, Serialize)]
pub struct Body {
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// The forms it can have, in the order of the description.
    pub content: Vec<MediaType>,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

impl Body {
    /// The provenance of the body and of each form that it has.
    pub fn provenances(&self) -> impl Iterator<Item = &Provenance> {
        let content = self.content.iter().map(|one| &one.provenance);
        std::iter::once(&self.provenance).chain(content)
    }
}

/// A body of one media type.
#[derive(Debug, Clone, Serialize)]
pub struct MediaType {
    /// The media type or range, as it is written.
    pub name: String,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// The schema of the body; `None` if the description gives none.
    pub schema: Option<SchemaId>,
    /// The schema of an item of a stream (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_schema: Option<SchemaId>,
    /// The stream that the body is: stated, or recognized from media type and schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<Stream>,
    /// How single fields of a form are written.
    pub encoding: Vec<Encoding>,
    /// How the first parts of a multipart body are written, by their position (3.2).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prefix_encoding: Vec<Encoding>,
    /// How all other parts of a multipart body are written (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_encoding: Option<Encoding>,
    /// Sample bodies.
    pub examples: Vec<Example>,
    /// Whether this is a range, such as `*/*`, whose schema only JSON can hold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub structured: bool,
    /// The provenance of the media type.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

impl MediaType {
    /// Returns the media type without parameters, in lower case (RFC 9110 §8.3.1).
    #[must_use]
    pub fn essence(&self) -> String {
        super::essence(&self.name)
    }

    /// Returns whether the body is JSON: `application/json`, `text/json` or `…+json` (RFC 6839
    /// §3.1), or in a range that says nothing against it.
    #[must_use]
    pub fn is_json(&self) -> bool {
        super::is_json(&self.name) || self.structured
    }

    /// Returns whether it stands for many media types, as `image/*` does (RFC 9110 §12.5.1).
    #[must_use]
    pub fn is_range(&self) -> bool {
        self.essence().ends_with("/*")
    }

    /// Returns the media type that such a body is sent as. A range is not a media type (RFC 9110
    /// §8.3.1).
    #[must_use]
    pub fn sent(&self) -> &str {
        match self.essence().as_str() {
            _ if !self.is_range() => &self.name,
            _ if self.is_json() => "application/json",
            essence if essence.starts_with("text/") => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

/// How one field of a form is written.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Encoding {
    /// The property; empty for a part that has a position.
    pub property: String,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// The media type of its part.
    pub content_type: Option<String>,
    /// Its style.
    pub style: Option<Style>,
    /// Whether each item or property is written separately.
    pub explode: Option<bool>,
    /// Whether reserved characters are sent as they are.
    pub allow_reserved: bool,
}

/// A sample value.
#[derive(Debug, Clone, Serialize)]
pub struct Example {
    /// Its name, if there are several.
    pub name: Option<String>,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// The value (`dataValue` in 3.2).
    pub value: Value,
    /// The value as it is sent (`serializedValue`, 3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serialized: Option<String>,
}

/// A response.
#[derive(Debug, Clone, Serialize)]
pub struct Response {
    /// The status it is for.
    pub status: Status,
    /// Where it stands.
    #[serde(skip)]
    pub span: Span,
    /// A short summary (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Its documentation (CommonMark).
    pub description: String,
    /// The header fields.
    pub headers: Vec<Header>,
    /// The forms its body can have; empty if it has none.
    pub content: Vec<MediaType>,
    /// The operations that its values can be used for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

impl Response {
    /// The provenance of the status and of each form that the body has.
    pub fn provenances(&self) -> impl Iterator<Item = &Provenance> {
        std::iter::once(&self.provenance).chain(self.media_types())
    }

    /// The provenance of each form that the body has.
    pub fn media_types(&self) -> impl Iterator<Item = &Provenance> {
        self.content.iter().map(|one| &one.provenance)
    }
}

/// An operation that can be called with what a response says (OpenAPI 3.0.3 §4.7.20).
#[derive(Debug, Clone, Serialize)]
pub struct Link {
    /// The name.
    pub name: String,
    /// Where it is in the description.
    #[serde(skip)]
    pub span: Span,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// The id of the operation; `None` if it is an operation of another description.
    pub operation: Option<String>,
    /// The address of the operation, as it is written (`operationRef`).
    pub reference: Option<String>,
    /// The parameters by name, each with a value or a runtime expression.
    pub parameters: Vec<(String, Value)>,
    /// The request body: a value or a runtime expression.
    pub body: Option<Value>,
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
    /// Returns whether it is for success only.
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
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether each item or property is written separately.
    pub explode: bool,
    /// The schema of its value.
    pub schema: SchemaId,
    /// On what it rests.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}
