//! Bodies, and the responses that have them.

use serde::Serialize;
use serde_json::Value;

use super::{Extensions, Framing, Provenance, SchemaId, Stream, Style};
use crate::source::Span;

/// A request body.
#[derive(Debug, Clone, Serialize)]
pub struct Body {
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// The media types it can have, in the order of the description.
    pub content: Vec<MediaType>,
    /// The provenance of the request body.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

impl Body {
    /// Returns the provenance of the body and of each of its media types.
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
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// The schema of the body; `None` if the description has none.
    pub schema: Option<SchemaId>,
    /// The schema of an item of a stream (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_schema: Option<SchemaId>,
    /// The stream, if the body is one: declared, or recognized from media type and schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<Stream>,
    /// The encoding of form fields.
    pub encoding: Vec<Encoding>,
    /// The encoding of the first parts of a multipart body, by position (3.2).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prefix_encoding: Vec<Encoding>,
    /// The encoding of all other parts of a multipart body (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_encoding: Option<Encoding>,
    /// Sample bodies.
    pub examples: Vec<Example>,
    /// Whether it is a range, such as `*/*`, whose schema only JSON can express.
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
    /// §3.1), or a range whose schema implies it.
    #[must_use]
    pub fn is_json(&self) -> bool {
        super::is_json(&self.name) || self.structured
    }

    /// Returns the stream, unless its items are parts, which only the boundary of the received media
    /// type separates.
    #[must_use]
    pub fn stream_of_texts(&self) -> Option<&Stream> {
        let stream = self.stream.as_ref();
        stream.filter(|stream| stream.framing != Framing::Parts)
    }

    /// Returns whether it covers many media types, as `image/*` does (RFC 9110 §12.5.1).
    #[must_use]
    pub fn is_range(&self) -> bool {
        self.essence().ends_with("/*")
    }

    /// Returns the media type that a request is sent with. A range is not a media type (RFC 9110
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

/// The encoding of one form field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Encoding {
    /// The property; empty for a part that is identified by position.
    pub property: String,
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// The media type of its part.
    pub content_type: Option<String>,
    /// The `style` of the field.
    pub style: Option<Style>,
    /// Whether each item or property is written separately.
    pub explode: Option<bool>,
    /// Whether reserved characters are not percent-encoded.
    pub allow_reserved: bool,
    /// The header fields of its part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<Header>,
}

/// A sample value.
#[derive(Debug, Clone, Serialize)]
pub struct Example {
    /// Its name, if there are several.
    pub name: Option<String>,
    /// Its place in the description.
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
    /// The status that it is for.
    pub status: Status,
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// A short summary (3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Its documentation (CommonMark).
    pub description: String,
    /// The header fields.
    pub headers: Vec<Header>,
    /// The media types its body can have; empty if it has no body.
    pub content: Vec<MediaType>,
    /// The operations that can use its values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// The provenance of the response.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}

impl Response {
    /// Returns the provenance of the status and of each media type of the body.
    pub fn provenances(&self) -> impl Iterator<Item = &Provenance> {
        std::iter::once(&self.provenance).chain(self.media_types())
    }

    /// Returns the provenance of each media type of the body.
    pub fn media_types(&self) -> impl Iterator<Item = &Provenance> {
        self.content.iter().map(|one| &one.provenance)
    }
}

/// An operation that can be called with values of a response (OpenAPI 3.0.3 §4.7.20).
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
    /// Returns whether it covers only successes.
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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Header {
    /// The name.
    pub name: String,
    /// Its place in the description.
    #[serde(skip)]
    pub span: Span,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether each item or property is written separately.
    pub explode: bool,
    /// The media type of its text (`content` instead of `schema`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// The schema of its value.
    pub schema: SchemaId,
    /// The provenance of the header field.
    pub provenance: Provenance,
    /// Vendor extensions.
    pub extensions: Extensions,
}
