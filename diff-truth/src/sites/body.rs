//! Collects the media types of bodies.

use serde_json::Value;
use spec::diff::Way;

use super::{Site, escaped};

/// Returns the places of a request body, or of the response with a status.
pub(super) fn content(name: &str, status: Option<&str>, body: &Value, pointer: &str) -> Vec<Site> {
    let content = body.get("content").and_then(Value::as_object);
    let mut sites = Vec::new();
    for (media, member) in content.into_iter().flatten() {
        let pointer = format!("{pointer}/content/{}", escaped(media));
        let site = |part: String, field: &str| Site {
            name: format!("{name} {part}"),
            part,
            status: status.map(str::to_owned),
            way: status.map_or(Way::Request, |_| Way::Response),
            style: None,
            media: Some(media.clone()),
            required: false,
            empty: false,
            schema: member.get(field).map(|_| format!("{pointer}/{field}")),
        };
        sites.push(site(media.clone(), "schema"));
        if is_sequence(media) || member.get("itemSchema").is_some() {
            sites.push(site(format!("{media} item"), "itemSchema"));
        }
    }
    sites
}

/// Returns whether a media type is a sequence of items (OpenAPI 3.2.0 §4.14.3).
fn is_sequence(media: &str) -> bool {
    let essence = essence(media);
    let ends = ["jsonl", "x-ndjson", "json-seq", "+json-seq", "event-stream"];
    ends.iter().any(|end| essence.ends_with(end))
}

/// Returns a media type without parameters.
pub(super) fn essence(media: &str) -> String {
    let essence = media.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

impl Site {
    /// Returns whether this body replaces an old one: it has the same media type, or the sender's
    /// type is in the receiver's range.
    pub fn takes(&self, old: &Self) -> bool {
        let (Some(old_media), Some(media)) = (&old.media, &self.media) else {
            return self.part == old.part;
        };
        let item = |site: &Self| site.part.ends_with(" item");
        let (before, after) = (essence(old_media), essence(media));
        let (narrow, wide) = match old.way {
            Way::Request => (&before, &after),
            Way::Response => (&after, &before),
        };
        item(self) == item(old) && (before == after || covers(wide, narrow))
    }
}

fn covers(wide: &str, narrow: &str) -> bool {
    let prefix = wide.strip_suffix('*');
    let prefix = prefix.filter(|prefix| prefix.ends_with('/'));
    wide == "*/*" || prefix.is_some_and(|prefix| narrow.starts_with(prefix))
}
