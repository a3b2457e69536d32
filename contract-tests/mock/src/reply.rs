//! Answers: which declared one, with which body.

use bytes::Bytes;
use conformance_core::exchange::has_no_content;
use conformance_core::lookup::declared;
use serde_json::{Map, Value, json};
use spec::model::{Kind, MediaType, Operation, Response, Status};

use crate::headers;
use crate::mock::Mock;

/// An answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Bytes,
}

/// What a refusal with another status than the one that fits best may have, in this order: of what
/// is malformed, and of what does not fit what is there.
const OF_INPUT: [u16; 6] = [400, 422, 409, 404, 403, 410];
const OF_STATE: [u16; 5] = [409, 422, 403, 404, 410];

impl Reply {
    pub(crate) fn empty(status: u16) -> Self {
        Self {
            status,
            ..Self::default()
        }
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.headers
            .retain(|(own, _)| !own.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.into()));
    }
}

/// The answer that an operation declares for its success: the first one with JSON, else the first.
pub(crate) fn success(operation: &Operation) -> (u16, Option<&Response>) {
    let all = || {
        operation
            .responses
            .iter()
            .filter(|one| one.status.is_success())
    };
    let with_json = all().find(|one| one.content.iter().any(MediaType::is_json));
    let found = with_json.or_else(|| all().next());
    // Where no success is declared, `default` stands for it, or else a redirect.
    let found = found.or_else(|| {
        let mut others = operation.responses.iter();
        others.find(|one| one.status == Status::Default)
    });
    let found = found.or_else(|| {
        let mut others = operation.responses.iter();
        others.find(|one| matches!(one.status, Status::Code(300..400) | Status::Range(3)))
    });
    // Nothing but refusals are declared.
    let found = found.or_else(|| {
        let mut others = operation.responses.iter();
        others.find(|one| {
            let is_only = operation.responses.len() == 1;
            is_only && matches!(one.status, Status::Code(402..=499))
        })
    });
    if found.is_none()
        && operation
            .responses
            .iter()
            .any(|one| one.status == Status::Code(101))
    {
        // Another protocol is spoken here (RFC 9110 §15.5.22).
        return (426, declared(operation, 426));
    }
    let status = match found.map(|one| one.status) {
        Some(Status::Code(code)) => code,
        Some(Status::Range(3)) => 302,
        Some(Status::Range(_) | Status::Default) => 200,
        None => 204,
    };
    (status, found)
}

/// The status of a refusal and what is declared for it: one of those that are wanted, else another
/// one that is declared, else the first that is wanted.
fn refusal<'o>(operation: &'o Operation, wanted: &[u16]) -> (u16, Option<&'o Response>) {
    let exactly =
        |status: &u16| declared(operation, *status).filter(|one| one.status != Status::Default);
    let found = wanted
        .iter()
        .find_map(|status| Some((*status, exactly(status)?)));
    let first = wanted.first().copied().unwrap_or(400);
    let by_default = || declared(operation, first).map(|one| (first, one));
    let others: &[u16] = match first {
        400 | 413 | 415 => &OF_INPUT,
        409 | 422 => &OF_STATE,
        _ => &[],
    };
    let other = || {
        let mut all = others.iter();
        all.find_map(|status| Some((*status, exactly(status)?)))
    };
    match found.or_else(by_default).or_else(other) {
        Some((status, response)) => (status, Some(response)),
        None => (first, None),
    }
}

/// Whether an operation declares an answer that says one of these.
pub(crate) fn refuses(operation: &Operation, wanted: &[u16]) -> bool {
    refusal(operation, wanted).1.is_some()
}

/// What stands for a content that has no schema.
pub(crate) fn example(media: &MediaType) -> Option<Value> {
    media.examples.first().map(|one| one.value.clone())
}

impl Mock {
    /// A refusal. `wanted` are the statuses that say so, the best first.
    pub(crate) fn refuse(&self, operation: &Operation, wanted: &[u16], why: &str) -> Reply {
        let (status, response) = refusal(operation, wanted);
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let at = format!("{} {status}", operation.id);
        let reply = self.answer(response, status, &at, |mock, media| {
            mock.error(media, status, why, &at)
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
