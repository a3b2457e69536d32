//! The parts of a multipart stream (OpenAPI 3.2.0 §4.15.2).

use super::events::resolve;
use crate::model::{
    EnumBase, Kind, MediaType, PartContent, Schema, SchemaId, StreamPart, essence, is_json,
};

/// Returns what the parts of a stream contain, and the schema of their JSON or text; bytes have none.
pub(super) fn part(
    schemas: &[Schema],
    media: &MediaType,
    item: Option<SchemaId>,
) -> (StreamPart, Option<SchemaId>) {
    let kind = item.map_or(&Kind::Any, |item| {
        &schemas[resolve(schemas, item).index()].kind
    });
    let is_text = match kind {
        Kind::String(text) => text.format.as_deref() != Some("binary"),
        Kind::Enumeration(list) => list.base == EnumBase::String,
        _ => false,
    };
    let is_number = matches!(
        kind,
        Kind::Boolean | Kind::Integer { .. } | Kind::Number { .. }
    );
    let media_type = stated(media).unwrap_or_else(|| {
        let usual = match kind {
            Kind::String(_) if !is_text => "application/octet-stream",
            _ if is_text || is_number => "text/plain",
            _ => "application/json",
        };
        usual.to_owned()
    });
    let is_plain = essence(&media_type).starts_with("text/");
    let content = if is_json(&media_type) || (is_plain && is_number) {
        PartContent::Json
    } else if is_plain && is_text {
        PartContent::Text
    } else {
        PartContent::Bytes
    };
    let item = item.filter(|_| content != PartContent::Bytes);
    (
        StreamPart {
            media_type,
            content,
        },
        item,
    )
}

/// Returns the media type that the description states for every part; of several, the first.
fn stated(media: &MediaType) -> Option<String> {
    let all = media.item_encoding.as_ref()?.content_type.as_deref()?;
    let first = all.split(',').next().unwrap_or_default().trim();
    let is_one = !first.is_empty() && !first.contains('*');
    is_one.then(|| first.to_owned())
}
