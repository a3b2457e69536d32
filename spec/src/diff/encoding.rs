//! Compares how the fields of a form are written.

use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::{Api, Encoding, Header, Kind, MediaType, SchemaId, Style};

impl Comparison<'_> {
    pub(super) fn encodings(&mut self, old: &MediaType, new: &MediaType, way: Way, place: &Place) {
        let rule = match way {
            Way::Request => id!("request-body-encoding-changed"),
            Way::Response => id!("response-body-encoding-changed"),
        };
        let find = |list: &'_ [Encoding], name: &str| {
            list.iter().find(|one| one.property == name).cloned()
        };
        let mut names: Vec<&str> = Vec::new();
        for one in old.encoding.iter().chain(&new.encoding) {
            if !names.contains(&one.property.as_str()) {
                names.push(&one.property);
            }
        }
        if positions(old) != positions(new) {
            let text = "how the parts of the body are written changed";
            let spans = (Some(old.span), Some(new.span));
            self.report(rule, Level::Warning, place, text, spans);
        }
        for name in names {
            let (before, after) = (find(&old.encoding, name), find(&new.encoding, name));
            let form = |one: &Option<Encoding>| {
                one.as_ref()
                    .map(|one| (one.style, one.explode, one.allow_reserved))
                    .filter(|form| *form != (None, None, false))
            };
            let headers = |one: &Option<Encoding>| {
                one.as_ref()
                    .map(|one| one.headers.clone())
                    .unwrap_or_default()
            };
            let part_place = place.part(&format!("field {name}"));
            self.part_headers(&headers(&before), &headers(&after), way, &part_place);
            let types = |one: &Option<Encoding>| one.as_ref()?.content_type.clone();
            let (olds, news) = (types(&before), types(&after));
            let within = |narrow: &str, wide: &str| {
                let wide: Vec<_> = wide.split(',').map(str::trim).collect();
                narrow.split(',').all(|one| wide.contains(&one.trim()))
            };
            let harmless = match (&olds, &news, way) {
                (Some(old), Some(new), Way::Request) => within(old, new),
                (Some(old), Some(new), Way::Response) => within(new, old),
                (None, None, _) => true,
                _ => false,
            };
            let fields = (field(self.old, old, name), field(self.new, new, name));
            if let (Some(before), Some(after)) = fields {
                let part = Part::Property;
                self.xml_content(
                    (before, after),
                    (&olds, &news),
                    Side { way, part },
                    &part_place,
                );
            }
            if form(&before) == form(&after) && olds == news {
                continue;
            }
            let level = if harmless && form(&before) == form(&after) {
                Level::Info
            } else {
                Level::Warning
            };
            let text = format!("how the field `{name}` of a form is written changed");
            let text = Message::new(text, &[&name]);
            let span = |one: Option<Encoding>, media: &MediaType| {
                Some(one.map_or(media.span, |one| one.span))
            };
            let spans = (span(before, old), span(after, new));
            self.report(rule, level, place, text, spans);
        }
    }

    /// Compares the header fields of a part of a form.
    fn part_headers(&mut self, old: &[Header], new: &[Header], way: Way, place: &Place) {
        let find = |list: &'_ [Header], name: &str| {
            let mut list = list.iter();
            list.find(|one| one.name.eq_ignore_ascii_case(name))
                .cloned()
        };
        let (rule, from, to, text) = match way {
            Way::Request => (
                id!("request-body-encoding-changed"),
                new,
                old,
                "must be sent now",
            ),
            Way::Response => (
                id!("response-body-encoding-changed"),
                old,
                new,
                "may be left out now",
            ),
        };
        for header in from {
            let place = place.part(&format!("header {}", header.name));
            let other = find(to, &header.name);
            let spans = |other: Option<&Header>| match way {
                Way::Request => (other.map(|one| one.span), Some(header.span)),
                Way::Response => (Some(header.span), other.map(|one| one.span)),
            };
            if header.required && other.as_ref().is_none_or(|other| !other.required) {
                self.report(rule, Level::Error, &place, text, spans(other.as_ref()));
            }
            let Some(other) = other else {
                continue;
            };
            let (before, after) = match way {
                Way::Request => (other.schema, header.schema),
                Way::Response => (header.schema, other.schema),
            };
            let part = Part::Property;
            self.schemas(before, after, Side { way, part }, &place);
        }
    }
}

/// Returns the schema of a field of a form.
fn field(api: &Api, media: &MediaType, name: &str) -> Option<SchemaId> {
    let Kind::Object(object) = &api.schema(api.resolve(media.schema?)).kind else {
        return None;
    };
    let mut properties = object.properties.iter();
    properties
        .find(|one| one.name == name)
        .map(|one| one.schema)
}

/// Returns the encodings of parts that have a position instead of a name (OpenAPI 3.2): of the
/// first parts, and of all others.
fn positions(media: &MediaType) -> (Vec<Form<'_>>, Option<Form<'_>>) {
    let first = media.prefix_encoding.iter().map(form).collect();
    (first, media.item_encoding.as_ref().map(form))
}

/// The media type, style, `explode` and `allowReserved` of a part.
type Form<'e> = (Option<&'e str>, Option<Style>, Option<bool>, bool);

fn form(one: &Encoding) -> Form<'_> {
    let media = one.content_type.as_deref();
    (media, one.style, one.explode, one.allow_reserved)
}
