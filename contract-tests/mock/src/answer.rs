//! Responses as the description declares them.

use bytes::Bytes;
use conformance_core::exchange::has_no_content;
use serde_json::{Map, Value, json};
use spec::model::{Kind, MediaType, Operation, Response};

use crate::headers;
use crate::reply::Reply;
use crate::responses::{example, refusal};
use crate::served::Served;

impl Served {
    /// A refusal. `wanted` are the statuses that say so, the best first.
    pub(crate) fn refuse(&self, operation: &Operation, wanted: &[u16], why: &str) -> Reply {
        let (status, response) = refusal(operation, wanted);
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let at = format!("{} {status}", operation.id);
        let reply = self.answer(response, status, &at, |served, media| {
            served.error(media, status, why, &at)
        });
        // What cannot be made as it is declared is left out.
        reply.unwrap_or_else(|| Reply::empty(status))
    }

    /// The content of an error: what is wrong, as far as the schema has a place for it.
    fn error(&self, media: &MediaType, status: u16, why: &str, at: &str) -> Option<Value> {
        let schema = media.schema?;
        let api = &self.description.api;
        let own = |value: &Value| self.shaper.around(api, schema, Some(value), at);
        if matches!(api.schema(api.resolve(schema)).kind, Kind::String(_)) {
            return own(&Value::from(why));
        }
        let title = hyper::StatusCode::from_u16(status)
            .ok()
            .and_then(|status| status.canonical_reason())
            .unwrap_or("Error");
        let flat = json!({
            "type": "about:blank", "title": title, "status": status, "detail": why,
            "message": why, "code": status, "statusCode": status, "description": why,
            "error_message": why, "reason": why, "success": false, "ok": false,
        });
        let mut members = flat.as_object().cloned().unwrap_or_default();
        members.insert("error".to_owned(), flat);
        own(&Value::Object(members)).or_else(|| own(&Value::Object(Map::new())))
    }

    /// An answer as it is declared; none where its content cannot be made.
    pub(crate) fn answer(
        &self,
        response: &Response,
        status: u16,
        at: &str,
        value: impl FnOnce(&Self, &MediaType) -> Option<Value>,
    ) -> Option<Reply> {
        let mut reply = Reply::empty(status);
        let json = response.content.iter().find(|media| media.is_json());
        if let Some(media) = json
            .or(response.content.first())
            .filter(|_| !has_no_content(status))
        {
            let (name, body) = self.content(media, value, at)?;
            reply.set("content-type", name);
            reply.body = body;
        }
        headers::declared(self, response, &mut reply, at);
        Some(reply)
    }

    /// The content and its media type.
    fn content(
        &self,
        media: &MediaType,
        value: impl FnOnce(&Self, &MediaType) -> Option<Value>,
        at: &str,
    ) -> Option<(String, Bytes)> {
        let essence = media.essence();
        if media.is_json() || matches!(essence.as_str(), "*/*" | "application/*") {
            let name = if media.is_json() {
                media.sent()
            } else {
                "application/json"
            };
            let value = match media.schema {
                Some(_) => value(self, media)?,
                None => value(self, media)
                    .or_else(|| example(media))
                    .unwrap_or_else(|| json!({})),
            };
            return Some((name.to_owned(), Bytes::from(value.to_string())));
        }
        let example = media.examples.first().and_then(|one| one.value.as_str());
        let text = || {
            let drawn = self.shaper.draw(media.schema?, at)?;
            Some(drawn.as_str()?.to_owned()).filter(|text| !text.is_empty())
        };
        let text = example.map(str::to_owned).or_else(text);
        let (name, usual) = match essence.as_str() {
            "text/event-stream" => (essence.as_str(), "data: {}\n\n"),
            "text/*" => ("text/plain", "text"),
            "image/*" => ("image/png", "\u{89}PNG"),
            name if name.ends_with("/xml") || name.ends_with("+xml") => (name, "<mock/>"),
            "text/html" => ("text/html", "<!DOCTYPE html><title>mock</title>"),
            "audio/*" => ("audio/mpeg", "mock"),
            "video/*" => ("video/mp4", "mock"),
            "font/*" => ("font/woff2", "mock"),
            "model/*" => ("model/stl", "mock"),
            name if name.ends_with("/*") => ("application/octet-stream", "mock"),
            _ => (media.name.as_str(), "mock"),
        };
        let is_own = essence.starts_with("text/") && essence != "text/event-stream";
        let text = text.filter(|_| is_own);
        Some((
            name.to_owned(),
            Bytes::from(text.unwrap_or_else(|| usual.to_owned())),
        ))
    }
}
