//! Compares responses by their status.

use serde_json::Value;

use super::place::{Place, Way};
use super::rules::id;
use super::{Comparison, Level};
use crate::model::{Link, Operation, Response, Status};

impl Comparison<'_> {
    pub(super) fn responses(&mut self, old: &Operation, new: &Operation, way: Way, place: &Place) {
        let at = |one: &Response| place.response(&one.status.to_string()).sent(way);
        for response in &old.responses {
            let other = declared(response.status, &new.responses);
            if let Some(other) = other {
                self.response(response, other, way, &at(response));
                if other.status == response.status {
                    continue;
                }
            }
            // A range still exists if one of its statuses does.
            let mut others = new.responses.iter();
            let stays = other.is_some() || others.any(|one| covers(response.status, one.status));
            let (rule, level) = match response.status.is_success() {
                true if stays => (id!("response-success-status-removed"), Level::Info),
                true => (id!("response-success-status-removed"), Level::Error),
                false => (id!("response-non-success-status-removed"), Level::Info),
            };
            let spans = (Some(response.span), Some(new.span));
            self.report(rule, level, &at(response), "is gone", spans);
        }
        for response in &new.responses {
            let known = declared(response.status, &old.responses);
            if let Some(other) = known {
                if other.status == response.status {
                    continue;
                }
                // The old description promised this response for the status as well, by a range or
                // `default`.
                self.response(other, response, way, &at(response));
            }
            let (rule, level) = match response.status.is_success() {
                true if known.is_some() => (id!("response-success-status-added"), Level::Info),
                true => (id!("response-success-status-added"), Level::Warning),
                false => (id!("response-non-success-status-added"), Level::Info),
            };
            let spans = (Some(old.span), Some(response.span));
            self.report(rule, level, &at(response), "is new", spans);
        }
    }

    fn response(&mut self, old: &Response, new: &Response, way: Way, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        self.response_texts(old, new, place);
        self.headers(old, new, way, place);
        self.links(old, new, place);
        self.content(&old.content, &new.content, way, place, spans);
    }
}

impl Comparison<'_> {
    /// Compares the operations that links call with values of a response.
    fn links(&mut self, old: &Response, new: &Response, place: &Place) {
        for link in &old.links {
            let place = place.part(&format!("link {}", link.name));
            let other = new.links.iter().find(|other| other.name == link.name);
            let (rule, text, span) = match other {
                None => (id!("response-link-removed"), "is gone", new.span),
                Some(other) if target(link) != target(other) => {
                    let text = "another operation is called, or with other values";
                    (id!("response-link-changed"), text, other.span)
                }
                Some(_) => continue,
            };
            let spans = (Some(link.span), Some(span));
            self.report(rule, Level::Warning, &place, text, spans);
        }
    }
}

/// Returns what a link calls, and with which values.
type Target<'l> = (
    Option<&'l str>,
    Option<&'l str>,
    &'l [(String, Value)],
    Option<&'l Value>,
);

fn target(link: &Link) -> Target<'_> {
    let reference = link.reference.as_deref();
    let operation = link.operation.as_deref();
    (operation, reference, &link.parameters, link.body.as_ref())
}

/// Returns the response for a status: its own, else that of its range, else `default` (OpenAPI
/// 3.1.0 §4.8.16).
fn declared(status: Status, list: &[Response]) -> Option<&Response> {
    let find = |wanted: &dyn Fn(Status) -> bool| list.iter().find(|one| wanted(one.status));
    find(&|other| other == status)
        .or_else(|| find(&|other| covers(other, status)))
        .or_else(|| find(&|other| other == Status::Default))
}

/// Returns whether a range includes a status.
fn covers(range: Status, status: Status) -> bool {
    match (range, status) {
        (Status::Range(class), Status::Code(code)) => code / 100 == u16::from(class),
        _ => false,
    }
}
