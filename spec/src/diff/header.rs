//! Compares header fields of responses, and the parameters that the API sends in webhooks and
//! callbacks.

use std::collections::{HashMap, HashSet};

use super::parameter::explodes;
use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::{Comparison, Level, Spans};
use crate::model::{Header, Location, Operation, Parameter, Response, Style};

impl Comparison<'_> {
    pub(super) fn headers(&mut self, old: &Response, new: &Response, way: Way, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        self.sent_fields((&old.headers, &new.headers), "header", spans, way, place);
    }

    /// Compares the parameters of requests that the API sends.
    pub(super) fn sent_parameters(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let place = &place.clone().sent(Way::Response);
        let spans = (Some(old.span), Some(new.span));
        for location in [Location::Header, Location::Query, Location::Cookie] {
            let fields = |operation: &Operation| -> Vec<Header> {
                let all = operation.parameters.iter();
                all.filter(|one| one.location == location)
                    .map(field)
                    .collect()
            };
            let what = format!("{} parameter", location.as_str());
            let lists = (&*fields(old), &*fields(new));
            self.sent_fields(lists, &what, spans, Way::Response, place);
        }
    }

    fn sent_fields(
        &mut self,
        (old, new): (&[Header], &[Header]),
        what: &str,
        around: Spans,
        way: Way,
        place: &Place,
    ) {
        // Names ignore case (RFC 9110 §5.1).
        let key = |one: &Header| one.name.to_ascii_lowercase();
        let olds: HashSet<_> = old.iter().map(key).collect();
        let news: HashMap<_, _> = new.iter().rev().map(|one| (key(one), one)).collect();
        for header in old {
            let place = place.part(&format!("{what} {}", header.name));
            match news.get(&key(header)) {
                Some(other) => self.header(header, other, way, &place),
                None => {
                    let (rule, level) = if header.required {
                        (id!("required-response-header-removed"), Level::Error)
                    } else {
                        (id!("optional-response-header-removed"), Level::Warning)
                    };
                    let spans = (Some(header.span), around.1);
                    self.report(rule, level, &place, "is gone", spans);
                }
            }
        }
        for header in new {
            if !olds.contains(&key(header)) {
                let place = place.part(&format!("{what} {}", header.name));
                let spans = (around.0, Some(header.span));
                self.report(
                    id!("response-header-added"),
                    Level::Info,
                    &place,
                    "is new",
                    spans,
                );
            }
        }
    }

    fn header(&mut self, old: &Header, new: &Header, way: Way, place: &Place) {
        self.header_texts(old, new, place);
        let spans = (Some(old.span), Some(new.span));
        if old.required && !new.required {
            let text = "may be left out now";
            self.report(
                id!("response-header-became-optional"),
                Level::Error,
                place,
                text,
                spans,
            );
        } else if !old.required && new.required {
            let text = "is always there now";
            self.report(
                id!("response-header-became-required"),
                Level::Info,
                place,
                text,
                spans,
            );
        }
        if old.media_type != new.media_type {
            let text = "the media type of its text changed";
            let rule = id!("response-header-style-changed");
            self.report(rule, Level::Error, place, text, spans);
        }
        if old.explode != new.explode && explodes(self.old, old.schema, Style::Simple) {
            let text = "how its value is written changed";
            let rule = id!("response-header-style-changed");
            self.report(rule, Level::Warning, place, text, spans);
        }
        let part = Part::Header;
        let is_text = old.media_type.is_none() && new.media_type.is_none();
        self.text = is_text.then_some(super::Text {
            repeated: true,
            whole: true,
        });
        self.schemas(old.schema, new.schema, Side { way, part }, place);
        self.text = None;
        let media = (&old.media_type, &new.media_type);
        self.xml_content((old.schema, new.schema), media, Side { way, part }, place);
    }
}

/// Returns a parameter as a field of what the API sends.
fn field(parameter: &Parameter) -> Header {
    Header {
        name: parameter.name.clone(),
        span: parameter.span,
        description: parameter.description.clone(),
        required: parameter.required,
        explode: parameter.explode,
        media_type: parameter.media_type.clone(),
        schema: parameter.schema,
        provenance: parameter.provenance.clone(),
        extensions: parameter.extensions.clone(),
    }
}
