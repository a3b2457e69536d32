//! Responses by their status.

use super::place::{Place, Way};
use super::rules::id;
use super::{Comparison, Level};
use crate::model::{Operation, Response};

impl Comparison<'_> {
    pub(super) fn responses(&mut self, old: &Operation, new: &Operation, way: Way, place: &Place) {
        for response in &old.responses {
            let place = place.response(&response.status.to_string()).sent(way);
            let mut others = new.responses.iter();
            match others.find(|other| other.status == response.status) {
                Some(other) => self.response(response, other, way, &place),
                None => {
                    let (rule, level) = if response.status.is_success() {
                        (id!("response-success-status-removed"), Level::Error)
                    } else {
                        (id!("response-non-success-status-removed"), Level::Info)
                    };
                    let spans = (Some(response.span), Some(new.span));
                    self.report(rule, level, &place, "is gone", spans);
                }
            }
        }
        for response in &new.responses {
            if old
                .responses
                .iter()
                .any(|other| other.status == response.status)
            {
                continue;
            }
            let (rule, level) = if response.status.is_success() {
                (id!("response-success-status-added"), Level::Warning)
            } else {
                (id!("response-non-success-status-added"), Level::Info)
            };
            let place = place.response(&response.status.to_string()).sent(way);
            let spans = (Some(old.span), Some(response.span));
            self.report(rule, level, &place, "is new", spans);
        }
    }

    fn response(&mut self, old: &Response, new: &Response, way: Way, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        self.headers(old, new, way, place);
        self.content(&old.content, &new.content, way, place, spans);
    }
}
