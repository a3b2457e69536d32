//! Bodies that are streams of items.

use serde::Serialize;

use super::SchemaId;

/// A body that is a stream: its items are read one by one, as they arrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stream {
    /// How items follow each other.
    pub framing: Framing,
    /// The schema of an item's JSON; for events, of the JSON in `data`. `None` if nothing is
    /// declared: the `data` of an event is then text, and any other item is any JSON value.
    pub item: Option<SchemaId>,
    /// If items are whole events, because the schema of `data` depends on the name of the event:
    /// the names of the events whose `data` is JSON. `item` is then the schema of an event object,
    /// with that JSON as its `data`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json_events: Option<Vec<String>>,
    /// What a part of a multipart stream contains; `None` for other streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<StreamPart>,
    /// The `data` of the event that ends the stream and is not an item (`end` of `x-stream`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The reason why the body is a stream.
    pub source: StreamSource,
}

impl Stream {
    /// Returns whether `item` is the schema of what `data` of an event contains, not of a complete
    /// item.
    #[must_use]
    pub fn is_of_data(&self) -> bool {
        self.framing == Framing::Events && self.json_events.is_none()
    }

    /// Returns whether items are parts that contain bytes.
    #[must_use]
    pub fn is_of_bytes(&self) -> bool {
        let content = self.part.as_ref().map(|part| part.content);
        content == Some(PartContent::Bytes)
    }

    /// Returns whether the `data` of an event with this name is JSON.
    #[must_use]
    pub fn has_json(&self, event: &str) -> bool {
        match &self.json_events {
            Some(names) => names.iter().any(|name| name == event),
            None => self.item.is_some(),
        }
    }
}

/// How the items of a stream follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Framing {
    /// Events (`text/event-stream`, HTML §9.2).
    Events,
    /// A JSON text on each line (`application/jsonl`, `application/x-ndjson`).
    Lines,
    /// JSON texts that begin with a record separator (`application/json-seq`, RFC 7464).
    Sequence,
    /// Parts between boundaries (`multipart/mixed`, RFC 2046 §5.1).
    Parts,
}

impl Framing {
    /// Returns the framing of a media type, which has no parameters and is in lower case.
    #[must_use]
    pub fn of(essence: &str) -> Option<Self> {
        match essence {
            "text/event-stream" => Some(Self::Events),
            "application/jsonl" | "application/x-ndjson" | "application/ndjson" => {
                Some(Self::Lines)
            }
            "application/json-seq" => Some(Self::Sequence),
            "multipart/mixed" => Some(Self::Parts),
            // RFC 8091.
            _ if essence.ends_with("+json-seq") => Some(Self::Sequence),
            _ => None,
        }
    }

    /// Returns the name in `inspect`, generated code and vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Lines => "lines",
            Self::Sequence => "sequence",
            Self::Parts => "parts",
        }
    }
}

/// What each part of a multipart stream contains.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct StreamPart {
    /// The media type with which parts are sent.
    pub media_type: String,
    /// How an item is encoded.
    pub content: PartContent,
}

/// How the content of a part is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartContent {
    /// As JSON.
    Json,
    /// A string, as it is.
    Text,
    /// Bytes, as they are.
    Bytes,
}

impl PartContent {
    /// Returns the name in `inspect`, generated code and vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Text => "text",
            Self::Bytes => "bytes",
        }
    }
}

/// The reason why a body is a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StreamSource {
    /// `itemSchema` (OpenAPI 3.2).
    ItemSchema,
    /// `x-stream`.
    Extension,
    /// A schema that is an array, with the stream's items as its items (OpenAPI 3.2.0 §4.14.4).
    Array,
    /// A schema under `text/event-stream` whose values are not text, so that only `data` can hold
    /// them.
    Data,
}
