//! Responses as the description declares them.

use conformance_core::exchange::has_no_content;
use conformance_core::parts;
use serde_json::{Map, Value, json};
use spec::model::{Kind, MediaType, Operation, Response};

use crate::content::sent_as;
use crate::headers;
use crate::negotiate::{Accept, Wishes};
use crate::reply::Reply;
use crate::responses::refusal;
use crate::served::Served;
use crate::stream::after;

impl Served {
    /// Returns a refusal. `wanted` are suitable statuses, the best first.
    pub(crate) fn refuse(
        &self,
        operation: &Operation,
        wishes: &Wishes,
        wanted: &[u16],
        why: &str,
    ) -> Reply {
        let (status, response) = refusal(operation, wanted);
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let at = format!("{} {status}", operation.id);
        // The client cannot know any events of a refusal.
        let wishes = Wishes {
            accept: wishes.accept.clone(),
            last_event: None,
        };
        let reply = self.answer(response, &wishes, status, &at, |served, media| {
            served.error(media, status, why, &at)
        });
        // What cannot be generated as declared is left out.
        reply.unwrap_or_else(|| Reply::empty(status))
    }

    /// Returns the body of an error: what is wrong, as far as the schema has a place for it.
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

    /// Returns a response as it is declared, in the media type that the client prefers; `None` if
    /// its body cannot be generated. A client that accepts none of them gets the default one.
    pub(crate) fn answer(
        &self,
        response: &Response,
        wishes: &Wishes,
        status: u16,
        at: &str,
        value: impl FnOnce(&Self, &MediaType) -> Option<Value>,
    ) -> Option<Reply> {
        let mut reply = Reply::empty(status);
        let content = &response.content;
        let media = wishes.accept.choose(content);
        let media = media.or_else(|| Accept::default().choose(content));
        if let Some(media) = media.filter(|_| !has_no_content(status)) {
            if content.len() > 1 {
                reply.set("vary", "accept");
            }
            if let Some(stream) = media.stream_of_texts() {
                let given = value(self, media);
                let blocks = self.blocks((media, stream), given, at)?;
                let Some(rest) = after(blocks, wishes.last_event.as_deref()) else {
                    return Some(Reply::empty(204));
                };
                reply.set("content-type", sent_as(media));
                reply.body = rest.concat().into();
                reply.is_stream = true;
            } else if parts::are_in(&self.description.api, media) {
                let (content_type, body) = self.parts(media, value(self, media), at)?;
                reply.set("content-type", content_type);
                reply.body = body.into();
            } else {
                reply.set("content-type", sent_as(media));
                reply.body = self.content(media, value, at)?;
            }
        }
        headers::declared(self, response, &mut reply, at);
        Some(reply)
    }
}
