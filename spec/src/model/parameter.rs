//! Parameters: the parts of a request outside of its body.

use serde::Serialize;

use super::{Example, Extensions, Provenance, SchemaId};
use crate::source::Span;

/// A parameter of an operation.
#[derive(Debug, Clone, Serialize)]
pub struct Parameter {
    /// The name, as it is sent.
    pub name: String,
    /// Where it is in the description.
    #[serde(skip)]
    pub span: Span,
    /// Where it is sent.
    pub location: Location,
    /// Its documentation (CommonMark).
    pub description: Option<String>,
    /// Whether it is required.
    pub required: bool,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// How its value is encoded as text.
    pub style: Style,
    /// Whether each item or property is written separately.
    pub explode: bool,
    /// Whether reserved characters are not percent-encoded.
    pub allow_reserved: bool,
    /// Whether it may be sent without a value.
    pub allow_empty: bool,
    /// The media type of its text (`content` instead of `schema`).
    pub media_type: Option<String>,
    /// The schema of its value.
    pub schema: SchemaId,
    /// Sample values.
    pub examples: Vec<Example>,
    /// The provenance of the parameter.
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
    /// Returns the location as OpenAPI writes it.
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

/// How a value is encoded as text (OpenAPI 3.0.3 §4.7.12.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Style {
    /// `;name=value`
    Matrix,
    /// `.value`
    Label,
    /// `name=value`
    Form,
    /// `value`; in a query, which it then is as a whole (`in: querystring`)
    Simple,
    /// `name=a%20b`
    SpaceDelimited,
    /// `name=a|b`
    PipeDelimited,
    /// `name[property]=value`
    DeepObject,
}
