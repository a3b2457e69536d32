//! Generates the body of a response, by its media type.

use bytes::Bytes;
use serde_json::{Value, json};
use spec::model::MediaType;

use crate::served::Served;

/// Returns the media type of a response; a range is replaced by a type in it.
pub(crate) fn sent_as(media: &MediaType) -> String {
    let essence = media.essence();
    let name = match essence.as_str() {
        _ if media.is_json() => media.sent(),
        "*/*" | "application/*" => "application/json",
        "text/event-stream" => essence.as_str(),
        "text/*" => "text/plain",
        "image/*" => "image/png",
        "audio/*" => "audio/mpeg",
        "video/*" => "video/mp4",
        "font/*" => "font/woff2",
        "model/*" => "model/stl",
        name if name.ends_with("/*") => "application/octet-stream",
        name if name.ends_with("/xml") || name.ends_with("+xml") || name == "text/html" => name,
        _ => media.name.as_str(),
    };
    name.to_owned()
}

impl Served {
    /// Returns the body for a media type that is not a stream; `None` if it cannot be generated.
    pub(crate) fn content(
        &self,
        media: &MediaType,
        value: impl FnOnce(&Self, &MediaType) -> Option<Value>,
        at: &str,
    ) -> Option<Bytes> {
        let essence = media.essence();
        if media.is_json() || matches!(essence.as_str(), "*/*" | "application/*") {
            let value = match media.schema {
                Some(_) => value(self, media)?,
                None => value(self, media)
                    .or_else(|| example(media))
                    .unwrap_or_else(|| json!({})),
            };
            return Some(Bytes::from(value.to_string()));
        }
        let example = media.examples.first().and_then(|one| one.value.as_str());
        let text = || {
            let drawn = self.shaper.draw(media.schema?, at)?;
            Some(drawn.as_str()?.to_owned()).filter(|text| !text.is_empty())
        };
        let is_own = essence.starts_with("text/") && essence != "text/event-stream";
        let text = example.map(str::to_owned).or_else(text);
        let usual = || usual(&essence).to_owned();
        Some(Bytes::from(text.filter(|_| is_own).unwrap_or_else(usual)))
    }
}

/// Returns the first example of a media type.
pub(crate) fn example(media: &MediaType) -> Option<Value> {
    media.examples.first().map(|one| one.value.clone())
}

/// Returns a placeholder for unknown content.
fn usual(essence: &str) -> &'static str {
    match essence {
        "text/event-stream" => "data: {}\n\n",
        "text/*" => "text",
        "image/*" => "\u{89}PNG",
        "text/html" => "<!DOCTYPE html><title>mock</title>",
        name if name.ends_with("/xml") || name.ends_with("+xml") => "<mock/>",
        _ => "mock",
    }
}
