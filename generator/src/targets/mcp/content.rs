//! How bodies are represented in arguments and results, which are JSON.

use spec::model::{Body, MediaType};

/// How a body is encoded in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// The value itself.
    Json,
    /// An object with a property for each field of `application/x-www-form-urlencoded`.
    Form,
    /// An object with a property for each part of `multipart/…`.
    Multipart,
    /// A string.
    Text,
    /// A string with the bytes in base64.
    Base64,
}

impl Encoding {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Form => "form",
            Self::Multipart => "multipart",
            Self::Text => "text",
            Self::Base64 => "base64",
        }
    }

    pub(super) fn of_request(media: &MediaType) -> Self {
        let essence = media.essence();
        if essence == "application/x-www-form-urlencoded" {
            Self::Form
        } else if essence.starts_with("multipart/") {
            Self::Multipart
        } else {
            Self::of_answer(media)
        }
    }

    pub(super) fn of_answer(media: &MediaType) -> Self {
        let essence = media.essence();
        let subtype = essence.split('/').nth(1).unwrap_or_default();
        let textual = essence.starts_with("text/")
            || essence == "application/x-www-form-urlencoded"
            || ["+xml", "+yaml", "+json-seq"]
                .iter()
                .any(|e| essence.ends_with(e))
            || matches!(
                subtype,
                "xml" | "yaml" | "x-yaml" | "javascript" | "x-ndjson" | "jsonl" | "sql" | "graphql"
            );
        if media.is_json() {
            Self::Json
        } else if textual {
            Self::Text
        } else {
            Self::Base64
        }
    }
}

/// Returns the media type of a request body that is offered: JSON if there is one, or the first
/// one.
pub(super) fn offered(body: &Body) -> Option<&MediaType> {
    let json = body.content.iter().find(|media| media.is_json());
    json.or(body.content.first())
}
