//! Compares titles, summaries, descriptions and examples. They change no value and no type, but the
//! documentation of SDKs, so they ask for a patch release.

use super::place::Place;
use super::rules::id;
use super::schema::Pair;
use super::{Comparison, Level, Message, Spans, same_in_any_order};
use crate::model::{
    Body, Example, Header, MediaType, Operation, Parameter, Response, SchemaId, Tag,
};

/// What a text is called, and the text in the old and in the new description.
type Texts<'t> = (&'static str, Option<&'t str>, Option<&'t str>);

impl Comparison<'_> {
    /// Compares the texts of the API as a whole, and those of its tags.
    pub(super) fn api_texts(&mut self) {
        let (old, new) = (self.old, self.new);
        let texts = [
            ("title", Some(old.title.as_str()), Some(new.title.as_str())),
            described(old.description.as_ref(), new.description.as_ref()),
        ];
        let rule = id!("api-description-changed");
        self.texts_changed(rule, &Place::api("info"), &texts, (None, None));
        for tag in &old.tags {
            if let Some(other) = new.tags.iter().find(|other| other.name == tag.name) {
                self.tag_texts(tag, other);
            }
        }
    }

    fn tag_texts(&mut self, old: &Tag, new: &Tag) {
        let place = Place::api(&format!("tag {}", old.name));
        let texts = [
            summarized(old.summary.as_ref(), new.summary.as_ref()),
            described(old.description.as_ref(), new.description.as_ref()),
        ];
        let rule = id!("tag-description-changed");
        self.texts_changed(rule, &place, &texts, (None, None));
    }

    pub(super) fn operation_texts(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let texts = [
            summarized(old.summary.as_ref(), new.summary.as_ref()),
            described(old.description.as_ref(), new.description.as_ref()),
        ];
        let rule = id!("endpoint-description-changed");
        self.texts_changed(rule, place, &texts, (Some(old.span), Some(new.span)));
    }

    pub(super) fn parameter_texts(&mut self, old: &Parameter, new: &Parameter, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        let texts = [described(
            old.description.as_ref(),
            new.description.as_ref(),
        )];
        let rule = id!("request-parameter-description-changed");
        self.texts_changed(rule, place, &texts, spans);
        self.examples_changed(place, (&old.examples, &new.examples), spans);
    }

    pub(super) fn body_texts(&mut self, old: &Body, new: &Body, place: &Place) {
        let texts = [described(
            old.description.as_ref(),
            new.description.as_ref(),
        )];
        let rule = id!("request-body-description-changed");
        self.texts_changed(rule, place, &texts, (Some(old.span), Some(new.span)));
    }

    /// Compares the texts of a response. If a range is compared with one of its statuses, the texts
    /// differ without a change.
    pub(super) fn response_texts(&mut self, old: &Response, new: &Response, place: &Place) {
        if old.status != new.status {
            return;
        }
        let texts = [
            summarized(old.summary.as_ref(), new.summary.as_ref()),
            described(Some(&old.description), Some(&new.description)),
        ];
        let rule = id!("response-description-changed");
        self.texts_changed(rule, place, &texts, (Some(old.span), Some(new.span)));
    }

    pub(super) fn header_texts(&mut self, old: &Header, new: &Header, place: &Place) {
        let texts = [described(
            old.description.as_ref(),
            new.description.as_ref(),
        )];
        let rule = id!("response-header-description-changed");
        self.texts_changed(rule, place, &texts, (Some(old.span), Some(new.span)));
    }

    pub(super) fn media_texts(&mut self, old: &MediaType, new: &MediaType, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        self.examples_changed(place, (&old.examples, &new.examples), spans);
    }

    /// Compares the texts of two schemas: those beside a reference, and those of its target.
    pub(super) fn schema_texts(&mut self, pair: &Pair) {
        let resolved = (self.old.resolve(pair.old), self.new.resolve(pair.new));
        for (old, new) in [(pair.old, pair.new), resolved] {
            self.texts_of_schema(old, new, &pair.place);
        }
    }

    fn texts_of_schema(&mut self, old: SchemaId, new: SchemaId, place: &Place) {
        // A schema that is used in requests and responses is compared once.
        if !self.documented.insert((old, new)) {
            return;
        }
        let (old, new) = (self.old.schema(old), self.new.schema(new));
        let spans = (Some(old.span), Some(new.span));
        let place = Place {
            way: None,
            ..place.clone()
        };
        let texts = [
            ("title", old.title.as_deref(), new.title.as_deref()),
            described(old.description.as_ref(), new.description.as_ref()),
        ];
        self.texts_changed(id!("schema-description-changed"), &place, &texts, spans);
        if !same_in_any_order(&old.examples, &new.examples) {
            self.example_changed(&place, spans);
        }
    }

    fn texts_changed(
        &mut self,
        rule: &'static str,
        place: &Place,
        texts: &[Texts<'_>],
        spans: Spans,
    ) {
        let changed = texts.iter().filter(|(_, old, new)| old != new);
        let changed = changed.map(|(what, old, new)| match (old, new) {
            (None, _) => (*what, format!("the {what} is new")),
            (_, None) => (*what, format!("the {what} is gone")),
            _ => (*what, format!("the {what} changed")),
        });
        let (which, changed): (Vec<_>, Vec<_>) = changed.unzip();
        if !changed.is_empty() {
            let text = Message::new(changed.join(", and "), &[&which.join(" ")]);
            self.report(rule, Level::Info, place, text, spans);
        }
    }

    fn examples_changed(&mut self, place: &Place, lists: (&[Example], &[Example]), spans: Spans) {
        let all = |list: &[Example]| -> Vec<_> {
            let each = list.iter();
            each.map(|one| (one.name.clone(), one.value.clone(), one.serialized.clone()))
                .collect()
        };
        if !same_in_any_order(&all(lists.0), &all(lists.1)) {
            self.example_changed(place, spans);
        }
    }

    fn example_changed(&mut self, place: &Place, spans: Spans) {
        let text = "the examples changed";
        self.report(id!("example-changed"), Level::Info, place, text, spans);
    }
}

/// Returns a description on both sides. An empty one counts as missing.
fn described<'t>(old: Option<&'t String>, new: Option<&'t String>) -> Texts<'t> {
    ("description", written(old), written(new))
}

fn summarized<'t>(old: Option<&'t String>, new: Option<&'t String>) -> Texts<'t> {
    ("summary", written(old), written(new))
}

fn written(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}
