//! Compares header fields of responses.

use super::parameter::is_composite;
use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::{Comparison, Level};
use crate::model::{Header, Response};

impl Comparison<'_> {
    pub(super) fn headers(&mut self, old: &Response, new: &Response, way: Way, place: &Place) {
        let same = |one: &Header, other: &Header| one.name.eq_ignore_ascii_case(&other.name);
        for header in &old.headers {
            let place = place.part(&format!("header {}", header.name));
            match new.headers.iter().find(|other| same(header, other)) {
                Some(other) => self.header(header, other, way, &place),
                None => {
                    let (rule, level) = if header.required {
                        (id!("required-response-header-removed"), Level::Error)
                    } else {
                        (id!("optional-response-header-removed"), Level::Warning)
                    };
                    let spans = (Some(header.span), Some(new.span));
                    self.report(rule, level, &place, "is gone", spans);
                }
            }
        }
        for header in &new.headers {
            if !old.headers.iter().any(|other| same(other, header)) {
                let place = place.part(&format!("header {}", header.name));
                let spans = (Some(old.span), Some(header.span));
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
        if old.explode != new.explode && is_composite(self.old, old.schema) {
            let text = "how its value is written changed";
            let rule = id!("response-header-style-changed");
            self.report(rule, Level::Warning, place, text, spans);
        }
        let part = Part::Header;
        self.text = Some(super::Text {
            repeated: true,
            whole: true,
        });
        self.schemas(old.schema, new.schema, Side { way, part }, place);
        self.text = None;
    }
}
