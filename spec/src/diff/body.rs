//! Request bodies, and the media types of all bodies.

use super::media_types::{MediaTypes, parameters};
use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::schema::Effect;
use super::{Comparison, Level, Message, Spans, programs};
use crate::model::{Api, Framing, Kind, MediaType, Operation, SchemaId, Stream, Text};

impl Comparison<'_> {
    pub(super) fn request(&mut self, old: &Operation, new: &Operation, way: Way, place: &Place) {
        let place = place.part("request").sent(way);
        let spans = (Some(old.span), Some(new.span));
        match (&old.body, &new.body) {
            (Some(before), Some(after)) => {
                let spans = (Some(before.span), Some(after.span));
                self.body_texts(before, after, &place);
                if !before.required && after.required {
                    let rule = id!("request-body-became-required");
                    let level = Effect::Narrower.level(way);
                    self.report(rule, level, &place, "is required now", spans);
                } else if before.required && !after.required {
                    let rule = id!("request-body-became-optional");
                    let level = Effect::Wider.level(way);
                    self.report(rule, level, &place, "may be left out now", spans);
                }
                self.content(&before.content, &after.content, way, &place, spans);
            }
            (None, Some(after)) if after.required => {
                let rule = id!("request-body-added-required");
                let level = Effect::Narrower.level(way);
                self.report(rule, level, &place, "is new, and required", spans);
            }
            (None, Some(_)) => {
                let rule = id!("request-body-added-optional");
                self.report(rule, Level::Info, &place, "is new", spans);
            }
            (Some(_), None) => {
                self.report(
                    id!("request-body-removed"),
                    Level::Error,
                    &place,
                    "is gone",
                    spans,
                );
            }
            (None, None) => {}
        }
    }

    pub(super) fn content(
        &mut self,
        old: &[MediaType],
        new: &[MediaType],
        way: Way,
        place: &Place,
        spans: Spans,
    ) {
        let (removed, added) = match way {
            Way::Request => (
                id!("request-body-media-type-removed"),
                id!("request-body-media-type-added"),
            ),
            Way::Response => (
                id!("response-media-type-removed"),
                id!("response-media-type-added"),
            ),
        };
        let (olds, news) = (MediaTypes::new(old), MediaTypes::new(new));
        for media in old {
            let Some(other) = news.counterpart(media, way) else {
                let text = Message::new(format!("`{}` is gone", media.name), &[&media.name]);
                self.report(
                    removed,
                    Level::Error,
                    place,
                    text,
                    (Some(media.span), spans.1),
                );
                continue;
            };
            let place = media_place(place, media, old.len());
            self.media_parameters(media, other, way, &place);
            self.media(media, other, way, &place);
        }
        for media in new {
            if !olds.cover(media) {
                let text = Message::new(format!("`{}` is new", media.name), &[&media.name]);
                self.report(added, Level::Info, place, text, (spans.0, Some(media.span)));
            }
        }
    }

    fn media(&mut self, old: &MediaType, new: &MediaType, way: Way, place: &Place) {
        let part = Part::Body;
        let spans = (Some(old.span), Some(new.span));
        self.media_texts(old, new, place);
        let (specialized, generalized) = match way {
            Way::Request => (
                id!("request-body-type-specialized"),
                id!("request-body-type-generalized"),
            ),
            Way::Response => (
                id!("response-body-type-specialized"),
                id!("response-body-type-generalized"),
            ),
        };
        let schema = |api: &Api, media: &MediaType| {
            media.schema.filter(|schema| !is_bytes(api, media, *schema))
        };
        match (schema(self.old, old), schema(self.new, new)) {
            (Some(old), Some(new)) => self.schemas(old, new, Side { way, part }, place),
            (None, Some(_)) => {
                let level = Effect::Narrower.level(way);
                self.report(specialized, level, place, "has a schema now", spans);
            }
            (Some(_), None) => {
                let level = Effect::Wider.level(way);
                self.report(generalized, level, place, "no longer has a schema", spans);
            }
            (None, None) => {}
        }
        let item = place.part("item");
        match (old.item_schema, new.item_schema) {
            (Some(before), Some(after)) => {
                let known = self.changes.len();
                self.schemas(before, after, Side { way, part }, &item);
                if has_plain_events(old) && has_plain_events(new) {
                    programs::unmark_fields_of_events(&mut self.changes[known..], &item);
                }
            }
            (None, Some(_)) => {
                let level = Effect::Narrower.level(way);
                let text = "the items of the stream have a schema now";
                self.report(specialized, level, &item, text, spans);
            }
            (Some(_), None) => {
                let level = Effect::Wider.level(way);
                let text = "the items of the stream no longer have a schema";
                self.report(generalized, level, &item, text, spans);
            }
            (None, None) => {}
        }
        self.encodings(old, new, way, place);
        let media = (old.name.as_str(), new.name.as_str());
        let side = Side { way, part };
        self.xml_of((old.schema, new.schema), media, side, place);
        self.xml_of((old.item_schema, new.item_schema), media, side, &item);
    }

    /// Compares the parameters of a media type, such as a profile or a version.
    fn media_parameters(&mut self, old: &MediaType, new: &MediaType, way: Way, place: &Place) {
        let (before, after) = (parameters(old), parameters(new));
        if before == after || old.essence() != new.essence() {
            return;
        }
        let rule = match way {
            Way::Request => id!("request-body-media-type-parameters-changed"),
            Way::Response => id!("response-media-type-parameters-changed"),
        };
        // JSON is UTF-8, whatever its `charset` is (RFC 8259 §8.1).
        let matters = |(name, _): &&(String, String)| !(name == "charset" && old.is_json());
        let lost = before.iter().filter(|one| !after.contains(one));
        let came = after.iter().filter(|one| !before.contains(one));
        let lost = lost.filter(matters).count() > 0;
        let came = came.filter(matters).count() > 0;
        let level = match (way, lost, came) {
            (_, false, false) | (Way::Request, true, false) | (Way::Response, false, true) => {
                Level::Info
            }
            _ => Level::Error,
        };
        let text = format!("was `{}`, and is `{}`", old.name, new.name);
        let text = Message::new(text, &[&old.name, &new.name]);
        let spans = (Some(old.span), Some(new.span));
        self.report(rule, level, place, text, spans);
    }
}

/// Returns whether a schema says no more than that a body is bytes, as OpenAPI 3.0 writes it. Later
/// versions have no schema then (OpenAPI 3.1.0 §4.8.14.3).
fn is_bytes(api: &Api, media: &MediaType, schema: SchemaId) -> bool {
    let bytes = Text {
        format: Some("binary".to_owned()),
        ..Text::default()
    };
    let schema = api.schema(api.resolve(schema));
    let essence = media.essence();
    let is_text = media.is_json() || essence.starts_with("text/") || essence.contains("form");
    !is_text && !schema.nullable && matches!(&schema.kind, Kind::String(text) if *text == bytes)
}

/// Names the media type in the place only if the body has several.
fn media_place(place: &Place, media: &MediaType, of: usize) -> Place {
    if of > 1 {
        place.part(&media.name)
    } else {
        place.clone()
    }
}

/// Returns whether generated code has a type for the `data` of all events, and the runtime one for
/// their other fields.
fn has_plain_events(media: &MediaType) -> bool {
    let is_named = |stream: &Stream| stream.json_events.is_some();
    Framing::of(&media.essence()) == Some(Framing::Events)
        && !media.stream.as_ref().is_some_and(is_named)
}
