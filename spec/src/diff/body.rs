//! Request bodies, and the media types of all bodies.

use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::schema::Effect;
use super::{Comparison, Level, Spans};
use crate::model::{MediaType, Operation};

impl Comparison<'_> {
    pub(super) fn request(&mut self, old: &Operation, new: &Operation, way: Way, place: &Place) {
        let place = place.part("request");
        let spans = (Some(old.span), Some(new.span));
        match (&old.body, &new.body) {
            (Some(before), Some(after)) => {
                let spans = (Some(before.span), Some(after.span));
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
        for media in old {
            // Parameters tell apart what has one essence, and may be added where there is one.
            let same = new.iter().find(|other| other.name == media.name);
            let alike = || new.iter().find(|other| other.essence() == media.essence());
            let Some(other) = same.or_else(alike) else {
                let text = format!("`{}` is gone", media.name);
                self.report(
                    removed,
                    Level::Error,
                    place,
                    text,
                    (Some(media.span), spans.1),
                );
                continue;
            };
            self.media(media, other, way, &media_place(place, media, old.len()));
        }
        for media in new {
            if !old.iter().any(|other| other.essence() == media.essence()) {
                let text = format!("`{}` is new", media.name);
                self.report(added, Level::Info, place, text, (spans.0, Some(media.span)));
            }
        }
    }

    fn media(&mut self, old: &MediaType, new: &MediaType, way: Way, place: &Place) {
        let part = Part::Body;
        let spans = (Some(old.span), Some(new.span));
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
        match (old.schema, new.schema) {
            (Some(old), Some(new)) => self.schemas(old, new, Side { way, part }, place),
            (None, Some(_)) => {
                let level = Effect::Narrower.level(way);
                self.report(specialized, level, place, "has a schema now", spans);
            }
            (Some(_), None) => {
                let level = Effect::Wider.level(way);
                self.report(generalized, level, place, "has no schema any more", spans);
            }
            (None, None) => {}
        }
        if old.encoding != new.encoding {
            let rule = match way {
                Way::Request => id!("request-body-encoding-changed"),
                Way::Response => id!("response-body-encoding-changed"),
            };
            let text = "how the fields of a form are written changed";
            self.report(rule, Level::Warning, place, text, spans);
        }
    }
}

/// Only where there are several does the media type say more than it hides.
fn media_place(place: &Place, media: &MediaType, of: usize) -> Place {
    if of > 1 {
        place.part(&media.name)
    } else {
        place.clone()
    }
}
